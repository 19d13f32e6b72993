/*
 * What looking for secrets costs: source code without any, texts of 10 kB to 10 MB, texts full of them, and texts written
 * to be slow. The floor is one look at every character.
 *   node bench/redact.ts
 */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findSecrets } from "../src/lib/redact/find-secrets.ts";
import { createRedactor, redactText } from "../src/lib/redact/redact.ts";
import { rules } from "../src/lib/redact/rules.ts";
import { positives } from "../test/corpus/secrets/positive.ts";
import { type Candidate, interleave, printBar, printValue } from "./lib/rounds.ts";

const root = join(import.meta.dirname, "..", "src");
const rounds = 7;
const mega = 1_000_000;

const source = repeatTo(
  redactText(
    globSync("**/*.ts", { cwd: root })
      .sort()
      .map((file) => readFileSync(join(root, file), "latin1"))
      .join("\n"),
  ),
  10 * mega,
);
const secrets = repeatTo(positives.map(({ text }) => text).join("\n\n"), mega);
const known = createRedactor({
  known: Array.from({ length: 20 }, (_, at) => `a secret of this program, number ${at}`),
});

/** A text of exactly this length, flat in memory. */
function repeatTo(text: string, length: number): string {
  return Buffer.from(text.repeat(Math.ceil(length / text.length)).slice(0, length), "latin1").toString("latin1");
}

/** Megabytes per second. */
function speed(text: string, work: (text: string) => unknown, times = 1): Candidate {
  return () => {
    const startedAt = performance.now();
    for (let at = 0; at < times; at++) work(text);
    return (text.length * times) / mega / ((performance.now() - startedAt) / 1000);
  };
}

function lookAtEach(text: string): number {
  let sum = 0;
  for (let at = 0; at < text.length; at++) sum = (sum + text.charCodeAt(at)) | 0;
  return sum;
}

const bySize = { "10 kB": 10_000, "100 kB": 100_000, "1 MB": mega, "10 MB": 10 * mega };
const seen = await interleave(
  {
    floor: speed(source, lookAtEach),
    regexp: speed(source, (text) => /no_such_word_anywhere|another_such_word/i.test(text)),
    "10 kB": speed(repeatTo(source, bySize["10 kB"]), redactText, 1000),
    "100 kB": speed(repeatTo(source, bySize["100 kB"]), redactText, 100),
    "1 MB": speed(repeatTo(source, bySize["1 MB"]), redactText, 10),
    "10 MB": speed(source, redactText),
    known: speed(source, known.redactText),
    secrets: speed(secrets, redactText),
  },
  { rounds },
);

/** Every keyword, over and over: what the worst of them costs, in milliseconds per megabyte. */
function hostile(): { readonly word: string; readonly ms: number } {
  const length = 30_000;
  const keywords = [...new Set(rules.flatMap(({ keywords }) => keywords))];
  const pieces = keywords.flatMap((word) => [word, `${word}a`, `${word}="`, `${word}A1b2C3d4E5f6G7h8`, `${word}\n`]);
  const extra = ["eyJ.eyJ", "-----BEGIN PRIVATE KEY-----\nAAAAAAAAAAAAAAAAAAAA", "://a:a", "token key : "];
  let worst = { word: "", ms: 0 };
  for (const word of [...pieces, ...extra]) {
    const text = repeatTo(word, length);
    // The best of three: one look is so short that anything else on the machine would be measured with it.
    const ms = (Math.min(...[1, 2, 3].map(() => timeOf(() => findSecrets(text)))) * mega) / length;
    if (ms > worst.ms) worst = { word, ms };
  }
  return worst;
}

function timeOf(work: () => unknown): number {
  const startedAt = performance.now();
  work();
  return performance.now() - startedAt;
}
const worst = hostile();

printValue("one look at every character", seen.floor, "MB/s");
printValue("one pass of a regular expression", seen.regexp, "MB/s");
for (const size of Object.keys(bySize) as (keyof typeof bySize)[]) {
  printValue(`source code without secrets, ${size}`, seen[size], "MB/s");
}
printValue("the same, 20 known values, 10 MB", seen.known, "MB/s");
printValue("a secret every few words, 1 MB", seen.secrets, "MB/s");
printValue(`the worst of all keywords repeated (${JSON.stringify(worst.word)})`, worst.ms, "ms per MB");
const holds = [
  printBar({ name: "source code, MB/s ÷ 20 MB/s", ratio: seen["10 MB"] / 20, atLeast: 1 }),
  printBar({ name: "one look at every character ÷ source code", ratio: seen.floor / seen["10 MB"], atMost: 10 }),
  printBar({ name: "time per byte, 10 MB ÷ 10 kB", ratio: seen["10 kB"] / seen["10 MB"], atMost: 2 }),
  printBar({ name: "worst text, ms per MB ÷ 1 s", ratio: worst.ms / 1000, atMost: 1 }),
];
if (holds.includes(false)) process.exitCode = 1;
