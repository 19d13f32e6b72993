import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileCondition } from "./matcher.ts";
import { parsePathMatch } from "./path-match.ts";

function matches(pattern: string, value: string): boolean {
  const test = parsePathMatch(pattern);
  return typeof test === "function" && test(value);
}

describe("parsePathMatch", () => {
  it.each<[pattern: string, value: string, expected: boolean]>([
    ["abc", "abc", true],
    ["*", "abc", true],
    ["*c", "abc", true],
    ["a*", "a", true],
    ["a*", "abc", true],
    ["a*", "ab/c", false],
    ["a*/b", "abc/b", true],
    ["a*/b", "a/c/b", false],
    ["a*b*c*d*e*/f", "axbxcxdxe/f", true],
    ["a*b*c*d*e*/f", "axbxcxdxexxx/f", true],
    ["a*b*c*d*e*/f", "axbxcxdxe/xxx/f", false],
    ["a*b?c*x", "abxbbxdbxebxczzx", true],
    ["a*b?c*x", "abxbbxdbxebxczzy", false],
    ["ab[c]", "abc", true],
    ["ab[b-d]", "abc", true],
    ["ab[e-g]", "abc", false],
    ["ab[^c]", "abc", false],
    ["ab[^e-g]", "abc", true],
    ["a\\*b", "a*b", true],
    ["a\\*b", "ab", false],
    ["a?b", "a☺b", true],
    ["a[^a]b", "a☺b", true],
    ["a???b", "a☺b", false],
    ["[a-ζ]*", "α", true],
    ["*[a-ζ]", "A", false],
    ["a?b", "a/b", false],
    ["a*b", "a/b", false],
    ["a[/]b", "a/b", true],
    ["a[^x]b", "a/b", true],
    ["[\\]a]", "]", true],
    ["[\\-]", "-", true],
    ["[x\\-]", "x", true],
    ["[!a]", "!", true],
    ["[!a]", "b", false],
    ["[z-a]x*", "bx", false],
    ["a]b*", "a]bc", true],
    ["*x", "xxx", true],
    ["", "", true],
    ["/workspace/*", "/workspace/alpha", true],
    ["/workspace/*", "/workspace/a/b", false],
    ["fs/*", "fs/read", true],
    ["*[/a]*b", "a/b", true],
    ["?", "😀", true],
  ])("C069 path.Match: %j on %j is %s", (pattern, value, expected) => {
    expect(matches(pattern, value)).toBe(expected);
  });

  it.each([
    ["[", "not closed"],
    ["[a", "not closed"],
    ["[^", "not closed"],
    ["[^bc", "not closed"],
    ["[]", "empty"],
    ["[^]", "empty"],
    ["[]a]", "empty"],
    ["[-]", '"\\-"'],
    ["[-x]", '"\\-"'],
    ["[x-]", "empty"],
    ["[a-b-c]", '"\\-"'],
    ["*\\", "lone backslash"],
    ["a*[", "not closed"],
    ["zzz[", "not closed"],
  ])("C069 path.Match: %j is a bad pattern", (pattern, why) => {
    expect(parsePathMatch(pattern)).toEqual({ bad: expect.stringContaining(why) });
  });

  it("C069 path.Match: 5,000 random patterns agree with a slow reference", () => {
    const piece = fc.constantFrom(
      "*",
      "?",
      "a",
      "b",
      "/",
      "[ab]",
      "[^a]",
      "[a-c]",
      "[/b]",
      "\\*",
      "é",
      "]",
      "[",
      "\\",
      "-",
    );
    const pattern = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(""));
    const value = fc
      .array(fc.constantFrom("a", "b", "c", "/", "*", "é", "]", "-"), { maxLength: 8 })
      .map((chars) => chars.join(""));
    fc.assert(
      fc.property(pattern, fc.array(value, { minLength: 4, maxLength: 4 }), (wildcard, values) => {
        const reference = compileReference(wildcard);
        const compiled = parsePathMatch(wildcard);
        if (reference === null) return typeof compiled !== "function";
        if (typeof compiled !== "function") return false;
        return values.every((text) => compiled(text) === reference.test(text));
      }),
      { numRuns: 5_000 },
    );
  });

  it("takes linear time on patterns that make backtracking matchers hang", () => {
    expect(matches(`${"*a".repeat(40)}b`, "a".repeat(5_000))).toBe(false);
  });
});

/** The grammar as one regular expression, built piece by piece; null for a bad pattern. */
function compileReference(pattern: string): RegExp | null {
  const member = String.raw`(?:\\[\s\S]|[^\\\]\-])`;
  const token = new RegExp(String.raw`\*|\?|\[\^?(?:${member}(?:-${member})?)+\]|\\[\s\S]|[^\\[]`, "uy");
  let source = "";
  while (token.lastIndex < pattern.length) {
    const found = token.exec(pattern)?.[0];
    if (found === undefined) return null;
    if (found === "*") source += "[^/]*";
    else if (found === "?") source += "[^/]";
    else if (found.startsWith("[") && found.length > 1) source += classSource(found, member);
    else source += escaped(found.replace(/^\\/, ""));
  }
  return new RegExp(`^(?:${source})$`, "u");
}

function classSource(found: string, member: string): string {
  const negated = found.startsWith("[^");
  const inner = found.slice(negated ? 2 : 1, -1);
  const ranges = [...inner.matchAll(new RegExp(`(${member})(?:-(${member}))?`, "gu"))]
    .map(([, lo, hi]) => [bare(lo), bare(hi ?? lo)] as const)
    .filter(([lo, hi]) => lo <= hi)
    .map(([lo, hi]) => `${escaped(lo)}-${escaped(hi)}`);
  if (ranges.length === 0) return negated ? "[\\s\\S]" : "[^\\s\\S]";
  return `[${negated ? "^" : ""}${ranges.join("")}]`;
}

const bare = (member = "") => (member.startsWith("\\") ? member.slice(1) : member);
const escaped = (char: string) => `\\u{${char.codePointAt(0)?.toString(16)}}`;

describe("compileCondition", () => {
  it.each<[sentence: string, pattern: string | boolean, value: unknown, expected: boolean]>([
    ["C068 an empty pattern matches everything", "", "a/b", true],
    ["C068 an empty pattern matches an absent value", " ", undefined, true],
    ["C068 a star alone matches values with a slash", "*", "a/b", true],
    ["C068 a star alone matches an absent value", "*", undefined, true],
    ["patterns and values are trimmed", " fs ", "  fs", true],
    ["matching is case-sensitive", "FS", "fs", false],
    ["without wildcard characters a backslash is literal", "a\\b", "a\\b", true],
    ["an exact pattern does not match an absent value", "fs", undefined, false],
    ["a number is not text", "5", 5, false],
    ["read-only true wants true", true, true, true],
    ["read-only true refuses an absent value", true, undefined, false],
    ["read-only false takes an absent value as false", false, undefined, true],
    ["read-only false refuses true", false, true, false],
  ])("%s", (_sentence, pattern, value, expected) => {
    const condition = compileCondition("key", "path", pattern);
    expect("test" in condition && condition.test(value)).toBe(expected);
  });

  it("says what is wrong with a bad pattern", () => {
    expect(compileCondition("tool_name", "tool_name", "Edit[")).toEqual({ bad: "a [class] is not closed" });
  });
});
