/*
 * How fast shell commands are classified, and whether any text can make it slow: the corpus against bare parsing, and fuzzed
 * texts of up to 64 KiB against each other.
 * Run with: node bench/safer-shell.ts
 */
import { parse } from "unbash";
import { classifyCommand } from "../src/lib/shell/classify.ts";
import type { Verdict } from "../src/lib/shell/verdict.ts";
import { shellCorpus } from "../test/support/shell-corpus.ts";
import { fuzzedLong, marks, randomFrom } from "../test/support/shell-fuzz.ts";
import { type Candidate, interleave, median, printBar, printValue } from "./lib/rounds.ts";

/** The few that are long on purpose say nothing about the others. */
const commands = shellCorpus.map(({ command }) => command).filter((command) => command.length < 1000);

/** Commands per second. */
function rate(work: (command: string) => unknown): Candidate {
  return () => {
    const startedAt = performance.now();
    for (let pass = 0; pass < 10; pass++) for (const command of commands) work(command);
    return (commands.length * 10_000) / (performance.now() - startedAt);
  };
}

const rates = await interleave({ classify: rate(classifyCommand), parse: rate(parse) }, { rounds: 15, warmUp: 5 });
printValue(`classified, of a corpus of ${commands.length}`, rates.classify, "commands/s");
printValue("only parsed", rates.parse, "commands/s");
printBar({ name: "classified ÷ 20,000 commands/s", ratio: rates.classify / 20_000, atLeast: 1 });
printBar({ name: "only parsed ÷ classified", ratio: rates.parse / rates.classify });

/** Milliseconds for each text: the best of several passes, because the machine's hiccups are longer than most of these. */
function timesOf(texts: readonly string[]): readonly number[] {
  const best = texts.map(() => Number.POSITIVE_INFINITY);
  for (let pass = 0; pass < 7; pass++) {
    texts.forEach((text, at) => {
      const startedAt = performance.now();
      classifyCommand(text);
      best[at] = Math.min(best[at] as number, performance.now() - startedAt);
    });
  }
  return best;
}

const largest = 64 * 1024;
const random = randomFrom(42);
const ofAnyLength = Array.from({ length: 20_000 }, () => fuzzedLong(random));
/** One mark over and over, and a long word with it in many places: what parsers choke on. */
const full = [...marks, "x", "a ", "rm -rf ", "ls;", "a|"].flatMap((mark) => [
  ...[300, 1000, 4000, largest].map((length) => flat(mark.repeat(length).slice(0, length))),
  flat(`ls ${mark}${"x".repeat(largest)}`.slice(0, largest)),
  flat(`echo ${`${mark}${"x".repeat(largest / 16)}`.repeat(16)}`.slice(0, largest)),
]);
for (const text of [...ofAnyLength.slice(0, 2000), ...full]) classifyCommand(text);

const texts = [...ofAnyLength, ...full];
const best = timesOf(texts);
const times = texts
  .map((text, at) => ({ text, took: best[at] as number, isRead: !isUnread(classifyCommand(text)) }))
  .sort((a, b) => a.took - b.took);
// Refusing to read is so much quicker that it must not lower the median: the slowest is held against what was really read.
const middle = median(times.filter(({ isRead }) => isRead).map(({ took }) => took));
const slowest = times.at(-1);
printValue(`fuzzed texts, of ${times.length}, that were read`, times.filter(({ isRead }) => isRead).length, "texts");
printValue("the median of those", middle * 1000, "µs");
printValue("the slowest of all", (slowest?.took ?? 0) * 1000, "µs");
printValue("its length", slowest?.text.length ?? 0, "characters");
printBar({ name: "slowest fuzzed text ÷ median", ratio: (slowest?.took ?? 0) / middle, atMost: 50 });
process.stdout.write(`The slowest begins with ${JSON.stringify(slowest?.text.slice(0, 60))}.\n`);

function isUnread(verdict: Verdict): boolean {
  return verdict.kind === "unknown" && verdict.unread;
}

/** A copy in one piece: how a string was put together must not be part of the measurement. */
function flat(text: string): string {
  return Buffer.from(text).toString();
}
