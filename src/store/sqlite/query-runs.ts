import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { RunFilter } from "../run-filter.ts";
import { type Cell, runColumns, type StoredRun } from "../run-row.ts";

export interface Statement {
  readonly sql: string;
  readonly parameters: readonly Cell[];
}

/** The narrowest first: the first one asked for picks the index, the others are checked row by row. */
const columns = ["session_id", "workspace_id", "workspace", "hook_name", "event", "outcome"] as const;

/** Writes the query for a filter: the newest runs first. */
export function runsStatement(filter: RunFilter): Statement {
  const asked = columns.filter((column) => filter[column] !== null);
  // A unary plus keeps SQLite from picking another index, for which it would have to sort.
  const conditions = asked.map((column, at) => (at === 0 && column !== "outcome" ? `${column} = ?` : `+${column} = ?`));
  const parameters: Cell[] = asked.map((column) => filter[column]);
  if (filter.since !== null) {
    conditions.push("recorded_at >= ?");
    parameters.push(filter.since);
  }
  const where = conditions.length === 0 ? "" : `WHERE ${conditions.join(" AND ")}`;
  parameters.push(filter.last === 0 ? -1 : filter.last);
  return {
    sql: `SELECT ${runColumns.join(", ")} FROM runs ${where} ORDER BY recorded_at DESC, id DESC LIMIT ?`,
    parameters,
  };
}

/** Answers filters over one connection, keeping a prepared statement per combination of columns. */
export function prepareQueries(db: DatabaseSync): (filter: RunFilter) => StoredRun[] {
  const prepared = new Map<string, StatementSync>();
  return (filter) => {
    const { sql, parameters } = runsStatement(filter);
    let statement = prepared.get(sql);
    if (!statement) {
      statement = db.prepare(sql);
      prepared.set(sql, statement);
    }
    return (statement.all(...parameters) as unknown as StoredRun[]).reverse();
  };
}
