import { describe, expect, it } from "vitest";
import { printable, printableJson, printableLine } from "./printable.ts";

describe("printable", () => {
  it.each<[what: string, text: string, shown: string]>([
    ["colours", "\u001b[31mred\u001b[0m", "red"],
    ["a window title", "\u001b]0;owned\u0007name", "name"],
    ["a clipboard write", "\u001b]52;c;c2VjcmV0\u0007name", "name"],
    ["a hyperlink", "\u001b]8;;http://x.test\u0007link\u001b]8;;\u0007", "link"],
    ["one-byte control sequences", "a\u009b31mb", "ab"],
    ["carriage returns and backspaces", "good\rbad\b\b\b", "goodbad"],
    ["direction marks", "a\u202eb\u2066c", "abc"],
    ["zero-width characters", "a\u200bb\ufeffc", "abc"],
    ["tag characters", "a\u{e0041}b", "ab"],
    ["nothing of ordinary text", "Grüße, 世界 👍\n\tok", "Grüße, 世界 👍\n\tok"],
  ])("strips %s", (_what, text, shown) => {
    expect(printable(text)).toBe(shown);
  });

  it("puts text on one line", () => {
    expect(printableLine(" a\r\n  b\tc ")).toBe("a b c");
  });

  it("writes JSON that a terminal does not obey and that means the same", () => {
    const value = { text: "a\u001b[31m\u009b\u202e\u007f" };
    const json = printableJson(value);
    expect(json).not.toMatch(/[\u001b\u007f-\u009f\u202e]/);
    expect(JSON.parse(json)).toEqual(value);
  });
});
