import { isDeepStrictEqual } from "node:util";

/** A text with something added to it, or why it cannot be added without touching the rest. */
export type Edited = { readonly text: string } | { readonly cannot: string };

/** Whether `after` is `before` with one more item at the end of the list at `path`, and nothing else. */
export function isAddition(before: unknown, after: unknown, path: readonly string[], item: unknown): boolean {
  // Parsers make objects without a prototype, which would not count as equal to ours.
  return isDeepStrictEqual(structuredClone(after), structuredClone(withItem(before, path, item)));
}

function withItem(value: unknown, [key, ...rest]: readonly string[], item: unknown): unknown {
  if (key === undefined) return [...(Array.isArray(value) ? value : []), item];
  const table = typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  return { ...table, [key]: withItem(table[key], rest, item) };
}

/** How the lines of a text end. */
export function lineEndOf(text: string): "\n" | "\r\n" {
  return /\r\n/.test(text) ? "\r\n" : "\n";
}

/** Moves every line but empty ones to the right. */
export function indentLines(text: string, by: string): string {
  return text.replaceAll(/^(?=.)/gm, by);
}
