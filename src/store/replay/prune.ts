import { lstatSync, readdirSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { replayFolder } from "./replay-file.ts";

/**
 * Deletes the oldest replay files over the limit, and answers with what it deleted. What cannot be deleted stays, and so
 * does `newest`, which clocks may not tell from others.
 */
export function pruneReplays(projectRoot: string, maxInstances: number, newest: string | null = null): string[] {
  const folder = replayFolder(projectRoot);
  const age = ({ path, changedAt }: Replay) => (path === newest ? Number.POSITIVE_INFINITY : changedAt);
  const oldestFirst = replaysIn(folder).sort((a, b) => age(a) - age(b) || (a.path < b.path ? -1 : 1));
  return oldestFirst
    .slice(0, Math.max(0, oldestFirst.length - maxInstances))
    .filter(({ path }) => isDeleted(path))
    .map(({ path }) => path);
}

interface Replay {
  readonly path: string;
  readonly changedAt: number;
}

/** Only files of ours: a name with an instance in it, and no links. */
const replayName = /^[\w-]+\.[\w-]+\.jsonl$/;

function replaysIn(folder: string): Replay[] {
  try {
    if (!lstatSync(folder).isDirectory()) return [];
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() && replayName.test(entry.name))
      .flatMap((entry) => {
        const path = join(folder, entry.name);
        const changedAt = lstatSync(path, { throwIfNoEntry: false })?.mtimeMs;
        return changedAt === undefined ? [] : [{ path, changedAt }];
      });
  } catch {
    return [];
  }
}

function isDeleted(path: string): boolean {
  try {
    unlinkSync(path);
    return true;
  } catch {
    return false;
  }
}
