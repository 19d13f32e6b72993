import { createHash } from "node:crypto";
import { existsSync, type FSWatcher, readFileSync, statSync, watch } from "node:fs";
import { dirname } from "node:path";
import type { Place } from "../place.ts";
import { type FoundTests, findTests } from "./find-tests.ts";
import { type TestRequest, type TestRun, testRoots } from "./run-tests.ts";

/** Editors write, rename and touch in bursts; one look after the burst is enough. */
const settleMs = 50;
/** Systems have only so many watchers to give. New tests in folders beyond these are found with the next change elsewhere. */
const mostFolders = 4000;

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
  const find = (): FoundTests => {
    try {
      return findTests(testRoots(place, request), place.cwd);
    } catch {
      return { files: [], folders: [] };
    }
  };
  let known: readonly string[] = [];
  while (!signal.aborted) {
    // Looked at before the run: what changes during it is seen afterwards.
    const before = looksOf([...known, ...find().files]);
    const { files } = await run();
    if (signal.aborted) return;
    known = [...new Set([...files, ...find().files])];
    await changeOf(known, find, new Map([...looksOf(known), ...before]), signal);
  }
}

/** Resolves when a file looks other than it did, or when there are other tests, or on the signal. */
async function changeOf(
  files: readonly string[],
  find: () => FoundTests,
  before: ReadonlyMap<string, string>,
  signal: AbortSignal,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const watchers = new Map<string, FSWatcher | null>();
  let timer: NodeJS.Timeout | null = null;
  const look = () => {
    timer = null;
    const found = find();
    const now = looksOf([...files, ...found.files]);
    if ([...now].some(([file, looks]) => before.get(file) !== looks)) resolve();
    // In a folder that is new there may be a file that came before its watcher.
    if (watchAlso([...foldersOf(files), ...found.folders])) soon();
  };
  const soon = () => {
    timer ??= setTimeout(look, settleMs);
  };
  /** Watches folders that are not watched yet; true when there were any. */
  const watchAlso = (folders: readonly string[]): boolean => {
    const before = watchers.size;
    for (const folder of folders)
      if (!watchers.has(folder) && watchers.size < mostFolders) watchers.set(folder, watcherOf(folder, soon));
    return watchers.size > before;
  };
  const enough = () => resolve();
  signal.addEventListener("abort", enough, { once: true });
  // What changed before the watchers were there shows at the first look.
  look();
  await promise;
  signal.removeEventListener("abort", enough);
  if (timer) clearTimeout(timer);
  for (const watcher of watchers.values()) watcher?.close();
}

/** Null when the system has no watchers left, or the folder has just gone; the others still tell of changes. */
function watcherOf(folder: string, onChange: () => void): FSWatcher | null {
  try {
    const watcher = watch(folder, onChange);
    watcher.on("error", () => watcher.close());
    return watcher;
  } catch {
    return null;
  }
}

/** A change of a file shows in its folder; a folder that is missing shows when it appears in the next one up. */
function foldersOf(files: readonly string[]): readonly string[] {
  return files.map((file) => {
    let folder = dirname(file);
    while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder);
    return folder;
  });
}

function looksOf(files: readonly string[]): Map<string, string> {
  return new Map(files.map((file) => [file, looksLike(file)]));
}

/** Contents and permissions: a script that became executable is another script. */
function looksLike(file: string): string {
  try {
    const stats = statSync(file);
    const contents = stats.isFile() ? createHash("sha256").update(readFileSync(file)).digest("hex") : "no file";
    return `${stats.mode} ${contents}`;
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code);
  }
}
