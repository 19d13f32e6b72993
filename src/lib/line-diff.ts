export interface DiffLine {
  readonly kind: "same" | "removed" | "added";
  readonly text: string;
}

/** Beyond this many lines of a differing middle part the two are shown one after the other. */
const mostCells = 4_000_000;

/** Says which lines were removed and added on the way from one text to another, the fewest there can be. */
export function diffLines(before: string, after: string): DiffLine[] {
  const old = linesOf(before);
  const now = linesOf(after);
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let end = 0;
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end++;
  const same = (text: string): DiffLine => ({ kind: "same", text });
  return [
    ...old.slice(0, start).map(same),
    ...middle(old.slice(start, old.length - end), now.slice(start, now.length - end)),
    ...old.slice(old.length - end).map(same),
  ];
}

/** The changed lines of a diff with some lines around them; `@@` lines stand for what is left out. */
export function unifiedDiff(before: string, after: string, around = 3): string[] {
  const lines = diffLines(before, after);
  const isShown = lines.map((_, index) =>
    lines.slice(Math.max(0, index - around), index + around + 1).some(({ kind }) => kind !== "same"),
  );
  const signs = { same: " ", removed: "-", added: "+" } as const;
  return lines.flatMap(({ kind, text }, index) => {
    if (!isShown[index]) return [];
    const opens = index > 0 && !isShown[index - 1];
    return [...(opens ? [`@@ line ${lineNumber(lines, index)} @@`] : []), `${signs[kind]}${text}`];
  });
}

function lineNumber(lines: readonly DiffLine[], index: number): number {
  return lines.slice(0, index).filter(({ kind }) => kind !== "removed").length + 1;
}

function linesOf(text: string): string[] {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** The longest common subsequence, by the table that everybody knows. */
function middle(old: readonly string[], now: readonly string[]): DiffLine[] {
  const removed = old.map((text): DiffLine => ({ kind: "removed", text }));
  const added = now.map((text): DiffLine => ({ kind: "added", text }));
  if (old.length * now.length > mostCells || old.length === 0 || now.length === 0) return [...removed, ...added];
  const width = now.length + 1;
  const lengths = new Uint32Array((old.length + 1) * width);
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0;
  for (let row = old.length - 1; row >= 0; row--) {
    for (let column = now.length - 1; column >= 0; column--) {
      lengths[row * width + column] =
        old[row] === now[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const lines: DiffLine[] = [];
  let row = 0;
  let column = 0;
  while (row < old.length || column < now.length) {
    const text = old[row];
    if (text !== undefined && text === now[column]) {
      lines.push({ kind: "same", text });
      row++;
      column++;
    } else if (column >= now.length || (row < old.length && at(row + 1, column) >= at(row, column + 1)))
      lines.push(removed[row++] as DiffLine);
    else lines.push(added[column++] as DiffLine);
  }
  return lines;
}
