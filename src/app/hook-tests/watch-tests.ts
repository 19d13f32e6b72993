import { createHash } from "node:crypto";
import { existsSync, type FSWatcher, readFileSync, statSync, watch } from "node:fs";
import { dirname } from "node:path";
import type { Place } from "../place.ts";
import { findTests } from "./find-tests.ts";
import { type TestRequest, type TestRun, testRoots } from "./run-tests.ts";

/** Editors write, rename and touch in bursts; one look after the burst is enough. */
const settleMs = 50;

/**
 * Runs the tests, and again whenever a test, a payload, a declaration or a script has changed, until the signal says that
 * it is enough. A hook that writes other files while it is tested sets nothing off.
 */
export async function watchTests(
  place: Place,
  request: TestRequest,
  run: () => Promise<Pick<TestRun, "files">>,
  signal: AbortSignal,
): Promise<void> {
  const listTests = () => {
    try {
      return findTests(testRoots(place, request), place.cwd);
    } catch {
      return [];
    }
  };
  let known: readonly string[] = [];
  while (!signal.aborted) {
    // Looked at before the run: what changes during it is seen afterwards.
    const before = looksOf([...known, ...listTests()]);
    const { files } = await run();
    if (signal.aborted) return;
    known = [...new Set([...files, ...listTests()])];
    await changeOf(known, listTests, new Map([...looksOf(known), ...before]), signal);
  }
}

/** Resolves when a file looks other than it did, or when there are other tests, or on the signal. */
async function changeOf(
  files: readonly string[],
  listTests: () => readonly string[],
  before: ReadonlyMap<string, string>,
  signal: AbortSignal,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const watchers: FSWatcher[] = [];
  let timer: NodeJS.Timeout | null = null;
  const look = () => {
    timer = null;
    const now = looksOf([...files, ...listTests()]);
    if ([...now].some(([file, looks]) => before.get(file) !== looks)) resolve();
  };
  const soon = () => {
    timer ??= setTimeout(look, settleMs);
  };
  const enough = () => resolve();
  signal.addEventListener("abort", enough, { once: true });
  for (const folder of foldersOf(files)) {
    try {
      const watcher = watch(folder, soon);
      watcher.on("error", () => watcher.close());
      watchers.push(watcher);
    } catch {
      // The system has no watchers left, or the folder has just gone; the others still tell of changes.
    }
  }
  // What changed before the watchers were there.
  soon();
  await promise;
  signal.removeEventListener("abort", enough);
  if (timer) clearTimeout(timer);
  for (const watcher of watchers) watcher.close();
}

/** A change of a file shows in its folder; a folder that is missing shows when it appears in the next one up. */
function foldersOf(files: readonly string[]): ReadonlySet<string> {
  return new Set(
    files.map((file) => {
      let folder = dirname(file);
      while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder);
      return folder;
    }),
  );
}

function looksOf(files: readonly string[]): Map<string, string> {
  return new Map(files.map((file) => [file, looksLike(file)]));
}

/** Contents and permissions: a script that became executable is another script. */
function looksLike(file: string): string {
  try {
    const { mode } = statSync(file);
    return `${mode} ${createHash("sha256").update(readFileSync(file)).digest("hex")}`;
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code);
  }
}
