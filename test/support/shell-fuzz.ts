import { shellCorpus } from "./shell-corpus.ts";

/** A source of numbers from 0 to below 1 that gives the same ones for the same seed. */
export type Random = () => number;

export function randomFrom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function pick<T>(items: readonly T[], random: Random): T {
  return items[Math.floor(random() * items.length)] as T;
}

/** Marks that mean something to a shell, alone and in the company that gives them another meaning. */
export const marks: readonly string[] = [
  ..." \t\n;|&<>(){}[]$`\"'\\!*?~#=+-@%^:,./0",
  ...[
    "$(",
    "${",
    "$((",
    "))",
    "<(",
    ">(",
    "<<",
    "<<<",
    "<<E\n",
    "\nE\n",
    "&&",
    "||",
    ";;",
    "|&",
    "&>",
    ">>",
    ">|",
    "2>&1",
    "\\\n",
  ],
  ...[
    "$'",
    '$"',
    "${x:-",
    "${x@P}",
    "${!x}",
    "$IFS",
    "{a,b}",
    "[[ ",
    " ]]",
    "((",
    "if ",
    "; then ",
    "; fi",
    "for x in ",
    "; do ",
    "; done",
  ],
  ...[
    "case x in a) ",
    ";; esac",
    "f() { ",
    "; }",
    "time ",
    "! ",
    "coproc ",
    "eval ",
    "sh -c ",
    "xargs ",
    "env ",
    "exec ",
    "command ",
  ],
  ...["\u0000", "\r", "\u00a0", "\u200b", "é", "😀", "\ud800"],
];

const commands = shellCorpus.map(({ command }) => command).filter((command) => command.length < 500);

/** A string that may or may not be a command: pieces of real ones, spoilt, or noise. */
export function fuzzed(random: Random): string {
  if (random() < 0.2) return noise(random, 1 + Math.floor(random() * 40));
  const parts = Array.from({ length: 1 + Math.floor(random() * 3) }, () => spoilt(pick(commands, random), random));
  return parts.join(pick(["", " ", "; ", " | ", " && ", "\n", "$(", "`", '"', "'"], random));
}

/** Like `fuzzed`, of any length up to 64 KiB; short ones are as frequent as long ones. */
export function fuzzedLong(random: Random): string {
  const length = Math.floor(2 ** (3 + random() * 13));
  const piece = (random() < 0.5 ? fuzzed(random) : noise(random, 1 + Math.floor(random() * 4))) || "x";
  const body =
    random() < 0.7
      ? piece.repeat(Math.ceil(length / piece.length))
      : `${piece} ${pick([..."xé./-,"], random).repeat(length)}`;
  // A copy in one piece: how a string was put together must not be part of the measurement.
  return Buffer.from(body.slice(0, Math.min(length, 64 * 1024))).toString();
}

function noise(random: Random, length: number): string {
  return Array.from({ length }, () =>
    random() < 0.7 ? pick(marks, random) : String.fromCharCode(32 + random() * 95),
  ).join("");
}

/** Cuts something out, puts a mark in, or takes a mark twice. */
function spoilt(command: string, random: Random): string {
  const at = Math.floor(random() * (command.length + 1));
  const choice = random();
  if (choice < 0.3) return command;
  if (choice < 0.6) return command.slice(0, at) + pick(marks, random) + command.slice(at);
  if (choice < 0.8) return command.slice(0, at) + command.slice(at + 1 + Math.floor(random() * 5));
  return command.slice(0, at) + pick(marks, random) + command.slice(at) + pick(marks, random);
}
