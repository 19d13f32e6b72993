import type { FileChange } from "../../../agent/tool.ts";
import { unifiedDiff } from "../../../lib/line-diff.ts";

/** Nobody reads more of a change than this. */
const mostLines = 2000;
/** Comparing longer texts takes too long. */
const mostCharacters = 4_000_000;

/** What a write did to a file, for people. `before` is null when there was none, or none that is text. */
export function fileChange(path: string, before: string | null, after: string): FileChange {
  const old = before ?? "";
  if (old.length + after.length > mostCharacters) {
    return { path, diff: "@@ too long to be compared @@", added: countLines(after), removed: countLines(old) };
  }
  const lines = unifiedDiff(old, after);
  const left = lines.length - mostLines;
  const shown = left > 0 ? [...lines.slice(0, mostLines), `@@ ${left} more lines @@`] : lines;
  return { path, diff: shown.join("\n"), added: countOf(lines, "+"), removed: countOf(lines, "-") };
}

function countOf(lines: readonly string[], sign: string): number {
  return lines.filter((line) => line.startsWith(sign)).length;
}

/** A last line without a line break counts. */
export function countLines(text: string): number {
  if (text === "") return 0;
  let count = text.endsWith("\n") ? 0 : 1;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count++;
  return count;
}
