import type { DatabaseSync } from "node:sqlite";
import type { KnownSession } from "../run-store.ts";

// Jumps from one session to the next in the index instead of reading every run.
const sql = `
  WITH RECURSIVE session (id) AS (
    SELECT min(session_id) FROM runs WHERE session_id IS NOT NULL
    UNION ALL
    SELECT (SELECT min(session_id) FROM runs WHERE session_id > session.id) FROM session WHERE session.id IS NOT NULL
  )
  SELECT id, (SELECT max(recorded_at) FROM runs WHERE session_id = session.id) AS newest
  FROM session WHERE id IS NOT NULL
  ORDER BY newest DESC, id`;

/** Every session that has a run, the one with the newest run first. */
export function knownSessions(db: DatabaseSync): KnownSession[] {
  const rows = db.prepare(sql).all() as { id: string; newest: number }[];
  return rows.map(({ id, newest }) => ({ session_id: id, last_recorded_at: new Date(newest).toISOString() }));
}
