/*
 * Patterns in which `*` stands for any text (slashes and line breaks included), `?` for one character, `[a-z]` for one of
 * a class and `\c` for c itself. Upper and lower case are the same. Matching tries each part between two stars at each
 * place at most once and never goes back, so a hostile value costs what its length costs.
 */

type Piece =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "any" }
  | {
      readonly kind: "class";
      readonly negated: boolean;
      readonly ranges: readonly (readonly [lo: number, hi: number])[];
    };

/** What stands between two stars. */
type Part = readonly Piece[];

export interface Glob {
  readonly parts: readonly Part[];
  /** The text as written, for patterns that mean exactly that text, or with one star at the end everything after it. */
  readonly plain: { readonly text: string; readonly hasStar: boolean } | null;
}

/** Reads a pattern, or says what is wrong with it. */
export function parseGlob(pattern: string): Glob | { readonly bad: string } {
  const hasStar = pattern.endsWith("*");
  const text = hasStar ? pattern.slice(0, -1) : pattern;
  if (!/[*?[\\]/.test(text)) {
    const part: Part = [{ kind: "text", text: text.toLowerCase() }];
    return { parts: hasStar ? [part, []] : [part], plain: { text, hasStar } };
  }
  const parts = partsOf(pattern);
  return "bad" in parts ? parts : { parts: parts.parts, plain: null };
}

/** Says whether the whole value fits the pattern. */
export function matchesGlob({ parts }: Glob, value: string): boolean {
  const text = value.toLowerCase();
  const [first = [], ...rest] = parts;
  const last = rest.pop();
  let at = endOf(first, text, 0);
  if (last === undefined) return at === text.length;
  for (const part of rest) {
    if (at === -1) return false;
    at = findEnd(part, text, at);
  }
  return at !== -1 && endsWith(last, text, at);
}

function partsOf(pattern: string): { parts: Part[] } | { readonly bad: string } {
  const parts: Piece[][] = [[]];
  const characters = [...pattern.toLowerCase()];
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at] as string;
    const part = parts.at(-1) as Piece[];
    // Several stars in a row mean what one means.
    if (character === "*") {
      if (part.length > 0 || parts.length === 1) parts.push([]);
    } else if (character === "?") part.push({ kind: "any" });
    else if (character === "\\" && at + 1 < characters.length) addText(part, characters[++at] as string);
    else {
      const end = character === "[" ? endOfClass(characters, at) : -1;
      if (end === -1) addText(part, character);
      else {
        const found = classOf(characters.slice(at + 1, end));
        if (found === null) return { bad: "a [class] in it is empty or has a range that runs backwards" };
        part.push(found);
        at = end;
      }
    }
  }
  return { parts };
}

function addText(part: Piece[], character: string): void {
  const last = part.at(-1);
  if (last?.kind === "text") part[part.length - 1] = { kind: "text", text: last.text + character };
  else part.push({ kind: "text", text: character });
}

/** A `[` without its `]` is an ordinary character: commands have them. */
function endOfClass(characters: readonly string[], from: number): number {
  for (let at = from + 1; at < characters.length; at++) {
    if (characters[at] === "\\") at++;
    else if (characters[at] === "]") return at;
  }
  return -1;
}

function classOf(members: readonly string[]): Piece | null {
  const negated = members[0] === "^";
  const ranges: [number, number][] = [];
  let at = negated ? 1 : 0;
  const next = (): number => {
    if (members[at] === "\\" && at + 1 < members.length) at++;
    return members[at++]?.codePointAt(0) ?? 0;
  };
  while (at < members.length) {
    const lo = next();
    const isRange = members[at] === "-" && at + 1 < members.length;
    if (isRange) at++;
    const hi = isRange ? next() : lo;
    if (hi < lo) return null;
    ranges.push([lo, hi]);
  }
  return ranges.length === 0 ? null : { kind: "class", negated, ranges };
}

/** Where a part ends that begins at `from`; -1 when it does not fit there. */
function endOf(part: Part, text: string, from: number): number {
  let at = from;
  for (const piece of part) {
    if (piece.kind === "text") {
      if (!text.startsWith(piece.text, at)) return -1;
      at += piece.text.length;
      continue;
    }
    const code = text.codePointAt(at);
    if (code === undefined || !accepts(piece, code)) return -1;
    at += code > 0xffff ? 2 : 1;
  }
  return at;
}

function accepts(piece: Exclude<Piece, { kind: "text" }>, code: number): boolean {
  if (piece.kind === "any") return true;
  return piece.ranges.some(([lo, hi]) => lo <= code && code <= hi) !== piece.negated;
}

/** The end of the first place, from `from` on, where a part fits. */
function findEnd(part: Part, text: string, from: number): number {
  const [first] = part;
  for (let at = from; at <= text.length; at++) {
    // Plain text is looked for by the engine's own search, which is much faster than trying place after place.
    if (first?.kind === "text") at = text.indexOf(first.text, at);
    if (at === -1) return -1;
    const end = endOf(part, text, at);
    if (end !== -1) return end;
  }
  return -1;
}

function endsWith(part: Part, text: string, from: number): boolean {
  const length = part.reduce((sum, piece) => sum + (piece.kind === "text" ? piece.text.length : 1), 0);
  // A character beyond the basic plane takes two units, so the part may begin a little earlier.
  const wide = part.filter((piece) => piece.kind !== "text").length;
  for (let at = Math.max(from, text.length - length - wide); at <= text.length - length; at++) {
    if (isCharacterStart(text, at) && endOf(part, text, at) === text.length) return true;
  }
  return false;
}

function isCharacterStart(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return !(unit >= 0xdc00 && unit <= 0xdfff) || at === 0;
}
