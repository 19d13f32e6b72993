import { isUtf8 } from "node:buffer";

/** How much of a file is looked at. */
export const sniffedBytes = 8192;

/** Says why the beginning of a file shows that it is no text for us; null when it may be text. */
export function whyNotText(start: Buffer): string | null {
  if (start[0] === 0xff && start[1] === 0xfe) return "it is UTF-16, and only UTF-8 is read";
  if (start[0] === 0xfe && start[1] === 0xff) return "it is UTF-16, and only UTF-8 is read";
  return start.includes(0) ? "it is binary" : null;
}

/** The whole text, or why it cannot be changed without damage to other parts of it. */
export function textOfFile(bytes: Buffer): { readonly text: string } | { readonly bad: string } {
  const bad = whyNotText(bytes.subarray(0, sniffedBytes));
  if (bad !== null) return { bad };
  // A byte that is no UTF-8 would be replaced when the file is written back.
  return isUtf8(bytes) ? { text: bytes.toString("utf8") } : { bad: "it is not UTF-8" };
}
