import { readFileSync } from "node:fs";
import { join } from "node:path";

/** One command of the corpus and what is expected of it. */
export interface Case {
  readonly command: string;
  readonly expect: "safe" | "destructive" | "unknown";
  readonly category?: string;
  readonly radius?: string;
  readonly why: string;
}

/** The corpus of shell commands, one JSON object per line. */
export const shellCorpus: readonly Case[] = readFileSync(
  join(import.meta.dirname, "..", "corpus", "shell-commands.jsonl"),
  "utf8",
)
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line) as Case);
