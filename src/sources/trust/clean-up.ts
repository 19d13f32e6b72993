import { lstatSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { copiesFolder, trustFolder } from "./copies.ts";
import { namedInLock } from "./lock-file.ts";
import { shownFolder } from "./shown-texts.ts";

const dayMs = 24 * 60 * 60 * 1000;
/** Somebody may run hooks from copies that no decision names: those of a fingerprint, or of a decision that was just taken back. */
const unusedMs = 30 * dayMs;
/** What was being written when its writer ended. */
const abandonedMs = dayMs;
/** So that nobody who decides about a hook has to wait for a year's copies to be removed. */
const mostRemoved = 100;

/**
 * Removes copies and texts that no decision about any workspace names and that nobody has used for a month. Whatever cannot be
 * told for certain is kept; copies can be made again at any time.
 */
export function cleanUp(home: string, now: Date): void {
  const named = namedAnywhere(home);
  if (named === null) return;
  const isOld = (path: string, ms: number) => {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    return stats !== undefined && now.getTime() - stats.mtimeMs > ms;
  };
  const left = [copiesFolder(home), shownFolder(home)].flatMap((folder) =>
    namesIn(folder)
      .filter((name) => !named.has(name))
      .map((name) => join(folder, name))
      .filter((path) => isOld(path, /\.(?:new|old)$/.test(path) ? abandonedMs : unusedMs)),
  );
  for (const path of left.slice(0, mostRemoved)) remove(path);
}

/** The names of all copies and texts that decisions are about; null when one of these cannot be read. */
function namedAnywhere(home: string): ReadonlySet<string> | null {
  const named = new Set<string>();
  for (const name of namesIn(trustFolder(home))) {
    if (!name.endsWith(".json")) continue;
    const names = namedIn(join(trustFolder(home), name));
    if (names === null) return null;
    for (const one of names) named.add(one);
  }
  return named;
}

function namedIn(path: string): readonly string[] | null {
  try {
    return namedInLock(readFileSync(path, "utf8"));
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

/** What cannot be removed now may be another time. */
function remove(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    return;
  }
}
