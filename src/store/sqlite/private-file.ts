import { chmodSync, closeSync, constants, lstatSync, mkdirSync, openSync, type Stats, statSync } from "node:fs";
import { dirname } from "node:path";
import { Problem } from "../../errors/problem.ts";

/** Makes sure that only this user can read or replace the database file, and creates it empty if it is missing. */
export function ensurePrivateFile(file: string): void {
  ensureDirectory(dirname(file));
  checkPrivateFile(file);
  try {
    // Created by us rather than by SQLite: with the right mode from the start, and never through a link.
    closeSync(openSync(file, constants.O_CREAT | constants.O_EXCL | constants.O_RDWR, 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    if (lstatSync(file).mode & 0o077) chmodSync(file, 0o600);
  }
}

/** Node's own `recursive` never returns below a directory that takes no new ones but denies it, such as /proc. */
function ensureDirectory(directory: string): void {
  if (statSync(directory, { throwIfNoEntry: false })) return;
  ensureDirectory(dirname(directory));
  try {
    mkdirSync(directory, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

/** Refuses a place where another user could have planted or could replace what we open. */
export function checkPrivateFile(file: string): void {
  const directory = dirname(file);
  checkDirectory(directory, statSync(directory));
  // SQLite gives the two companions the mode of the database itself, but it would follow a link.
  for (const path of [file, `${file}-wal`, `${file}-shm`]) {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats && !stats.isFile()) {
      throw new Problem("RUN_STORE_UNSAFE", {
        path,
        why: stats.isSymbolicLink() ? "it is a symbolic link" : "it is not a regular file",
        fix: "Remove it, or set HOOKLINE_HOME to the directory where the records really are.",
      });
    }
  }
}

function checkDirectory(directory: string, stats: Stats): void {
  const me = process.getuid?.();
  // Windows has no owners and modes of this kind.
  if (me === undefined) return;
  if (stats.uid !== me && stats.uid !== 0) {
    throw new Problem("RUN_STORE_UNSAFE", {
      path: directory,
      why: "the directory belongs to another user",
      fix: "Set HOOKLINE_HOME to a directory of your own.",
    });
  }
  if (stats.mode & 0o022) {
    throw new Problem("RUN_STORE_UNSAFE", {
      path: directory,
      why: "other users may write to the directory",
      fix: `Run "chmod go-w ${directory}", or set HOOKLINE_HOME to a private directory.`,
    });
  }
}
