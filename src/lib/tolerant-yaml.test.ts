import { describe, expect, it } from "vitest";
import { parseTolerantYaml } from "./tolerant-yaml.ts";

function read(text: string) {
  const parsed = parseTolerantYaml(text);
  if ("bad" in parsed) throw new Error(parsed.bad);
  return { ...parsed.document.value, kept: parsed.keptEscapes };
}

describe("YAML with escapes it does not know", () => {
  it.each([
    ['a: "\\.py$"', "\\.py$", ["\\."]],
    ['a: "\\d+\\s\\"\\w"', '\\d+\\s"\\w', ["\\d", "\\s", "\\w"]],
    ['a: "\\\\.py"', "\\.py", []],
    ['a: "\\t\\q"', "\t\\q", ["\\q"]],
    ["a: '\\.py$'", "\\.py$", []],
    ["a: \\.py$", "\\.py$", []],
  ])("%s", (text, value, escapes) => {
    expect(read(text)).toMatchObject({ a: value, kept: escapes.map((one) => ({ text: one, line: 1 })) });
  });

  it("names the line of each, also in a text of several lines", () => {
    const { kept } = read('a: 1\nb: "\\d\n  and \\w"\nc: "\\."\n');
    expect(kept).toEqual([
      { text: "\\d", line: 2 },
      { text: "\\w", line: 3 },
      { text: "\\.", line: 4 },
    ]);
  });

  it("moves no line", () => {
    const parsed = parseTolerantYaml('a: "\\."\nb:\n  c: "\\d"\n  d: 1\n');
    if ("bad" in parsed) throw new Error(parsed.bad);
    expect(parsed.document.lineOf(["b", "d"])).toBe(4);
  });

  it("still refuses what is wrong for another reason", () => {
    expect(parseTolerantYaml('a: "\\."\nb: [1\n')).toMatchObject({ bad: expect.any(String) });
    expect(parseTolerantYaml('a: "\\xzz"')).toMatchObject({ bad: "expected hexadecimal character", line: 1 });
  });

  it("gives up on a file that is made of nothing else", () => {
    const text = Array.from({ length: 5000 }, (_, at) => `k${at}: "\\."`).join("\n");
    expect(parseTolerantYaml(text)).toMatchObject({ bad: "unknown escape sequence" });
  });

  it("reads a text of nothing but escapes in one pass", () => {
    expect(read(`a: "${"\\.".repeat(100_000)}"`).kept).toHaveLength(100_000);
  });
});
