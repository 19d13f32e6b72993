import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matchesGlob, parseGlob } from "./glob.ts";

function matches(pattern: string, value: string): boolean {
  const glob = parseGlob(pattern);
  if ("bad" in glob) throw new Error(glob.bad);
  return matchesGlob(glob, value);
}

describe("a pattern fits the whole value", () => {
  it.each<[pattern: string, value: string, fits: boolean]>([
    ["shell", "shell", true],
    ["shell", "Shell", true],
    ["SHELL", "shell", true],
    ["shell", "shell_bg", false],
    ["", "", true],
    ["", "a", false],
    ["*", "", true],
    ["*", "a/b\nc", true],
    ["ls*", "ls", true],
    ["ls*", "ls -la /tmp\nrm", true],
    ["ls*", "als", false],
    ["*rm*", "sudo rm -rf /", true],
    ["*rm", "sudo rm", true],
    ["*rm", "rm x", false],
    ["a*b*c", "a-b-b-c", true],
    ["a*b*c", "a-c-b", false],
    ["a*a", "a", false],
    ["a*ab", "aab", true],
    ["a*ab", "ab", false],
    ["**x**", "axb", true],
    ["?", "é", true],
    ["?", "😀", true],
    ["?", "", false],
    ["*?", "😀", true],
    ["a*?😀", "ab😀", true],
    ["*[0-9]", "v7", true],
    ["*[^0-9]", "v7", false],
    ["[a-c]x", "Bx", true],
    ["[\\]]", "]", true],
    ["[-a]", "-", true],
    ["[a-]", "-", true],
    ["[ -f *", "[ -f x", true],
    ["a\\*", "a*", true],
    ["a\\*", "ab", false],
    ["a\\", "a\\", true],
    ["src/*.ts", "src/deep/x.ts", true],
    ["constructor", "constructor", true],
  ])("%j and %j: %s", (pattern, value, fits) => {
    expect(matches(pattern, value)).toBe(fits);
  });

  it.each(["[]", "[^]", "a[z-a]*"])("%j is refused", (pattern) => {
    expect(parseGlob(pattern)).toHaveProperty("bad");
  });

  it("agrees with a regular expression of the same meaning", () => {
    const letter = fc.constantFrom("a", "b", "/", "\n", "😀", "é");
    const piece = fc.constantFrom("*", "?", "a", "b", "[ab]", "[^a]", "/");
    const translated = (pieces: readonly string[]) =>
      new RegExp(`^${pieces.map((one) => ({ "*": ".*", "?": "." })[one] ?? one).join("")}$`, "su");
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 7 }), fc.array(letter, { maxLength: 10 }), (pieces, letters) => {
        const value = letters.join("");
        return matches(pieces.join(""), value) === translated(pieces).test(value);
      }),
      { numRuns: 5_000 },
    );
  });

  it("a hostile value costs what its length costs", () => {
    const value = "a".repeat(200_000);
    expect(matches(`${"a*".repeat(30)}b`, value)).toBe(false);
    expect(matches(`*${"a?".repeat(10)}b*`, value)).toBe(false);
    expect(matches("*[ab]*[ab]*[ab]*c", value)).toBe(false);
  });
});
