import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { Problem } from "../../errors/problem.ts";
import { borrow } from "./borrow-index.ts";
import { nulList } from "./nul-list.ts";
import type { Shadow } from "./shadow.ts";

/** From here on one pack is several times faster than a file for each object. */
const manyFiles = 500;

/** What is staged counts, whatever comes after it. */
const portion = 10_000;

/** So many calls are spent on finding out which files git cannot take in. */
const mostCalls = 500;

/** Takes files into the index as they are on disk. Answers with those that git could not read; they stay as they were. */
export async function stage(shadow: Shadow, index: string, paths: readonly string[]): Promise<string[]> {
  const refused: string[] = [];
  const queue = inPortions(paths);
  for (let calls = 0, batch = queue.pop(); batch; batch = queue.pop()) {
    const failure = await tryToStage(shadow, index, batch);
    if (failure === null) continue;
    if (++calls > mostCalls) throw failure;
    // One bad file spoils its whole batch, so the batch is halved until only the bad ones are left.
    if (batch.length === 1) refused.push(...batch);
    else queue.push(batch.slice(batch.length >> 1), batch.slice(0, batch.length >> 1));
  }
  if (refused.length > 0) await checkThatStagingWorks(shadow, index);
  return refused;
}

/** The first portion last, as the queue is worked off from its end. */
function inPortions(paths: readonly string[]): (readonly string[])[] {
  const portions = Array.from({ length: Math.ceil(paths.length / portion) }, (_, at) =>
    paths.slice(at * portion, (at + 1) * portion),
  );
  return portions.reverse();
}

/** Takes files out of the index; nothing happens to them on disk. */
export async function drop(shadow: Shadow, index: string, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return;
  await shadow.git(["update-index", "-z", "--force-remove", "--stdin"], { index, input: nulList(paths) });
}

async function tryToStage(shadow: Shadow, index: string, paths: readonly string[]): Promise<Problem | null> {
  try {
    const args = ["update-index", "-z", "--add", "--remove", "--replace", "--stdin"];
    const packing = paths.length >= manyFiles && (await canPack(shadow)) ? ["-c", "core.bigFileThreshold=1"] : [];
    await shadow.git([...packing, ...args], { index, input: nulList(paths) });
    return null;
  } catch (error) {
    if (error instanceof Problem && error.code === "SNAPSHOT_GIT_FAILED") return error;
    throw error;
  }
}

/** On a full disk every file looks like a bad one. Throws if git can take in nothing at all. */
async function checkThatStagingWorks(shadow: Shadow, index: string): Promise<void> {
  const draft = `${index}.${randomUUID()}`;
  try {
    borrow(index, draft);
    const output = await shadow.git(["hash-object", "-w", "--stdin"], { input: draft });
    const entry = `100644,${output.toString("utf8").trim()},probe`;
    await shadow.git(["update-index", "--add", "--replace", "--cacheinfo", entry], { index: draft });
  } finally {
    for (const left of [draft, `${draft}.lock`]) rmSync(left, { force: true });
  }
}

/** Git writes files it takes for big ones into a pack. Since 2.37 into one for all of a call; before, into one for each. */
async function canPack(shadow: Shadow): Promise<boolean> {
  const output = await shadow.git(["version"]);
  const [, major = 0, minor = 0] = /(\d+)\.(\d+)/.exec(output.toString("utf8"))?.map(Number) ?? [];
  return major > 2 || (major === 2 && minor >= 37);
}
