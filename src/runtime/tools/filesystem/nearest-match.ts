const mostLinesShown = 12;
const mostLinesCompared = 50_000;
const leastLikeness = 0.5;

/** Says which part of a text comes closest to the text that is not in it, for whoever has to correct an edit. */
export function describeNearest(text: string, wanted: string): string {
  const lines = text.split(/\r?\n/).slice(0, mostLinesCompared);
  const wantedLines = trimEmptyEnds(wanted.split(/\r?\n/));
  if (wantedLines.length === 0) return "It consists of white space alone.";
  const blank = findIgnoringBlanks(lines, wantedLines);
  if (blank !== -1) return `Only blanks and tabs differ from ${excerpt(lines, blank, wantedLines.length)}`;
  const nearest = mostAlike(lines, wantedLines);
  return nearest === -1
    ? "Nothing in the file comes close."
    : `Closest is ${excerpt(lines, nearest, wantedLines.length)}`;
}

function trimEmptyEnds(lines: readonly string[]): readonly string[] {
  const isFilled = (line: string) => line.trim() !== "";
  const first = lines.findIndex(isFilled);
  return first === -1 ? [] : lines.slice(first, lines.findLastIndex(isFilled) + 1);
}

function withoutBlanks(line: string): string {
  return line.replaceAll(/\s+/g, "");
}

function findIgnoringBlanks(lines: readonly string[], wanted: readonly string[]): number {
  const bare = lines.map(withoutBlanks);
  const bareWanted = wanted.map(withoutBlanks);
  const isAt = (start: number) =>
    bareWanted.every((line, index) => {
      const other = bare[start + index];
      // The first and the last line may be parts of theirs.
      if (index === 0 && wanted.length === 1) return other?.includes(line);
      if (index === 0) return other?.endsWith(line);
      return index === wanted.length - 1 ? other?.startsWith(line) : other === line;
    });
  return bare.findIndex((_, start) => isAt(start));
}

/** Where most of the lines are equal or, if none are, where the first line is most alike. */
function mostAlike(lines: readonly string[], wanted: readonly string[]): number {
  const equal = mostEqualLines(lines, wanted);
  if (equal !== -1) return equal;
  const pairs = pairsOf(wanted[0] ?? "");
  let best = -1;
  let bestLikeness = leastLikeness;
  for (const [index, line] of lines.entries()) {
    const likeness = likenessOf(pairs, line);
    if (likeness > bestLikeness) [best, bestLikeness] = [index, likeness];
  }
  return best;
}

/** Every equal line votes for the start that would put it in its place. Short ones, such as a lone bracket, say nothing. */
function mostEqualLines(lines: readonly string[], wanted: readonly string[]): number {
  const offsets = Map.groupBy(wanted.keys(), (index) => (wanted[index] ?? "").trim());
  const votes = new Map<number, number>();
  for (const [index, line] of lines.entries()) {
    const trimmed = line.trim();
    if (trimmed.length < 4) continue;
    for (const offset of offsets.get(trimmed)?.slice(0, mostLinesShown) ?? []) {
      const start = Math.max(0, index - offset);
      votes.set(start, (votes.get(start) ?? 0) + 1);
    }
  }
  let best = -1;
  for (const [start, count] of votes) if (count > (votes.get(best) ?? 0)) best = start;
  return best;
}

function pairsOf(line: string): ReadonlySet<string> {
  const bare = withoutBlanks(line).slice(0, 500);
  return new Set(Array.from({ length: Math.max(0, bare.length - 1) }, (_, at) => bare.slice(at, at + 2)));
}

/** Dice's measure over pairs of characters: 1 for the same, 0 for nothing in common. */
function likenessOf(pairs: ReadonlySet<string>, line: string): number {
  const others = pairsOf(line);
  const sum = pairs.size + others.size;
  const shared = [...others].filter((pair) => pairs.has(pair)).length;
  return sum === 0 ? 0 : (2 * shared) / sum;
}

function excerpt(lines: readonly string[], start: number, count: number): string {
  const shown = lines.slice(start, start + Math.min(count, mostLinesShown));
  const text = shown.map((line) => (line.length <= 300 ? line : `${line.slice(0, 300)}…`)).join("\n");
  return `line ${start + 1}:\n${text}\n`;
}
