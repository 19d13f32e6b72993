import { describe, expect, it } from "vitest";
import { findSecrets, mayHoldSecret } from "./find-secrets.ts";
import { compileWords } from "./keyword-scan.ts";
import type { PatternRule } from "./rule.ts";
import { rules } from "./rules.ts";

const patterns = rules.filter((rule): rule is PatternRule => "pattern" in rule);

describe("T21 no pattern can take more than a bounded number of steps", () => {
  it.each(patterns.map((rule) => [rule.id, rule] as const))("%s", (_id, { pattern }) => {
    const bare = pattern.replace(/\\./g, "_").replace(/\[(?:[^\]])*\]/g, "c");
    expect(bare, "repetitions have an upper bound").not.toMatch(/[*+]|\{\d+,\}/);
    expect(bare, "no back-references").not.toMatch(/\\\d|\\k/);
    expect(nestedRepetition(bare), "a repeated group repeats nothing but a few characters").toBeLessThanOrEqual(40);
  });

  // Each of these made a naive pattern look at the same text again and again.
  const pieces = [
    ...new Set(rules.flatMap(({ keywords }) => keywords)),
    "eyJ",
    ".eyJ",
    "eyJhbGciOi.",
    "-----BEGIN PRIVATE KEY-----\nAAAAAAAAAAAAAAAAAAAA",
    "-----END PRIVATE KEY-----",
    "://a:",
    "://a:a@",
    "password",
    'password="',
    "password= ",
    "sk-a",
    "datadog key ",
    "A",
    "\u200b",
    "ghp_\n",
  ];
  it.each(pieces)("20 kB of %j end", (piece) => {
    const text = piece.repeat(Math.ceil(20_000 / piece.length));
    expect(findSecrets(text).every(({ start, end }) => start < end && end <= text.length)).toBe(true);
  });
});

describe("the rule table", () => {
  it.each(rules.map((rule) => [rule.id, rule] as const))("%s has keywords in lower case", (_id, { keywords }) => {
    expect(keywords.length).toBeGreaterThan(0);
    for (const keyword of keywords) expect(keyword).toBe(keyword.toLowerCase());
  });

  it("a keyword is enough for the quick look, whatever its case", () => {
    for (const { keywords } of rules) {
      for (const keyword of keywords) expect(mayHoldSecret(`x${keyword.toUpperCase()}x`), keyword).toBe(true);
    }
    expect(mayHoldSecret("nothing in here")).toBe(false);
  });
});

describe("compileWords", () => {
  it.each<[words: string[], text: string, found: string[]]>([
    [["he", "she", "his", "hers"], "ushers", ["she@1", "he@2", "hers@2"]],
    [["a", "aa"], "aaa", ["a@0", "aa@0", "a@1", "aa@1", "a@2"]],
    [["abc", "bcd"], "abcd", ["abc@0", "bcd@1"]],
    [["key"], "KEY key kEy ké", ["key@0", "key@4", "key@8"]],
    [["x"], "", []],
  ])("%j in %j", (words, text, expected) => {
    const found: string[] = [];
    compileWords(words)(text, (word, start) => {
      found.push(`${words[word]}@${start}`);
      return false;
    });
    expect(found.sort()).toEqual(expected.sort());
  });

  it("finds what indexOf finds, and stops when told to", () => {
    const words = ["ab", "ba", "aba", "bb", "abba"];
    const scan = compileWords(words);
    for (let number = 0; number < 2 ** 12; number++) {
      const text = number.toString(2).padStart(12, "0").replaceAll("0", "a").replaceAll("1", "b");
      const found = new Set<string>();
      scan(text, (word, start) => {
        found.add(`${words[word]}@${start}`);
        return false;
      });
      expect(found).toEqual(new Set(occurrences(words, text)));
    }
    let calls = 0;
    scan("abababab", () => ++calls === 2);
    expect(calls).toBe(2);
  });
});

/** The largest product of repetition bounds of a group and something repeated inside it. */
function nestedRepetition(pattern: string): number {
  let largest = 0;
  for (const [, inner = "", bound = "1"] of pattern.matchAll(/\(([^()]*)\)\{\d+,(\d+)\}/g)) {
    const bounds = [...inner.matchAll(/\{(?:\d+,)?(\d+)\}/g)].map(([, most]) => Number(most));
    largest = Math.max(largest, Number(bound) * Math.max(0, ...bounds));
  }
  return largest;
}

function occurrences(words: readonly string[], text: string): string[] {
  return words.flatMap((word) =>
    [...text].flatMap((_char, at) => (text.startsWith(word, at) ? [`${word}@${at}`] : [])),
  );
}
