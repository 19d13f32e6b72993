import { expect, it } from "vitest";
import { parseYaml } from "./yaml-document.ts";

it.each([
  ["a: 1\n b: 2\n", 2],
  ["a: 1\r\n b: 2\r\n", 2],
  // A lone carriage return is a line to the parser, and to nobody else.
  ["a: 1\r\r\n b: 2\r\r\n", 2],
  ["a: [\r\r\r\n", 2],
])("%j is refused on line %i", (text, line) => {
  expect(parseYaml(text)).toMatchObject({ line });
});
