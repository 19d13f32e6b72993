/*
 * Times are milliseconds since 1970. Every index ends in the time (and, as SQLite does by itself, the row id), so that
 * "the newest N of …" reads N index entries backwards whatever the size of the table.
 */
export const sql = `
CREATE TABLE runs (
  id             INTEGER PRIMARY KEY AUTOINCREMENT,
  run_id         TEXT    NOT NULL UNIQUE,
  recorded_at    INTEGER NOT NULL,
  session_id     TEXT,
  workspace_id   TEXT,
  workspace      TEXT,
  agent_name     TEXT,
  hook_name      TEXT    NOT NULL,
  event          TEXT    NOT NULL,
  dialect        TEXT    NOT NULL,
  source         TEXT    NOT NULL,
  mode           TEXT    NOT NULL CHECK (mode IN ('sync', 'async')),
  outcome        TEXT    NOT NULL CHECK (outcome IN ('applied', 'denied', 'failed', 'skipped', 'dropped', 'rejected')),
  failure        TEXT,
  duration_ns    INTEGER NOT NULL,
  dispatch_depth INTEGER NOT NULL,
  required       INTEGER NOT NULL CHECK (required IN (0, 1)),
  patch_applied  TEXT,
  error          TEXT
) STRICT;

CREATE INDEX runs_by_time         ON runs (recorded_at);
CREATE INDEX runs_by_session      ON runs (session_id, recorded_at)   WHERE session_id IS NOT NULL;
CREATE INDEX runs_by_workspace_id ON runs (workspace_id, recorded_at) WHERE workspace_id IS NOT NULL;
CREATE INDEX runs_by_workspace    ON runs (workspace, recorded_at)    WHERE workspace IS NOT NULL;
CREATE INDEX runs_by_hook         ON runs (hook_name, recorded_at);
CREATE INDEX runs_by_event        ON runs (event, recorded_at);

-- One row per process that keeps records open, so that the next one can tell when it ended without closing.
CREATE TABLE writers (
  id             TEXT    PRIMARY KEY,
  pid            INTEGER NOT NULL,
  process_mark   TEXT,
  opened_at      INTEGER NOT NULL,
  last_commit_at INTEGER,
  closed_at      INTEGER,
  crashed        INTEGER NOT NULL DEFAULT 0,
  dropped        INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

CREATE INDEX writers_by_closing ON writers (closed_at);
`;
