import { describe, expect, it } from "vitest";
import { redactText } from "../src/lib/redact/redact.ts";
import { rules } from "../src/lib/redact/rules.ts";
import { fill, type Random, type Sample, seeded } from "./corpus/secrets/generate.ts";
import { negatives } from "./corpus/secrets/negative.ts";
import { positives } from "./corpus/secrets/positive.ts";

const words = rules.flatMap(({ keywords }) => keywords);
const noise = [
  "a",
  "Z",
  "0",
  "9",
  " ",
  "\n",
  '"',
  "'",
  "\\",
  "=",
  ":",
  "/",
  "@",
  "-",
  "_",
  ".",
  "[",
  "]",
  "{",
  "}",
  "$",
  "é",
  "中",
  "😀",
  "\ud800",
  "\u200b",
  "\0",
  "[REDACTED]",
  "password",
  "token=",
  "://",
  "{hex:20}",
  "{any:20}",
  "{b64:70}",
];

const pick = <T>(random: Random, list: readonly T[]): T => list[random(list.length)] as T;

function randomText(random: Random): string {
  const pieces = Array.from({ length: random(12) }, () => {
    const kind = random(10);
    if (kind < 3) return pick(random, words);
    if (kind < 4) return pick(random, negatives).text.slice(0, 300);
    return fill(pick(random, noise), random);
  });
  return pieces.join(random(2) === 0 ? "" : " ");
}

describe("redaction of anything", () => {
  it("20,000 texts: never fails, and a second time changes nothing", () => {
    const random = seeded(43);
    const unstable: string[] = [];
    for (let round = 0; round < 20_000; round++) {
      const text = randomText(random);
      const once = redactText(text);
      if (redactText(once) !== once) unstable.push(text);
    }
    expect(unstable).toEqual([]);
  });

  it("20,000 texts with a secret in them: the secret goes, what stands around it stays to the letter", () => {
    const random = seeded(44);
    const calm = negatives.filter(({ text }) => text.length < 200 && !/[\u200b-\u200f]/.test(text));
    const wrong: { sample: string; text: string; redacted: string }[] = [];
    for (let round = 0; round < 20_000; round++) {
      const sample: Sample = pick(random, positives);
      const before = `${pick(random, calm).text}\n\n`;
      const after = `\n\n${pick(random, calm).text}`;
      const redacted = redactText(before + sample.text + after);
      const isGone = sample.secrets.every((secret) => !redacted.includes(secret));
      if (!isGone || redacted !== before + sample.expected + after) {
        wrong.push({ sample: sample.id, text: before + sample.text + after, redacted });
      }
    }
    expect(wrong).toEqual([]);
  });
});
