import { hasLettersAndDigits, isSlug } from "./looks-random.ts";
import { distinct, isPlaceholder } from "./placeholder.ts";
import { found as foundAt, type Look, nothing, type PatternRule } from "./rule.ts";

/** Tries a rule's pattern at one place of the text. */
export function applyPattern(rule: PatternRule, text: string, at: number): Look {
  const pattern = compiled(rule);
  pattern.lastIndex = at - (rule.back ?? 0);
  if (pattern.lastIndex < 0) return nothing;
  const found = pattern.exec(text);
  if (!found) return nothing;
  const [start, end] = found.indices?.groups?.secret ?? [found.index, found.index + found[0].length];
  if (isSecret(rule, text.slice(start, end), text, start)) return foundAt(start, fullEnd(text, start, end));
  // Another may begin near its end: `ghp_xxxx…` with a real one behind it.
  return { secret: null, done: end - nearEnd };
}

/** Patterns have bounds. A token that is longer than its issuer promised must not leave its end behind. */
function fullEnd(text: string, start: number, end: number): number {
  if (end - start < longestLook / 2) return end;
  restOfToken.lastIndex = end;
  return restOfToken.test(text) ? restOfToken.lastIndex : end;
}

const restOfToken = /[A-Za-z0-9+/_=-]+/y;
const longestLook = 256;
const nearEnd = 100;
const patterns = new WeakMap<PatternRule, RegExp>();

function compiled(rule: PatternRule): RegExp {
  let pattern = patterns.get(rule);
  if (!pattern) {
    pattern = new RegExp(rule.pattern, rule.anyCase ? "dyi" : "dy");
    patterns.set(rule, pattern);
  }
  return pattern;
}

function isSecret(rule: PatternRule, secret: string, text: string, start: number): boolean {
  if (rule.confirm?.(secret)) return true;
  // The first few hundred characters tell; some kinds of token run to thousands.
  const head = secret.slice(0, longestLook);
  return looksRight(rule, head) && !isPlaceholder(head) && !rule.refute?.(secret, text, start);
}

function looksRight({ looks = "token" }: PatternRule, secret: string): boolean {
  switch (looks) {
    case "anything":
      return true;
    case "password":
      return secret.length >= 3;
    case "mixed":
      return hasVariety(secret) && hasLettersAndDigits(secret) && !isSlug(secret);
    case "token":
      return hasVariety(secret);
  }
}

function hasVariety(secret: string): boolean {
  const enough = secret.length >= 24 ? 8 : 6;
  return distinct(secret, enough) >= enough;
}

const longestWrapped = 600;
/** So much must stand before the break: a list of prefixes, one per line, is no token. */
const shortestPiece = 12;
const lineBreak = /\\?\r?\n[ \t]{0,16}(?=[A-Za-z0-9_+/=-])/g;

/** Tries the pattern as if the text went on in the same line. Only tokens that are known by their first letters are tried. */
export function applyAcrossLines(rule: PatternRule, text: string, at: number): Look {
  if (rule.back !== undefined || rule.anyCase || rule.pattern.includes("?<secret>")) return nothing;
  const pattern = compiled(rule);
  const newline = text.slice(at, at + 200).indexOf("\n");
  if (newline < shortestPiece || /[\s"'`<>()]/.test(text.slice(at, at + newline - 1))) return nothing;
  // One character more in front, because some patterns look at it.
  const from = Math.max(0, at - 1);
  const cuts: { at: number; length: number }[] = [];
  const joined = text.slice(from, at + longestWrapped).replace(lineBreak, (cut: string, offset: number) => {
    if (cuts.length >= 2 || from + offset < at) return cut;
    cuts.push({ at: offset, length: cut.length });
    return "";
  });
  pattern.lastIndex = at - from;
  const found = pattern.exec(joined);
  if (!found || !hasLettersAndDigits(found[0]) || !isSecret(rule, found[0], text, at)) return nothing;
  let end = at - from + found[0].length;
  for (const cut of cuts) if (end > cut.at) end += cut.length;
  return foundAt(at, from + end);
}
