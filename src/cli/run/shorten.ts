/** Some lines of a long text: its beginning and its end, which usually say most. */
export interface Excerpt {
  readonly head: readonly string[];
  readonly hidden: number;
  readonly tail: readonly string[];
}

export function excerptOf(text: string, limits: { readonly head: number; readonly tail: number }): Excerpt {
  const lines = text.trimEnd().split("\n");
  if (lines.length === 1 && lines[0] === "") return { head: [], hidden: 0, tail: [] };
  const { head, tail } = limits;
  // Leaving out a single line would save nothing: the line that says so is just as long.
  if (lines.length <= head + tail + 1) return { head: lines, hidden: 0, tail: [] };
  return { head: lines.slice(0, head), hidden: lines.length - head - tail, tail: lines.slice(lines.length - tail) };
}

/** A line of at most so many characters. */
export function cutLine(line: string, most: number): string {
  return line.length <= most ? line : `${line.slice(0, most - 1)}…`;
}
