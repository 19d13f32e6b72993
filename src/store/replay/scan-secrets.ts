/** How often each kind of secret was found. */
export type Hits = Readonly<Record<string, number>>;

export interface Scanned<T> {
  readonly value: T;
  readonly hits: Hits;
}

/** Shorter texts hold none of these secrets, or none worth the search. */
const shortestText = 20;

/** Finds one kind of secret. Every pattern looks at each character a bounded number of times, whatever the text is. */
interface SecretKind {
  readonly kind: string;
  readonly find: (text: string, from: number) => readonly [start: number, end: number] | null;
}

const withPattern = (kind: string, pattern: RegExp): SecretKind => ({
  kind,
  find(text, from) {
    pattern.lastIndex = from;
    const found = pattern.exec(text);
    return found && [found.index, found.index + found[0].length];
  },
});

/**
 * Agentao's list, in its order: from those that cannot be mistaken to those that are only a name and a value. The runs at
 * the end of a pattern are taken whole; a minimum before them that fails has looked at no more than that minimum.
 */
const kinds: readonly SecretKind[] = [
  { kind: "private_key_block", find: findKeyBlock },
  withPattern("anthropic_api_key", /(?<!\w)sk-ant-[\w-]{40,}/g),
  withPattern("openai_api_key", /(?<!\w)sk-(?:proj-)?[\w-]{20,}/g),
  withPattern("google_api_key", /(?<!\w)AIza[\w-]{35}(?!\w)/g),
  withPattern("aws_access_key", /(?<!\w)(?:AKIA|ASIA)[0-9A-Z]{16}(?!\w)/g),
  withPattern("github_token", /(?<!\w)gh[pousr]_[A-Za-z0-9]{36,}/g),
  withPattern("slack_token", /(?<!\w)xox[baprs]-[A-Za-z0-9-]{10,}/g),
  { kind: "jwt", find: findJwt },
  withPattern("bearer", /(?<!\w)bearer\s{1,16}[\w.=+/-]{20,}/gi),
  withPattern("bearer", /(?<!\w)authorization\s{0,16}[:=]\s{0,16}(?:bearer\s{1,16})?[\w.=+/-]{20,}/gi),
  withPattern(
    "kv_secret",
    /(?<!\w)(?:api[_-]?key|token|secret|password|passwd)["']?\s{0,16}[:=]\s{0,16}["']?(?!\[REDACTED:)[^\s"']{8,}["']?/gi,
  ),
];

/** Replaces every secret in a text by the name of its kind. */
export function scanText(text: string): Scanned<string> {
  if (text.length < shortestText) return { value: text, hits: {} };
  let value = text;
  const hits: Record<string, number> = {};
  for (const { kind, find } of kinds) {
    const cleaned = replaceAll(value, find, `[REDACTED:${kind}]`);
    value = cleaned.text;
    if (cleaned.count > 0) hits[kind] = (hits[kind] ?? 0) + cleaned.count;
  }
  return { value, hits };
}

/** Does the same with every text inside a value. */
export function scanValue(value: unknown): Scanned<unknown> {
  if (typeof value === "string") return scanText(value);
  if (typeof value !== "object" || value === null) return { value, hits: {} };
  if (Array.isArray(value)) {
    const scanned = value.map(scanValue);
    return { value: scanned.map((one) => one.value), hits: addHits(scanned.map(({ hits }) => hits)) };
  }
  const scanned = Object.entries(value).map(([key, inner]) => [key, scanValue(inner)] as const);
  return {
    value: Object.fromEntries(scanned.map(([key, one]) => [key, one.value])),
    hits: addHits(scanned.map(([, { hits }]) => hits)),
  };
}

export function addHits(all: readonly Hits[]): Hits {
  const sum: Record<string, number> = {};
  for (const hits of all) for (const [kind, count] of Object.entries(hits)) sum[kind] = (sum[kind] ?? 0) + count;
  return sum;
}

function replaceAll(text: string, find: SecretKind["find"], word: string): { text: string; count: number } {
  const pieces: string[] = [];
  let end = 0;
  let count = 0;
  for (let found = find(text, 0); found !== null; found = find(text, end)) {
    pieces.push(text.slice(end, found[0]), word);
    end = found[1];
    count++;
  }
  return count === 0 ? { text, count } : { text: pieces.join("") + text.slice(end), count };
}

const keyBegin = /-----BEGIN [A-Z ]{0,40}KEY-----/g;
const keyEnd = /-----END [A-Z ]{0,40}KEY-----/g;

/** A text may have many beginnings and no end: an end is looked for once, and its absence ends the search. */
function findKeyBlock(text: string, from: number): readonly [number, number] | null {
  keyBegin.lastIndex = from;
  const begin = keyBegin.exec(text);
  if (!begin) return null;
  keyEnd.lastIndex = keyBegin.lastIndex + 1;
  return keyEnd.test(text) ? [begin.index, keyEnd.lastIndex] : null;
}

const shortestPart = 8;
const secondPart = /\.eyJ[\w-]{8}/g;

/** Walks outwards from the dot before the second part, so that no part is looked at more than a few times. */
function findJwt(text: string, from: number): readonly [number, number] | null {
  let searchFrom = from;
  for (;;) {
    secondPart.lastIndex = searchFrom;
    const dot = secondPart.exec(text)?.index;
    if (dot === undefined) return null;
    const first = partStart(text, dot, searchFrom);
    const start = headerAt(text, first, dot);
    const secondEnd = partEnd(text, dot + 1);
    const end = text[secondEnd] === "." ? partEnd(text, secondEnd + 1) : -1;
    if (start >= 0 && end - secondEnd - 1 >= shortestPart) return [start, end];
    // The second part may be the first of another token.
    searchFrom = dot + 1;
  }
}

function headerAt(text: string, runStart: number, dot: number): number {
  const start = text.slice(runStart, dot).search(/(?<!\w)eyJ/);
  return start >= 0 && dot - runStart - start - 3 >= shortestPart ? runStart + start : -1;
}

function partStart(text: string, end: number, from: number): number {
  let at = end;
  while (at > from && isPartCharacter(text.charCodeAt(at - 1))) at--;
  return at;
}

function partEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && isPartCharacter(text.charCodeAt(at))) at++;
  return at;
}

function isPartCharacter(code: number): boolean {
  const isLetter = (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
  return isLetter || (code >= 48 && code <= 57) || code === 45 || code === 95;
}
