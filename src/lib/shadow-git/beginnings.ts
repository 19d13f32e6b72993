import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { writeAtomically } from "../write-atomically.ts";
import type { Capture } from "./capture.ts";

/** The state in which something began that may change files, kept until it ends, perhaps in another process. */
export interface Beginning extends Capture {
  /** When, in ISO form. */
  readonly at: string;
}

/** Remembers how something began; what began under the same key before is forgotten. */
export function remember(directory: string, key: readonly string[], beginning: Beginning): void {
  mkdirSync(folderOf(directory), { recursive: true });
  writeAtomically(fileOf(directory, key), JSON.stringify(beginning));
}

/** What was remembered under the key, which is forgotten with that. */
export function takeBeginning(directory: string, key: readonly string[]): Beginning | null {
  const file = fileOf(directory, key);
  const beginning = read(file);
  rmSync(file, { force: true });
  return beginning;
}

/** Forgets what began before a time and has never ended. Answers with the rest. */
export function forgetOldBeginnings(directory: string, before: Date): Beginning[] {
  const kept: Beginning[] = [];
  for (const name of namesIn(folderOf(directory))) {
    const file = join(folderOf(directory), name);
    const beginning = read(file);
    if (beginning && new Date(beginning.at) >= before) kept.push(beginning);
    else rmSync(file, { force: true });
  }
  return kept;
}

function folderOf(directory: string): string {
  return join(directory, "begun");
}

function fileOf(directory: string, key: readonly string[]): string {
  const name = createHash("sha256").update(JSON.stringify(key)).digest("hex").slice(0, 32);
  return join(folderOf(directory), `${name}.json`);
}

function read(file: string): Beginning | null {
  try {
    const value = JSON.parse(readFileSync(file, "utf8")) as Beginning;
    return typeof value.tree === "string" && Array.isArray(value.skipped) ? value : null;
  } catch {
    return null;
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
