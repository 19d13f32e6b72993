import type { DatabaseSync } from "node:sqlite";
import type { SessionOwner } from "../../agent/session-store.ts";
import type { TranscriptEntry } from "../../agent/transcript.ts";
import { Problem } from "../../errors/problem.ts";
import { isStillRunning, processMark } from "../process-mark.ts";
import { sessionIdProblem } from "../session-id.ts";
import { ambiguousId } from "../sessions/ambiguous-id.ts";
import { readEntry, type StoredEntry, storedEntry } from "../sessions/entry-row.ts";
import type { LocalSessionStore, SessionStoreOptions } from "../sessions/local-session-store.ts";
import { sessionFilter } from "../sessions/session-filter.ts";
import { readSession, type StoredSession, storedSession } from "../sessions/session-row.ts";
import { defaultBusyMs, openForReading, openForWriting } from "./open-database.ts";
import { cellsOf, changingCellsOf, prepareReading, prepareWriting } from "./session-statements.ts";
import { sessionStoreProblem } from "./session-store-problem.ts";
import { isBusy } from "./store-problem.ts";
import { transaction } from "./transaction.ts";

export interface SqliteSessionStoreOptions extends SessionStoreOptions {
  readonly path: string;
  /** How long to wait for another process that is writing. */
  readonly busyMs?: number;
}

/** Opens the sessions kept in a file. Nothing is opened before it is needed, and only writing creates the file. */
export function openSqliteSessionStore(options: SqliteSessionStoreOptions): LocalSessionStore {
  const { path, busyMs = defaultBusyMs, redact } = options;
  const self: SessionOwner = { pid: process.pid, mark: processMark(process.pid) };
  let reader: Reader | null = null;
  let writer: Writer | null = null;

  function reading(): Reader | null {
    if (writer) return writer;
    if (reader) return reader;
    const db = openForReading(path, busyMs);
    reader = db && { db, read: prepareReading(db) };
    return reader;
  }
  function writing(): Writer {
    if (writer) return writer;
    const db = openForWriting(path, busyMs);
    // What is committed survives the death of this process; only the death of the machine may take the last moments along.
    db.exec("PRAGMA synchronous = NORMAL");
    writer = { db, read: prepareReading(db), write: prepareWriting(db) };
    return writer;
  }
  function letGo(): void {
    reader?.db.close();
    writer?.db.close();
    reader = null;
    writer = null;
  }
  async function guarded<T>(work: () => T): Promise<T> {
    try {
      return work();
    } catch (error) {
      // A file that is repaired or moved away meanwhile must be opened afresh.
      if (!(error instanceof Problem) && !isBusy(error)) letGo();
      throw sessionStoreProblem(error, path);
    }
  }

  return {
    create: (record) =>
      guarded(() => {
        const cells = cellsOf(storedSession(record));
        if (writing().write.insert.run(...cells).changes === 0) {
          throw new Problem("SESSION_EXISTS", { session: record.id });
        }
      }),
    update: (record) =>
      guarded(() => {
        const cells = changingCellsOf(storedSession(record));
        if (writing().write.update.run(...cells, record.id).changes === 0) throw unknown(record.id);
      }),
    append: (entries) =>
      guarded(() => {
        const rows = entries.map((entry) => ({ entry, row: storedEntry(entry, redact) }));
        const target = writing();
        const add = () => {
          for (const { entry, row } of rows) appendRow(target, entry, row);
        };
        if (rows.length === 1) add();
        else if (rows.length > 1) transaction(target.db, add);
      }),
    get: (id) =>
      guarded(() => {
        const unsafe = sessionIdProblem(id);
        if (unsafe) throw unsafe;
        const statements = reading()?.read;
        const exact = statements?.exact.get(id) as StoredSession | undefined;
        if (exact) return readSession(exact);
        const found = (statements?.beginning.all(id) ?? []) as unknown as StoredSession[];
        if (found.length > 1)
          throw ambiguousId(
            id,
            found.map((session) => session.id),
          );
        return found[0] ? readSession(found[0]) : null;
      }),
    list: (query = {}) =>
      guarded(() => {
        const filter = sessionFilter(query);
        return (reading()?.read.list(filter) ?? []).reverse().map(readSession);
      }),
    entries: (id, from = 1) =>
      guarded(() => {
        const rows = (reading()?.read.entries.all(id, from) ?? []) as unknown as StoredEntry[];
        return rows.map((row) => readEntry(id, row));
      }),
    claim: (id) =>
      guarded(() => {
        const { db, read, write } = writing();
        return transaction(db, () => {
          const before = ownerIn(read.owner.get(id) ?? null, id);
          const isOurs = before?.pid === self.pid && before.mark === self.mark;
          if (before && !isOurs && isStillRunning(before.pid, before.mark)) return { heldBy: before };
          write.own.run(self.pid, self.mark, id);
          return { diedBefore: isOurs ? null : before };
        });
      }),
    release: (id) =>
      guarded(() => {
        if (reading()) writing().write.release.run(id, self.pid, self.mark);
      }),
    owner: (id) =>
      guarded(() => {
        const row = reading()?.read.owner.get(id);
        const owner = row ? ownerIn(row, id) : null;
        return owner && { ...owner, isAlive: isStillRunning(owner.pid, owner.mark) };
      }),
    remove: (id) =>
      guarded(() => {
        if (reading()) writing().write.remove.run(id);
      }),
    close: () => guarded(letGo),
  };
}

interface Reader {
  readonly db: DatabaseSync;
  readonly read: ReturnType<typeof prepareReading>;
}

interface Writer extends Reader {
  readonly write: ReturnType<typeof prepareWriting>;
}

function appendRow({ write }: Writer, { session_id: session, sequence }: TranscriptEntry, row: StoredEntry): void {
  const { type, turn_id, recorded_at, content } = row;
  if (write.append.run(session, sequence, type, turn_id, recorded_at, content).changes === 1) return;
  const expected = write.nextSequence.get(session)?.next;
  if (expected === undefined) throw unknown(session);
  throw new Problem("TRANSCRIPT_GAP", { session, sequence, expected: Number(expected) });
}

function ownerIn(row: Record<string, unknown> | null, id: string): SessionOwner | null {
  if (!row) throw unknown(id);
  const { pid, mark } = row as { pid: number | null; mark: string | null };
  return pid === null ? null : { pid, mark };
}

function unknown(session: string): Problem {
  return new Problem("SESSION_UNKNOWN", { session });
}
