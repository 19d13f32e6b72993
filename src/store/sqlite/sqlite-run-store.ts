import type { DatabaseSync } from "node:sqlite";
import type { RunRecord } from "../../engine/run.ts";
import { recordProblem } from "../check-run.ts";
import { runFilter } from "../run-filter.ts";
import { type Cell, pushRow, readRow, storedRun } from "../run-row.ts";
import type { KnownSession, Prune, RunQuery, RunStore } from "../run-store.ts";
import { prepareAppend } from "./append-runs.ts";
import { knownSessions } from "./known-sessions.ts";
import { defaultBusyMs, openForReading, openForWriting } from "./open-database.ts";
import { pruneStep } from "./prune-runs.ts";
import { prepareQueries } from "./query-runs.ts";
import { storeProblem } from "./store-problem.ts";
import { transaction } from "./transaction.ts";

export interface SqliteRunStoreOptions {
  readonly path: string;
  /** How long to wait for another process that is writing. */
  readonly busyMs?: number;
}

const rowsPerStep = 1_000;

/** Opens the runs kept in a file. Nothing is opened before it is needed, and only `append` creates the file. */
export function openSqliteRunStore({ path, busyMs = defaultBusyMs }: SqliteRunStoreOptions): RunStore {
  let reader: Reader | null = null;
  let writer: Writer | null = null;

  const reading = (): Reader | null => {
    if (reader) return reader;
    const db = openForReading(path, busyMs);
    reader = db && { db, query: prepareQueries(db) };
    return reader;
  };
  const writing = (): Writer => {
    if (writer) return writer;
    const db = openForWriting(path, busyMs);
    writer = { db, append: prepareAppend(db) };
    return writer;
  };
  const guarded = async <T>(work: () => T): Promise<T> => {
    try {
      return work();
    } catch (error) {
      throw storeProblem(error, path);
    }
  };

  return {
    append: (records) =>
      guarded(() => {
        const cells = checkedCells(records);
        const { db, append } = writing();
        transaction(db, () => append(cells));
      }),
    query: (query: RunQuery = {}): Promise<RunRecord[]> =>
      guarded(() => {
        const filter = runFilter(query);
        return (reading()?.query(filter) ?? []).map(readRow);
      }),
    count: () => guarded(() => Number(reading()?.db.prepare("SELECT count(*) AS runs FROM runs").get()?.runs ?? 0)),
    sessions: (): Promise<KnownSession[]> =>
      guarded(() => {
        const db = reading()?.db;
        return db ? knownSessions(db) : [];
      }),
    async prune({ olderThan, keepLast }: Prune): Promise<number> {
      const limits = { olderThan: olderThan?.getTime() ?? null, keepLast: keepLast ?? null };
      let removed = 0;
      for (let step = -1; step !== 0; removed += step) {
        step = await guarded(() => (reading() ? pruneStep(writing().db, limits, rowsPerStep) : 0));
      }
      return removed;
    },
    close: () =>
      guarded(() => {
        reader?.db.close();
        writer?.db.close();
        reader = null;
        writer = null;
      }),
  };
}

interface Reader {
  readonly db: DatabaseSync;
  readonly query: ReturnType<typeof prepareQueries>;
}

interface Writer {
  readonly db: DatabaseSync;
  readonly append: ReturnType<typeof prepareAppend>;
}

function checkedCells(records: readonly RunRecord[]): Cell[] {
  const cells: Cell[] = [];
  for (const record of records) {
    const problem = recordProblem(record);
    if (problem) throw problem;
    pushRow(cells, storedRun(record));
  }
  return cells;
}
