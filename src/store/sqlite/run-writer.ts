import { statSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import type { Batch } from "../recorder.ts";
import { prepareAppend } from "./append-runs.ts";
import { openForWriting } from "./open-database.ts";
import { pruneStep } from "./prune-runs.ts";
import { storeProblem } from "./store-problem.ts";
import { transaction } from "./transaction.ts";
import { type CrashNotice, forgetWriters, prepareSignature, reportCrashes, type WriterIdentity } from "./writers.ts";

export interface Retention {
  readonly maxAgeDays?: number;
  readonly maxRuns?: number;
}

export interface RunWriterOptions {
  readonly path: string;
  readonly writer: WriterIdentity;
  readonly retention: Retention;
  readonly busyMs: number;
}

/** The one connection through which a recorder's batches reach the file. Every method throws a `Problem` on failure. */
export interface RunWriter {
  /** Who ended without closing; each is named once, to whoever asks first. */
  reportCrashes(): readonly CrashNotice[];
  /**
   * Keeps all batches in one transaction, durable on return; without any it only announces the writer. `closing` makes
   * it the writer's last. After a failure the connection is not to be trusted: close it and open another.
   */
  commit(batches: readonly Batch[], closing?: boolean): void;
  /** Moves the log into the database when it has grown beyond its bound. */
  boundLog(): void;
  /** One short piece of housekeeping; true while there is more to do. */
  tidy(): boolean;
  close(): void;
}

const dayMs = 86_400_000;
const defaults = { maxAgeDays: 90, maxRuns: 1_000_000 };
const rowsPerStep = 256;
const rememberWritersMs = 7 * dayMs;
/** From here on the log is moved even while batches keep coming. */
const logBytes = 8 * 1024 * 1024;
/** From here on it is worth waiting for a reader that holds the log. */
const logBytesWait = 64 * 1024 * 1024;

/** Opens the file for one recorder. */
export function openRunWriter({ path, writer, retention, busyMs }: RunWriterOptions): RunWriter {
  const db = openForWriting(path, busyMs);
  db.exec("PRAGMA wal_autocheckpoint = 0");
  const append = prepareAppend(db);
  const { sign, signOff } = prepareSignature(db, writer);
  const { maxAgeDays, maxRuns } = { ...defaults, ...retention };
  let isRegistered = false;

  const guarded = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      throw storeProblem(error, path);
    }
  };

  return {
    reportCrashes: () => guarded(() => reportCrashes(db, Date.now())),
    commit: (batches, closing = false) =>
      guarded(() => {
        const now = Date.now();
        const dropped = Math.max(0, ...batches.map((batch) => batch.dropped));
        transaction(db, () => {
          for (const batch of batches) append(batch.cells);
          const note = { lastCommitAt: batches.length > 0 ? now : null, closedAt: closing ? now : null, dropped };
          // A writer whose first commit is its last was never at risk; it needs no entry unless it lost something.
          if (closing && !isRegistered && dropped === 0) signOff(note);
          else sign(note);
        });
        isRegistered = true;
      }),
    boundLog: () =>
      guarded(() => {
        const size = statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
        if (size > logBytesWait) checkpoint(db, "TRUNCATE");
        else if (size > logBytes) checkpoint(db, "PASSIVE");
      }),
    tidy: () =>
      guarded(() => {
        const now = Date.now();
        const limits = { olderThan: now - maxAgeDays * dayMs, keepLast: maxRuns };
        if (pruneStep(db, limits, rowsPerStep) > 0) return true;
        forgetWriters(db, now - rememberWritersMs);
        checkpoint(db, "PASSIVE");
        return false;
      }),
    close: () => db.close(),
  };
}

function checkpoint(db: DatabaseSync, mode: "PASSIVE" | "TRUNCATE"): void {
  db.prepare(`PRAGMA wal_checkpoint(${mode})`).get();
}
