/*
 * Go's path.Match over code points: `*` and `?` stop at `/`, `[…]` is a class that may match `/`, `\c` is a literal c.
 * Matching takes O(pattern × value) steps whatever the pattern, because a user's pattern meets untrusted values.
 */

type Token =
  | { readonly kind: "star" }
  | { readonly kind: "any" }
  | { readonly kind: "char"; readonly code: number }
  | {
      readonly kind: "class";
      readonly negated: boolean;
      readonly ranges: readonly (readonly [lo: number, hi: number])[];
    };

const slash = 0x2f;

/** Compiles a pattern into a test of a whole value, or says what is wrong with it. */
export function parsePathMatch(pattern: string): ((value: string) => boolean) | { readonly bad: string } {
  const tokens = tokenize(pattern);
  return Array.isArray(tokens) ? (value) => matchTokens(tokens, value) : (tokens as { bad: string });
}

function tokenize(pattern: string): Token[] | { readonly bad: string } {
  const chars = Array.from(pattern);
  const tokens: Token[] = [];
  let at = 0;
  while (at < chars.length) {
    const char = chars[at++] as string;
    if (char === "*") tokens.push({ kind: "star" });
    else if (char === "?") tokens.push({ kind: "any" });
    else if (char === "[") {
      const parsed = parseClass(chars, at);
      if ("bad" in parsed) return parsed;
      tokens.push(parsed.token);
      at = parsed.next;
    } else if (char === "\\") {
      const literal = chars[at++];
      if (literal === undefined) return { bad: "it ends in a lone backslash" };
      tokens.push({ kind: "char", code: codeOf(literal) });
    } else tokens.push({ kind: "char", code: codeOf(char) });
  }
  return tokens;
}

function parseClass(chars: readonly string[], from: number): { token: Token; next: number } | { bad: string } {
  const ranges: [number, number][] = [];
  let at = from;
  const negated = chars[at] === "^";
  if (negated) at++;
  while (true) {
    if (chars[at] === "]" && ranges.length > 0) return { token: { kind: "class", negated, ranges }, next: at + 1 };
    const lo = classMember(chars, at);
    if ("bad" in lo) return lo;
    at = lo.next;
    if (chars[at] !== "-") {
      ranges.push([lo.code, lo.code]);
      continue;
    }
    const hi = classMember(chars, at + 1);
    if ("bad" in hi) return hi;
    at = hi.next;
    ranges.push([lo.code, hi.code]);
  }
}

function classMember(chars: readonly string[], at: number): { code: number; next: number } | { bad: string } {
  const char = chars[at];
  if (char === undefined) return { bad: "a [class] is not closed" };
  if (char === "]") return { bad: "a [class] is empty" };
  if (char === "-") return { bad: 'a "-" inside a [class] must be written "\\-"' };
  if (char !== "\\") return { code: codeOf(char), next: at + 1 };
  const literal = chars[at + 1];
  if (literal === undefined) return { bad: "a [class] is not closed" };
  return { code: codeOf(literal), next: at + 2 };
}

/**
 * Walks the value once with the set of pattern positions that can be reached so far. A two-pointer walk would be wrong
 * here: a class may match the `/` that a star may not, so an earlier star can still matter.
 */
function matchTokens(tokens: readonly Token[], value: string): boolean {
  let reached = new Uint8Array(tokens.length + 1);
  reached[0] = 1;
  skipStars(tokens, reached);
  for (const char of value) {
    const code = codeOf(char);
    const next = new Uint8Array(tokens.length + 1);
    for (let at = 0; at < tokens.length; at++) {
      const token = tokens[at] as Token;
      if (!reached[at] || !accepts(token, code)) continue;
      next[token.kind === "star" ? at : at + 1] = 1;
    }
    skipStars(tokens, next);
    reached = next;
  }
  return reached[tokens.length] === 1;
}

function skipStars(tokens: readonly Token[], reached: Uint8Array): void {
  for (let at = 0; at < tokens.length; at++) if (reached[at] && tokens[at]?.kind === "star") reached[at + 1] = 1;
}

function accepts(token: Token, code: number): boolean {
  switch (token.kind) {
    case "star":
    case "any":
      return code !== slash;
    case "char":
      return token.code === code;
    case "class":
      return token.ranges.some(([lo, hi]) => lo <= code && code <= hi) !== token.negated;
  }
}

function codeOf(char: string): number {
  return char.codePointAt(0) as number;
}
