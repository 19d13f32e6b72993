import type { DatabaseSync } from "node:sqlite";
import { isStillRunning } from "../process-mark.ts";
import { transaction } from "./transaction.ts";

/** Who is writing. The id is one per recorder, so that a second connection can finish what the first began. */
export interface WriterIdentity {
  readonly id: string;
  readonly pid: number;
  readonly mark: string | null;
  readonly openedAt: number;
}

/** A process that stopped without closing its records: what it had not committed by then is lost. */
export interface CrashNotice {
  readonly pid: number;
  readonly openedAt: string;
  readonly lastCommitAt: string | null;
}

interface Note {
  readonly lastCommitAt: number | null;
  readonly closedAt: number | null;
  readonly dropped: number;
}

/** Prepares what a writer notes with each commit: `sign` makes its entry if there is none, `signOff` does not. */
export function prepareSignature(db: DatabaseSync, { id, pid, mark, openedAt }: WriterIdentity) {
  const insert = db.prepare(
    "INSERT INTO writers (id, pid, process_mark, opened_at) VALUES (?, ?, ?, ?) ON CONFLICT (id) DO NOTHING",
  );
  // An entry once closed stays so: a process that exits signs off while its writing thread may still be at work.
  const update = db.prepare(
    `UPDATE writers SET last_commit_at = coalesce(?, last_commit_at), closed_at = coalesce(?, closed_at),
       dropped = max(dropped, ?)
     WHERE id = ?`,
  );
  const signOff = (note: Note): boolean => update.run(note.lastCommitAt, note.closedAt, note.dropped, id).changes === 1;
  const sign = (note: Note): void => {
    if (signOff(note)) return;
    insert.run(id, pid, mark, openedAt);
    signOff(note);
  };
  return { sign, signOff };
}

/** Finds writers that are gone without having closed. Each is reported once, to whoever opens the file next. */
export function reportCrashes(db: DatabaseSync, now: number): CrashNotice[] {
  const gone = openWriters(db).filter(({ pid, process_mark }) => !isStillRunning(pid, process_mark));
  if (gone.length === 0) return [];
  return transaction(db, () => {
    const mark = db.prepare("UPDATE writers SET closed_at = ?, crashed = 1 WHERE id = ? AND closed_at IS NULL");
    return gone.filter(({ id }) => mark.run(now, id).changes === 1).map(notice);
  });
}

/** Forgets writers that ended before `before`. */
export function forgetWriters(db: DatabaseSync, before: number): void {
  const isOld = db.prepare("SELECT 1 FROM writers WHERE closed_at < ? LIMIT 1").get(before) !== undefined;
  if (isOld) db.prepare("DELETE FROM writers WHERE closed_at < ?").run(before);
}

interface WriterRow {
  readonly id: string;
  readonly pid: number;
  readonly process_mark: string | null;
  readonly opened_at: number;
  readonly last_commit_at: number | null;
}

function openWriters(db: DatabaseSync): WriterRow[] {
  const sql = "SELECT id, pid, process_mark, opened_at, last_commit_at FROM writers WHERE closed_at IS NULL";
  return db.prepare(sql).all() as unknown as WriterRow[];
}

function notice({ pid, opened_at, last_commit_at }: WriterRow): CrashNotice {
  return {
    pid,
    openedAt: new Date(opened_at).toISOString(),
    lastCommitAt: last_commit_at === null ? null : new Date(last_commit_at).toISOString(),
  };
}
