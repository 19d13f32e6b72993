import { statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { formatVersion, isCurrent, migrate } from "./migrate.ts";
import { checkPrivateFile, ensurePrivateFile } from "./private-file.ts";
import { isBusy, storeProblem } from "./store-problem.ts";

/** How long to wait for another process that is writing. */
export const defaultBusyMs = 2_000;

/** Opens the file for writing, created or brought to the current format if need be. Throws a `Problem`. */
export function openForWriting(file: string, busyMs = defaultBusyMs): DatabaseSync {
  return orProblem(file, () => {
    ensurePrivateFile(file);
    refuseUntouched(file, busyMs);
    return connect(file, { busyMs, readOnly: false }, (db) => {
      turnOnWal(db, busyMs);
      db.exec(
        "PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 4194304; PRAGMA cache_size = -16384; PRAGMA trusted_schema = OFF;",
      );
      migrate(db, file);
      return db;
    });
  });
}

/** Opens the file for reading, or answers null when there is nothing to read yet. Throws a `Problem`. */
export function openForReading(file: string, busyMs = defaultBusyMs): DatabaseSync | null {
  return orProblem(file, () => {
    if (isMissingOrEmpty(file)) return null;
    checkPrivateFile(file);
    const open = () => connect(file, { busyMs, readOnly: true }, (db) => (isCurrent(db, file) ? db : closed(db)));
    const current = open();
    if (current) return current;
    openForWriting(file, busyMs).close();
    return open();
  });
}

/** Looks at the file through a connection that cannot change it, so that a newer or foreign one stays as it is. */
function refuseUntouched(file: string, busyMs: number): void {
  if (isMissingOrEmpty(file)) return;
  connect(file, { busyMs, readOnly: true }, (db) => {
    formatVersion(db, file);
    closed(db);
  });
}

function isMissingOrEmpty(file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0;
}

function connect<T>(
  file: string,
  { busyMs, readOnly }: { busyMs: number; readOnly: boolean },
  prepare: (db: DatabaseSync) => T,
): T {
  const db = new DatabaseSync(file, { readOnly, timeout: busyMs });
  try {
    return prepare(db);
  } catch (error) {
    db.close();
    throw error;
  }
}

function closed(db: DatabaseSync): null {
  db.close();
  return null;
}

/** The change to WAL needs the file alone and does not wait by itself when two processes open it at once. */
function turnOnWal(db: DatabaseSync, busyMs: number): void {
  if (db.prepare("PRAGMA journal_mode").get()?.journal_mode === "wal") return;
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (let waited = 0; ; waited += 5) {
    try {
      db.exec("PRAGMA journal_mode = WAL");
      return;
    } catch (error) {
      if (!isBusy(error) || waited >= busyMs) throw error;
      Atomics.wait(pause, 0, 0, 5);
    }
  }
}

function orProblem<T>(file: string, open: () => T): T {
  try {
    return open();
  } catch (error) {
    throw storeProblem(error, file);
  }
}
