import { createHash, randomUUID } from "node:crypto";
import { existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { borrow } from "./borrow-index.ts";
import { repositoryOf } from "./place.ts";
import type { Shadow } from "./shadow.ts";

/**
 * Lets `work` change a private copy of the index, which becomes the shadow's index afterwards. Whoever is killed on the
 * way, git included, leaves the old index as it was and nothing in the way of the next. Work that only fails, because its
 * time is up, leaves what it has got through, so that a large worktree is captured in the end.
 */
export async function withWorkingIndex<T>(shadow: Shadow, work: (index: string) => Promise<T>): Promise<T> {
  const published = indexOf(shadow);
  const index = `${published}.${randomUUID()}`;
  try {
    if (isWhole(published)) borrow(published, index);
    return await work(index);
  } finally {
    if (isWhole(index)) renameSync(index, published);
    for (const left of [index, `${index}.lock`]) rmSync(left, { force: true });
  }
}

/** The index that later captures start from. */
export function indexOf(shadow: Pick<Shadow, "directory">): string {
  return join(repositoryOf(shadow.directory), "index");
}

/** Git itself does not look, and makes something up from an index that a full disk or a power cut has shortened. */
function isWhole(path: string): boolean {
  if (!existsSync(path)) return false;
  const bytes = readFileSync(path);
  const end = bytes.length - 20;
  return end > 0 && createHash("sha1").update(bytes.subarray(0, end)).digest().equals(bytes.subarray(end));
}
