/*
 * Characters that nobody sees can cut a token in two: the eye reads it whole, a pattern does not. Where a text has any, it
 * is searched without them, and what is found is carried over to the text as it is.
 */
const invisible = /[\u200b-\u200f\u2060-\u2064\ufeff\u180e\u202a-\u202e]+/;

export interface Visible {
  readonly text: string;
  /** Where a position of the shortened text is in the given one. */
  readonly at: (position: number) => number;
}

/** Says whether a text has invisible characters. */
export function hasInvisible(text: string): boolean {
  return invisible.test(text);
}

/** The text without invisible characters; null when it has none. */
export function withoutInvisible(text: string): Visible | null {
  if (!invisible.test(text)) return null;
  const pieces: string[] = [];
  /** For each piece: where it begins in the shortened text, and in the given one. */
  const starts: number[] = [];
  const origins: number[] = [];
  let length = 0;
  let done = 0;
  const take = (end: number) => {
    pieces.push(text.slice(done, end));
    starts.push(length);
    origins.push(done);
    length += end - done;
  };
  for (const gap of text.matchAll(new RegExp(invisible, "g"))) {
    take(gap.index);
    done = gap.index + gap[0].length;
  }
  take(text.length);
  return {
    text: pieces.join(""),
    at: (position) => {
      const piece = lastAtMost(starts, position);
      return (origins[piece] as number) + position - (starts[piece] as number);
    },
  };
}

/** The last index whose number is no greater than `limit`; the numbers ascend and begin with zero. */
function lastAtMost(numbers: readonly number[], limit: number): number {
  let low = 0;
  let high = numbers.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((numbers[middle] as number) <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}
