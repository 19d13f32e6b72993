import { RE2JS } from "re2js";

/*
 * Every dialect's condition on the name of a tool can be said as a regular expression for the whole name. From there it can
 * be said in a target's own terms if these mean exactly the same.
 */

/** A name that no regular expression could read in another way. */
const plainName = /^[\w:/ -]+$/;

/** The names that an expression lists; null when it is more than a list. */
export function namesIn(pattern: string): readonly string[] | null {
  const names = pattern.split("|");
  return names.every((name) => plainName.test(name)) ? names : null;
}

/** An expression for exactly this text. */
export function literally(text: string): string {
  return plainName.test(text) ? text : RE2JS.quote(text);
}

/** An expression for whatever one of these is for. */
export function anyOf(patterns: readonly string[]): string {
  const [only, ...others] = [...new Set(patterns)];
  if (others.length === 0) return only ?? "";
  const areLists = patterns.every((pattern) => namesIn(pattern) !== null);
  return [...new Set(patterns)].map((pattern) => (areLists ? pattern : `(?:${pattern})`)).join("|");
}

/** An expression for a whole name in which this one is found. */
export function foundAnywhere(pattern: string): string {
  return insideAnchors(pattern) ?? `(?s:.*)(?:${pattern})(?s:.*)`;
}

/** The same expression without anchors, which say nothing of a whole name. */
export function unanchored(pattern: string): string {
  return insideAnchors(pattern) ?? pattern;
}

/** What stands between the two anchors if these are about all of it. */
function insideAnchors(pattern: string): string | null {
  const whole = /^\^(?:\(\?:(.*)\)|\(([\w:/ |-]+)\)|([\w:/ -]+))\$$/.exec(pattern);
  const inside = whole?.[1] ?? whole?.[2] ?? whole?.[3];
  return inside !== undefined && isBalanced(inside) ? inside : null;
}

/** An expression that is found in a name if and only if the whole name fits this one. */
export function asSearch(pattern: string): string {
  return `^(?:${pattern})$`;
}

/** Without this, `^(?:a)|(?:b)$` would be taken for something in one pair of brackets. */
function isBalanced(pattern: string): boolean {
  try {
    RE2JS.compile(pattern);
    return true;
  } catch {
    return false;
  }
}

const anyButSlash = "[^/]";

/** An expression for what a pattern of AGH's is for: `*` and `?` stop at a slash. */
export function fromPathMatch(pattern: string): string {
  let written = "";
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern[at] as string;
    if (char === "*") written += `${anyButSlash}*`;
    else if (char === "?") written += anyButSlash;
    else if (char === "\\") written += RE2JS.quote(pattern[++at] ?? "");
    else if (char === "[") {
      const end = endOfClass(pattern, at);
      written += pattern.slice(at, end).replace(/^\[\^?\]/, (start) => `${start.slice(0, -1)}\\]`);
      at = end - 1;
    } else written += plainName.test(char) ? char : RE2JS.quote(char);
  }
  return written;
}

function endOfClass(pattern: string, from: number): number {
  let at = from + (pattern[from + 1] === "^" ? 2 : 1);
  // The first member may be the bracket itself.
  for (let isFirst = true; at < pattern.length && (isFirst || pattern[at] !== "]"); isFirst = false)
    at += pattern[at] === "\\" ? 2 : 1;
  return at + 1;
}

const pathMatchParts = /\[\^\/\]\*|\[\^\/\]|\[\^?[\w-]+\]|\\([^\w])|[\w:/ -]/y;

/** The pattern of AGH's that is for exactly the same names; null when there is none. */
export function toPathMatch(pattern: string): string | null {
  let written = "";
  pathMatchParts.lastIndex = 0;
  while (pathMatchParts.lastIndex < pattern.length) {
    const part = pathMatchParts.exec(pattern);
    if (!part) return null;
    if (part[0] === `${anyButSlash}*`) written += "*";
    else if (part[0] === anyButSlash) written += "?";
    else if (part[1] !== undefined) written += /[*?[\]\\]/.test(part[1]) ? `\\${part[1]}` : part[1];
    else written += part[0];
  }
  // AGH takes blanks away at both ends, and a lone star holds for calls without a name as well.
  return written === "" || written === "*" || written !== written.trim() ? null : written;
}

/** Tells whether a whole name fits. */
export function fits(pattern: string): (name: string) => boolean {
  const expression = RE2JS.compile(pattern);
  return (name) => expression.testExact(name);
}
