import type { DatabaseSync } from "node:sqlite";
import { type Cell, runColumns } from "../run-row.ts";

/** Prepares the insertion of flat rows; the caller holds the transaction. A run that is already there stays as it is. */
export function prepareAppend(db: DatabaseSync): (cells: readonly Cell[]) => void {
  const width = runColumns.length;
  const insert = db.prepare(
    `INSERT INTO runs (${runColumns.join(", ")}) VALUES (${runColumns.map(() => "?").join(", ")})
     ON CONFLICT (run_id) DO NOTHING`,
  );
  return (cells) => {
    for (let at = 0; at < cells.length; at += width) insert.run(...cells.slice(at, at + width));
  };
}
