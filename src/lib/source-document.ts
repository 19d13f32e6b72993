/** Where a value stands in a document: keys and list positions from the root. */
export type KeyPath = readonly (string | number)[];

/** A parsed file whose values can be traced back to their lines. */
export interface SourceDocument {
  readonly value: Readonly<Record<string, unknown>>;
  /** The line of a key, or of the nearest thing around it. Costs nothing until it is asked. */
  readonly lineOf: (path: KeyPath) => number;
}

/** Why a text is not a document, and on which line. */
export interface Unparsed {
  readonly bad: string;
  readonly line: number;
  /** Where in the text the parser gave up, if it says so. */
  readonly offset?: number;
}

/** Makes a document out of a value and a function that lists the line of every key, which is called at most once. */
export function documentOf(
  value: Readonly<Record<string, unknown>>,
  firstLine: number,
  listLines: () => ReadonlyMap<string, number>,
): SourceDocument {
  let lines: ReadonlyMap<string, number> | null = null;
  return {
    value,
    lineOf(path) {
      lines ??= listLines();
      for (let length = path.length; length > 0; length--) {
        const line = lines.get(keyOf(path.slice(0, length)));
        if (line !== undefined) return line;
      }
      return firstLine;
    },
  };
}

/** The name of a path in a table of lines. */
export function keyOf(path: KeyPath): string {
  return path.join("\u0000");
}

export function isTable(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Turns offsets of a text into line numbers, in whatever order they are asked. */
export function lineTable(text: string, firstLine: number): (offset: number) => number {
  let ends: number[] | null = null;
  return (offset) => {
    ends ??= Array.from(text.matchAll(/\n/g), ({ index }) => index);
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    return firstLine + low;
  };
}

/** Turns offsets of a text into line numbers; offsets must be asked in ascending order. */
export function lineCounter(text: string, firstLine: number): (offset: number) => number {
  let line = firstLine;
  let next = text.indexOf("\n");
  return (offset) => {
    while (next !== -1 && next < offset) {
      line++;
      next = text.indexOf("\n", next + 1);
    }
    return line;
  };
}
