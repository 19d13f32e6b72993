import { expect, it } from "vitest";
import { boundedArguments } from "./tool-arguments.ts";

const nested = (levels: number) => `{"a":${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}}`;

it.each([
  ["no arguments", ""],
  ["what is no JSON", "ls -l"],
  ["64 levels", nested(64)],
  ["brackets in a text", JSON.stringify({ cmd: `"${"[{".repeat(100)}\\` })],
  ["many things beside each other", `[${"[],".repeat(100)}[]]`],
])("arguments are left as they are: %s", (_what, text) => {
  expect(boundedArguments(text)).toBe(text);
});

it.each([65, 200_000])("arguments of %i levels are left out", (levels) => {
  expect(boundedArguments(nested(levels))).toContain("64 levels");
});
