import type { TextPattern } from "./text-pattern.ts";

export interface ShownLine {
  readonly number: number;
  readonly text: string;
  readonly isMatch: boolean;
}

const longestLine = 400;

/** The lines of a text that fit, at most `limit`, with `around` lines before and after each. */
export function matchingLines(text: string, pattern: TextPattern, around: number, limit: number): ShownLine[] {
  const plain = text.includes("\r") ? text.replaceAll("\r\n", "\n") : text;
  if (!pattern.mayBeIn(plain)) return [];
  const lines = plain.split("\n");
  if (lines.at(-1) === "") lines.pop();
  const matches = new Map<number, number>();
  for (const [index, line] of lines.entries()) {
    const at = pattern.findIn(line);
    if (at === -1) continue;
    matches.set(index, at);
    if (matches.size === limit) break;
  }
  const shown = new Set<number>();
  for (const index of matches.keys()) {
    for (let near = index - around; near <= index + around; near++) if (near in lines) shown.add(near);
  }
  return [...shown].map((index) => ({
    number: index + 1,
    text: cutAround(lines[index] as string, matches.get(index) ?? 0),
    isMatch: matches.has(index),
  }));
}

/** Of a very long line, the part where the match is. */
function cutAround(line: string, at: number): string {
  if (line.length <= longestLine) return line;
  const from = Math.max(0, Math.min(at - longestLine / 4, line.length - longestLine));
  const part = line.slice(from, from + longestLine).toWellFormed();
  return `${from > 0 ? "…" : ""}${part}${from + longestLine < line.length ? "…" : ""}`;
}
