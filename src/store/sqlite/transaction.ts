import type { DatabaseSync } from "node:sqlite";

/** Runs `work` in one write transaction. IMMEDIATE, because a lock that is taken late cannot be waited for. */
export function transaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec("BEGIN IMMEDIATE");
  try {
    const result = work();
    db.exec("COMMIT");
    return result;
  } catch (error) {
    // SQLite itself has rolled back after some failures (disk full, I/O error).
    if (db.isTransaction) db.exec("ROLLBACK");
    throw error;
  }
}
