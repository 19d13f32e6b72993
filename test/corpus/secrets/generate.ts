/*
 * Fake secrets are made when they are needed, from templates and a fixed seed: a repository that held them as text would
 * set off every scanner that looks at it. `{hex:32}` is 32 random characters of that alphabet, and « » mark what must go.
 */

const alphabets = {
  hex: "0123456789abcdef",
  HEX: "0123456789ABCDEF",
  num: "0123456789",
  low: "abcdefghijklmnopqrstuvwxyz0123456789",
  up: "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
  b32: "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567",
  bech: "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L",
  let: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
  any: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
  url: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_",
  b64: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
  crypt: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789./",
} as const;
type Alphabet = keyof typeof alphabets;

/** A source of numbers below a bound that gives the same ones for the same seed. */
export type Random = (below: number) => number;

export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** Fills in a template's random parts. Every run of eight has a digit and a letter where the alphabet has both. */
export function fill(template: string, random: Random): string {
  return template
    .replaceAll("{uuid}", "{hex:8}-{hex:4}-4{hex:3}-a{hex:3}-{hex:12}")
    .replace(/\{(\w+):(\d+)\}/g, (_all, alphabet: string, length: string) => {
      return randomText(alphabets[alphabet as Alphabet], Number(length), random);
    })
    .replace(/\{base64 ([^}]*)\}/g, (_all, text: string) => Buffer.from(text).toString("base64"))
    .replace(/\{base64url ([^~]*)~\}/g, (_all, text: string) => Buffer.from(text).toString("base64url"));
}

function randomText(alphabet: string, length: number, random: Random): string {
  let text = "";
  for (let at = 0; at < length; at++) {
    const isDigitsTurn = at % 8 === 3 && /\d/.test(alphabet);
    const isLettersTurn = at % 8 === 6 && /[A-Za-z]/.test(alphabet);
    const choice = isDigitsTurn ? digitsOf(alphabet) : isLettersTurn ? alphabet.replace(/[^A-Za-z]/g, "") : alphabet;
    text += choice[random(choice.length)];
  }
  return text;
}

function digitsOf(alphabet: string): string {
  return alphabet.replace(/\D/g, "");
}

export interface Sample {
  readonly id: string;
  readonly text: string;
  /** The secrets in it, in order. */
  readonly secrets: readonly string[];
  /** The text as redaction must leave it. */
  readonly expected: string;
}

/** Makes a sample of a template whose secrets stand between « and ». */
export function makeSample(id: string, template: string, random: Random): Sample {
  const marked = fill(template, random);
  return {
    id,
    text: marked.replace(/[«»]/g, ""),
    secrets: [...marked.matchAll(/«([^»]*)»/g)].map(([, secret = ""]) => secret),
    expected: marked.replace(/«[^»]*»/g, "[REDACTED]"),
  };
}
