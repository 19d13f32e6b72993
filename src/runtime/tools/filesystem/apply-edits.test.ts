import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyEdits, type Edit } from "./apply-edits.ts";
import { describeNearest } from "./nearest-match.ts";

const edit = (oldText: string, newText: string, replace_all = false): Edit => ({ oldText, newText, replace_all });

describe("applyEdits", () => {
  it.each<[string, string, Edit[], unknown]>([
    ["replaces one", "a b c", [edit("b", "x")], { text: "a x c" }],
    ["replaces all when told", "b b b", [edit("b", "x", true)], { text: "x x x" }],
    ["applies each to what the one before made", "a", [edit("a", "b"), edit("b", "c")], { text: "c" }],
    ["takes replacement signs literally", "a", [edit("a", "$& $1 $$")], { text: "$& $1 $$" }],
    ["removes", "a b c", [edit(" b", "")], { text: "a c" }],
    ["counts places that do not overlap", "aaaa", [edit("aa", "b", true)], { text: "bb" }],
    ["refuses an empty text", "a", [edit("", "b")], { kind: "empty", index: 0 }],
    ["refuses to change nothing", "a", [edit("a", "a")], { kind: "no-change", index: 0 }],
    [
      "names the lines of what is not unique",
      "x\ny\nx\nx x\n",
      [edit("x", "z")],
      { kind: "not-unique", index: 0, count: 4, lines: [1, 3, 4, 4] },
    ],
    [
      "says which edit failed",
      "a b",
      [edit("a", "c"), edit("a", "d")],
      { kind: "not-found", index: 1, text: "c b", wanted: "a" },
    ],
    ["keeps CRLF", "a\r\nb\r\nc\r\n", [edit("a\nb", "x\ny\nz")], { text: "x\r\ny\r\nz\r\nc\r\n" }],
    ["keeps CRLF in added lines", "a\r\nb\r\n", [edit("b", "b\nc")], { text: "a\r\nb\r\nc\r\n" }],
    ["takes CRLF as written", "a\r\nb\r\n", [edit("a\r\nb", "x\r\ny")], { text: "x\r\ny\r\n" }],
    ["finds CRLF in mixed text", "a\r\nb\nc\n", [edit("a\nb", "x\ny")], { text: "x\r\ny\nc\n" }],
    ["keeps a byte order mark", "\ufeffa\n", [edit("a", "b")], { text: "\ufeffb\n" }],
    ["keeps a missing last line break", "a\nb", [edit("b", "c")], { text: "a\nc" }],
    ["works on any characters", "naïve 🪝 日本", [edit("🪝", "é")], { text: "naïve é 日本" }],
  ])("%s", (_case, text, edits, expected) => {
    expect(applyEdits(text, edits)).toEqual(expected);
  });

  const piece = fc.string({ unit: fc.constantFrom("a", "b", " ", "\n", "$", "é", "🪝"), maxLength: 4 });
  const anyText = fc.string({ unit: fc.constantFrom("a", "b", " ", "\n", "$", "é", "🪝"), maxLength: 60 });
  const anyEdits = fc.array(fc.record({ oldText: piece, newText: piece, replace_all: fc.boolean() }), {
    minLength: 1,
    maxLength: 4,
  });

  /** The same by JavaScript's own means; null when an edit cannot be applied. */
  function reference(text: string, edits: readonly Edit[]): string | null {
    return edits.reduce<string | null>((current, { oldText, newText, replace_all }) => {
      if (current === null || oldText === "" || oldText === newText) return null;
      const count = current.split(oldText).length - 1;
      if (count === 0 || (count > 1 && !replace_all)) return null;
      return current.replaceAll(oldText, () => newText);
    }, text);
  }

  it("equals replacing strings, or changes nothing at all", () => {
    fc.assert(
      fc.property(anyText, anyEdits, (text, edits) => {
        const result = applyEdits(text, edits);
        expect("text" in result ? ("kind" in result ? null : result.text) : null).toBe(reference(text, edits));
      }),
      { numRuns: 3000 },
    );
  });

  it("does the same to a text with CRLF as to one with plain line breaks", () => {
    fc.assert(
      fc.property(anyText, anyEdits, (text, edits) => {
        const result = applyEdits(`${text}\n`.replaceAll("\n", "\r\n"), edits);
        const plain = applyEdits(`${text}\n`, edits);
        // Edits may join or take away all line breaks, and then nobody knows any more which there were.
        fc.pre(!("kind" in plain) && plain.text.includes("\n"));
        expect("kind" in result ? null : result.text).toBe(
          "kind" in plain ? null : plain.text.replaceAll("\n", "\r\n"),
        );
      }),
      { numRuns: 2000 },
    );
  });
});

describe("describeNearest", () => {
  const text = "function add(a, b) {\n\treturn a + b;\n}\n\nfunction subtract(a, b) {\n\treturn a - b;\n}\n";

  it.each([
    ["blanks that differ", "function add(a, b) {\n  return a + b;\n}", /^Only blanks and tabs differ from line 1:\n/],
    [
      "one line that differs",
      "function subtract(a, b) {\n\treturn a - c;\n}",
      /^Closest is line 5:\nfunction subtract/,
    ],
    ["a similar line", "function substract(x, y) {", /^Closest is line 5:/],
    ["nothing like it", "SELECT * FROM users", /^Nothing in the file comes close\.$/],
    ["only white space", "\n \n", /white space/],
  ])("%s", (_case, wanted, expected) => {
    expect(describeNearest(text, wanted)).toMatch(expected);
  });

  it("is quick with large files", () => {
    const large = Array.from({ length: 50_000 }, (_, index) => `const value${index} = compute(${index});`).join("\n");
    expect(describeNearest(large, "const value49999 = compute(0);\nnothing like it")).toContain("Closest is line");
  });
});
