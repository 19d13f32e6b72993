import { expect, it } from "vitest";
import { parseJson } from "./json-document.ts";
import type { KeyPath } from "./source-document.ts";
import { parseYaml } from "./yaml-document.ts";

const nested = "a:\n  - b: 1\n    c:\n      d: 2\n  -\n    - x\n    - y\ne: &here {f: 3}\ng: *here\n1: one\n";

it.each<[path: KeyPath, line: number]>([
  [["a"], 1],
  [["a", 0], 2],
  [["a", 0, "c", "d"], 4],
  [["a", 1, 1], 7],
  [["e", "f"], 8],
  // As far as it goes.
  [["a", 0, "c", "d", "no"], 4],
  [["a", 7], 1],
  [["a", "0"], 1],
  [["g", "f"], 9],
  [["1"], 10],
  [[1], 1],
  [["no"], 1],
])("%j stands on line %i, whatever was asked before", (path, line) => {
  const document = parseYaml(nested);
  if ("bad" in document) throw new Error(document.bad);
  expect([document.lineOf(["a", 1, 1]), document.lineOf(path), document.lineOf(path)]).toEqual([7, line, line]);
  expect(parseYaml(nested, 5)).toMatchObject({ value: { e: { f: 3 } } });
});

it("lines of JSON are found in the same way, also behind a byte order mark", () => {
  const document = parseJson('\uFEFF{\n "a": [\n  1,\n  {"b": 2}\n ]\n}');
  if ("bad" in document) throw new Error(document.bad);
  expect([["a", 1, "b"], ["a", 0], ["a"], []].map((path) => document.lineOf(path))).toEqual([4, 3, 2, 1]);
});

it.each([
  ["a: 1\n b: 2\n", 2],
  ["a: 1\r\n b: 2\r\n", 2],
  // A lone carriage return is a line to the parser, and to nobody else.
  ["a: 1\r\r\n b: 2\r\r\n", 2],
  ["a: [\r\r\r\n", 2],
])("%j is refused on line %i", (text, line) => {
  expect(parseYaml(text)).toMatchObject({ line });
});
