/** A text that was cut, and what the record says about the cut. */
export interface Shortened {
  readonly text: string;
  readonly cut: {
    readonly truncated: true;
    /** Of the text before anything was taken out of it. */
    readonly original_chars: number;
    readonly omitted_chars: number;
  } | null;
}

/**
 * Cuts the middle out of a text. Whether it is cut depends on the length it had before secrets were taken out; what is cut
 * is the text without them. Characters are counted, not halves of them.
 */
export function shortenMiddle(scanned: string, original: string, limit: number): Shortened {
  const originalChars = countCharacters(original);
  if (originalChars <= limit) return { text: scanned, cut: null };
  const characters = Array.from(scanned);
  const omitted = Math.max(0, characters.length - limit);
  const head = Math.floor(limit * 0.5);
  const tail = limit - head;
  const text =
    omitted === 0
      ? scanned
      : `${characters.slice(0, head).join("")}\n\n[… truncated …]\n\n${characters.slice(-tail).join("")}`;
  return { text, cut: { truncated: true, original_chars: originalChars, omitted_chars: omitted } };
}

function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
