import { parse } from "unbash";
import { describe, expect, it } from "vitest";
import { classifyCommand, classifyWords } from "../src/lib/shell/classify.ts";
import { hasUnseenSubstitution } from "../src/lib/shell/raw-substitutions.ts";
import { fuzzed, fuzzedLong, marks, randomFrom } from "./support/shell-fuzz.ts";

const isOdd = (text: string) => /[^\n\t -~]/.test(text) && /[^\n\t \p{L}\p{M}\p{N}\p{P}\p{S}]/u.test(text);

describe("classifying 100,000 random strings", () => {
  it("never throws, and calls nothing safe that it should have looked at twice", () => {
    const random = randomFrom(20_260_715);
    const counts = { safe: 0, destructive: 0, unknown: 0 };
    for (let run = 0; run < 100_000; run++) {
      const text = fuzzed(random);
      const verdict = classifyCommand(text);
      counts[verdict.kind]++;
      if (verdict.kind === "unknown" && verdict.reason.includes("could not be read")) expect.fail(JSON.stringify(text));
      if (verdict.kind !== "safe") continue;
      const script = parse(text);
      const doubts = { isOdd: isOdd(text), errors: script.errors, unseen: hasUnseenSubstitution(text, script) };
      expect(doubts, JSON.stringify(text)).toEqual({ isOdd: false, errors: undefined, unseen: false });
    }
    // The test is worth something only if all kinds come up.
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(1000);
  });

  it("reads strings of up to 64 KiB", () => {
    const random = randomFrom(7);
    for (let run = 0; run < 2000; run++) expect(classifyCommand(fuzzedLong(random))).toHaveProperty("kind");
    for (const mark of marks) expect(classifyCommand(mark.repeat(65_536 / mark.length))).toHaveProperty("kind");
  });

  it("reads words as well", () => {
    const random = randomFrom(11);
    for (let run = 0; run < 5000; run++) expect(classifyWords(fuzzed(random).split(" "))).toHaveProperty("kind");
  });
});

/** Texts that keep a careless parser busy for minutes. */
it.each([
  "{",
  "{a,",
  "x{",
  "{1..",
  '"{',
  '{x,"',
  "$((",
  "$[",
  "$(",
  "<(",
  "`",
  "${a:",
  "((",
  "<<A <<B ",
  "a|",
  "[[ ( ",
])("hazard T12: %j over and over is given up on", (piece) => {
  expect(classifyCommand(piece.repeat(65_536 / piece.length))).toMatchObject({ kind: "unknown", unread: true });
});
