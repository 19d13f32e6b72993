import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shellLine, wordsOfLine } from "./shell-words.ts";

const words = fc.array(fc.stringMatching(/^[^\0]*$/), { minLength: 1, maxLength: 5 });

describe("shellLine", () => {
  it("is read back as the same words", () => {
    fc.assert(
      fc.property(words, (list) => {
        expect(wordsOfLine(shellLine(list))).toEqual(list);
      }),
    );
  });

  it("means the same to a shell", () => {
    const list = ["it's", "a b", "$HOME", "`x`", "\\", "", "a\nb", "*", "--x=1", '"q"'];
    const said = execFileSync("/bin/sh", ["-c", `for word in ${shellLine(list)}; do printf '%s|' "$word"; done`]);
    expect(said.toString()).toBe(list.map((word) => `${word}|`).join(""));
  });
});

describe("wordsOfLine", () => {
  it.each([
    "a | b",
    'a "b"',
    "a $B",
    "a; b",
    "a > b",
    "a `b`",
    "a 'b",
    "a b &",
    "a {b,c}",
    "a ~",
    "a # b",
    "a *",
    "a\nb",
    "",
  ])("leaves %j to a shell", (line) => {
    expect(wordsOfLine(line)).toBeNull();
  });
});
