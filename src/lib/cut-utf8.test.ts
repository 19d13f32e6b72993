import { describe, expect, it } from "vitest";
import { firstBytes, lastBytes } from "./cut-utf8.ts";

describe("cutting text by bytes", () => {
  it.each([
    ["shorter than the limit", "abc", 5, "abc", "abc"],
    ["as long as the limit", "abc", 3, "abc", "abc"],
    ["plain letters", "abcdef", 2, "ab", "ef"],
    ["two bytes each, cut between", "ääää", 4, "ää", "ää"],
    ["two bytes each, cut within", "ääää", 5, "ää", "ää"],
    ["four bytes each, cut within", "😀😀", 7, "😀", "😀"],
    ["less than one character", "😀", 3, "", ""],
    ["nothing", "abc", 0, "", ""],
  ])("%s", (_what, text, limit, first, last) => {
    expect(firstBytes(text, limit)).toBe(first);
    expect(lastBytes(text, limit)).toBe(last);
  });
});
