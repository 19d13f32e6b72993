import { existsSync, readdirSync, realpathSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { Problem } from "../../errors/problem.ts";

const testFile = /\.hooktest\.ya?ml$/;
/** Other people's code and git's own files; neither has tests of ours. */
const skipped: ReadonlySet<string> = new Set(["node_modules", ".git"]);

/** What there is at and below some paths. */
export interface FoundTests {
  /** Each once, in the order of their names. A file that was named counts as a test file. */
  readonly files: readonly string[];
  /** The folders that were looked into. */
  readonly folders: readonly string[];
}

/** Finds the test files at and below some paths. */
export function findTests(paths: readonly string[], cwd: string): FoundTests {
  const folders: string[] = [];
  const found = paths.flatMap((path) => {
    const absolute = resolve(cwd, path);
    if (!existsSync(absolute)) throw new Problem("PATH_NOT_FOUND", { path: absolute });
    return statSync(absolute).isDirectory() ? testsBelow(absolute, folders) : [absolute];
  });
  const byPlace = new Map(found.map((file) => [placeOf(file), file]));
  return { files: [...byPlace.values()], folders };
}

function testsBelow(folder: string, folders: string[]): string[] {
  folders.push(folder);
  return entriesOf(folder).flatMap((entry) => {
    const path = join(folder, entry.name);
    // Links to folders are not followed: they may lead in a circle, or out of the workspace.
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : testsBelow(path, folders);
    return testFile.test(entry.name) ? [path] : [];
  });
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    // A folder that nobody may read has no tests that anybody could run.
    return [];
  }
}

/** A link that leads nowhere is a test file that cannot be read, which is told later. */
function placeOf(file: string): string {
  try {
    return realpathSync.native(file);
  } catch {
    return file;
  }
}
