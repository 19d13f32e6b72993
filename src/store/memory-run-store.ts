import type { RunRecord } from "../engine/run.ts";
import { recordProblem } from "./check-run.ts";
import { type RunFilter, runFilter } from "./run-filter.ts";
import { readRow, type StoredRun, storedRun } from "./run-row.ts";
import type { KnownSession, Prune, RunQuery, RunStore } from "./run-store.ts";

/** A store that forgets with the process: for tests, and for embedders who keep no files. */
export function createMemoryRunStore(): RunStore {
  let rows: StoredRun[] = [];
  const known = new Set<string>();
  return {
    async append(records) {
      for (const record of records) {
        const problem = recordProblem(record);
        if (problem) throw problem;
      }
      for (const record of records) {
        if (known.has(record.run_id)) continue;
        known.add(record.run_id);
        rows.push(storedRun(record));
      }
    },
    async query(query: RunQuery = {}): Promise<RunRecord[]> {
      const filter = runFilter(query);
      const found = rows.filter((row) => fits(row, filter)).sort((a, b) => a.recorded_at - b.recorded_at);
      return found.slice(filter.last === 0 ? 0 : -filter.last).map(readRow);
    },
    count: async () => rows.length,
    async sessions(): Promise<KnownSession[]> {
      const newest = new Map<string, number>();
      for (const { session_id, recorded_at } of rows) {
        if (session_id !== null) newest.set(session_id, Math.max(recorded_at, newest.get(session_id) ?? 0));
      }
      return [...newest]
        .sort(([a, at], [b, bt]) => bt - at || (a < b ? -1 : 1))
        .map(([session_id, at]) => ({ session_id, last_recorded_at: new Date(at).toISOString() }));
    },
    async prune({ olderThan, keepLast }: Prune): Promise<number> {
      const before = rows.length;
      const keepFrom = keepLast === undefined ? 0 : before - keepLast;
      rows = rows.filter((row, at) => at >= keepFrom && (!olderThan || row.recorded_at >= olderThan.getTime()));
      return before - rows.length;
    },
    close: async () => {},
  };
}

function fits(row: StoredRun, filter: RunFilter): boolean {
  return (
    (filter.since === null || row.recorded_at >= filter.since) &&
    filterColumns.every((column) => filter[column] === null || filter[column] === row[column])
  );
}

const filterColumns = ["session_id", "workspace_id", "workspace", "hook_name", "event", "outcome"] as const;
