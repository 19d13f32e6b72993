import type { DatabaseSync, StatementSync } from "node:sqlite";
import { filterColumns, type SessionFilter } from "../sessions/session-filter.ts";
import type { StoredSession } from "../sessions/session-row.ts";

const columns = [
  "id",
  "name",
  "type",
  "state",
  "agent",
  "stop_reason",
  "workspace_id",
  "workspace",
  "cwd",
  "parent_id",
  "agent_files",
  "created_at",
  "updated_at",
  "totals",
] as const satisfies readonly (keyof StoredSession)[];

const changing = columns.filter((column) => column !== "id" && column !== "parent_id" && column !== "created_at");

type Cells = readonly (string | number | null)[];

/** The values that `insert` takes. */
export const cellsOf = (session: StoredSession): Cells => columns.map((column) => session[column]);

/** The values that `update` takes before the id. */
export const changingCellsOf = (session: StoredSession): Cells => changing.map((column) => session[column]);

/** The statements that only read. */
export function prepareReading(db: DatabaseSync) {
  const listing = new Map<string, StatementSync>();
  return {
    exact: db.prepare(`SELECT ${columns.join(", ")} FROM sessions WHERE id = ?`),
    // Every id that begins so sorts between the beginning itself and the beginning with the last of all characters.
    beginning: db.prepare(
      `SELECT ${columns.join(", ")} FROM sessions WHERE id >= ?1 AND id < ?1 || char(0x10ffff) ORDER BY id LIMIT 6`,
    ),
    entries: db.prepare(
      `SELECT sequence, type, turn_id, recorded_at, content FROM transcript
       WHERE session = (SELECT key FROM sessions WHERE id = ?) AND sequence >= ? ORDER BY sequence`,
    ),
    owner: db.prepare("SELECT owner_pid AS pid, owner_mark AS mark FROM sessions WHERE id = ?"),
    /** Newest first. */
    list(filter: SessionFilter): StoredSession[] {
      const asked = filterColumns.filter((column) => filter[column] !== null);
      const where = asked.length === 0 ? "" : `WHERE ${asked.map((column) => `${column} = ?`).join(" AND ")}`;
      const sql = `SELECT ${columns.join(", ")} FROM sessions ${where} ORDER BY created_at DESC, key DESC LIMIT ?`;
      let statement = listing.get(sql);
      if (!statement) {
        statement = db.prepare(sql);
        listing.set(sql, statement);
      }
      const values = asked.map((column) => filter[column]);
      return statement.all(...values, filter.last === 0 ? -1 : filter.last) as unknown as StoredSession[];
    },
  };
}

/** The statements that change something. Each says by its `changes` whether there was anything to change. */
export function prepareWriting(db: DatabaseSync) {
  return {
    insert: db.prepare(
      `INSERT INTO sessions (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})
       ON CONFLICT (id) DO NOTHING`,
    ),
    update: db.prepare(`UPDATE sessions SET ${changing.map((column) => `${column} = ?`).join(", ")} WHERE id = ?`),
    // Adds nothing unless the entry is the next one, so that no two writers can both believe that theirs is.
    append: db.prepare(
      `INSERT INTO transcript (session, sequence, type, turn_id, recorded_at, content)
       SELECT key, ?2, ?3, ?4, ?5, ?6 FROM sessions
       WHERE id = ?1 AND ?2 = 1 + coalesce((SELECT max(sequence) FROM transcript WHERE session = key), 0)`,
    ),
    nextSequence: db.prepare(
      `SELECT 1 + coalesce((SELECT max(sequence) FROM transcript WHERE session = key), 0) AS next
       FROM sessions WHERE id = ?`,
    ),
    own: db.prepare("UPDATE sessions SET owner_pid = ?, owner_mark = ? WHERE id = ?"),
    release: db.prepare(
      "UPDATE sessions SET owner_pid = NULL, owner_mark = NULL WHERE id = ? AND owner_pid = ? AND owner_mark IS ?",
    ),
    remove: db.prepare(
      `WITH RECURSIVE gone (id) AS (
         SELECT ?
         UNION
         SELECT sessions.id FROM sessions JOIN gone ON sessions.parent_id = gone.id
       )
       DELETE FROM sessions WHERE id IN (SELECT id FROM gone)`,
    ),
  };
}
