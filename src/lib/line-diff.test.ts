import { expect, it } from "vitest";
import { diffLines, unifiedDiff } from "./line-diff.ts";

it.each<[before: string, after: string, expected: string[]]>([
  ["a\nb\nc\n", "a\nb\nc\n", []],
  ["a\nb\nc\n", "a\nx\nc\n", [" a", "-b", "+x", " c"]],
  ["", "a\n", ["+a"]],
  ["a\n", "", ["-a"]],
  ["a\nb", "a\nb\nc", [" a", " b", "+c"]],
  ["1\n2\n3\n4\n5\n6\n", "1\n2\n3\n4\n5\nx\n", ["@@ line 3 @@", " 3", " 4", " 5", "-6", "+x"]],
])("%j → %j", (before, after, expected) => {
  expect(unifiedDiff(before, after)).toEqual(expected);
});

it("gives both texts back", () => {
  const lines = diffLines("a\nb\nc\nd", "b\nx\nd\ne");
  expect(lines.filter(({ kind }) => kind !== "added").map(({ text }) => text)).toEqual(["a", "b", "c", "d"]);
  expect(lines.filter(({ kind }) => kind !== "removed").map(({ text }) => text)).toEqual(["b", "x", "d", "e"]);
});

it("does not take longer for texts that have nothing in common", () => {
  const lines = (word: string) => Array.from({ length: 5000 }, (_, at) => `${word}${at}`).join("\n");
  expect(diffLines(lines("a"), lines("b"))).toHaveLength(10_000);
});
