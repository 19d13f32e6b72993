import { readFileSync } from "node:fs";

/** A declaration is rarely longer. */
const farthest = 40;

/**
 * The line on which a declaration writes a key, as far as a look at the text tells; the declaration's own line where it does
 * not. The first key that is found counts.
 */
export function lineOfKey(
  file: string | null,
  line: number | null,
  keys: readonly string[],
  dialect: string,
): number | null {
  const lines = file === null || line === null ? null : linesOf(file);
  if (lines === null || line === null) return line;
  const nearby = distances(dialect, keys).map((distance) => line + distance);
  const lineWith = (wanted: readonly string[]) =>
    nearby.find((number) => wanted.some((key) => writesKey(lines[number - 1] ?? "", key)));
  // What is farther away than another key of the same meaning belongs to another hook, unless all keys come after the heading.
  const isBelow = dialect === "agh" || dialect === "agent-hooks";
  const found = isBelow ? keys.map((key) => lineWith([key])).find((number) => number !== undefined) : lineWith(keys);
  return found ?? line;
}

/** A hook of docker-agent's has its matcher before it, one of Claude's before or after, the others below their heading. */
function distances(dialect: string, keys: readonly string[]): readonly number[] {
  const steps = Array.from({ length: farthest }, (_, index) => index);
  if (!keys.includes("matcher")) return steps;
  if (dialect === "docker-agent") return steps.map((step) => -step);
  return dialect === "claude" ? steps.flatMap((step) => [step, -step]) : steps;
}

function writesKey(line: string, key: string): boolean {
  for (let at = line.indexOf(key); at !== -1; at = line.indexOf(key, at + 1)) {
    const isWord = /\w/.test(line[at - 1] ?? "");
    if (!isWord && /^["']?\s*[:=]/.test(line.slice(at + key.length, at + key.length + 20))) return true;
  }
  return false;
}

function linesOf(file: string): readonly string[] | null {
  try {
    return readFileSync(file, "utf8").split("\n");
  } catch {
    return null;
  }
}
