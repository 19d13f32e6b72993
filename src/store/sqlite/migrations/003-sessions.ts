/*
 * Sessions and their transcripts. Times are milliseconds since 1970; `agent_files`, `totals` and `content` are JSON text. A
 * session whose `owner_pid` is set is run by that process, or was when the process died.
 */
export const sql = `
CREATE TABLE sessions (
  key          INTEGER PRIMARY KEY,
  id           TEXT    NOT NULL UNIQUE,
  name         TEXT    NOT NULL,
  type         TEXT    NOT NULL,
  state        TEXT    NOT NULL CHECK (state IN ('starting', 'active', 'stopping', 'stopped')),
  agent        TEXT    NOT NULL,
  stop_reason  TEXT,
  workspace_id TEXT    NOT NULL,
  workspace    TEXT    NOT NULL,
  cwd          TEXT    NOT NULL,
  parent_id    TEXT,
  agent_files  TEXT    NOT NULL,
  created_at   INTEGER NOT NULL,
  updated_at   INTEGER NOT NULL,
  totals       TEXT    NOT NULL,
  owner_pid    INTEGER,
  owner_mark   TEXT
) STRICT;

CREATE INDEX sessions_by_time         ON sessions (created_at);
CREATE INDEX sessions_by_workspace_id ON sessions (workspace_id, created_at);
CREATE INDEX sessions_by_parent       ON sessions (parent_id, created_at) WHERE parent_id IS NOT NULL;

CREATE TABLE transcript (
  session     INTEGER NOT NULL REFERENCES sessions (key) ON DELETE CASCADE,
  sequence    INTEGER NOT NULL,
  type        TEXT    NOT NULL,
  turn_id     TEXT,
  recorded_at INTEGER NOT NULL,
  content     TEXT    NOT NULL,
  UNIQUE (session, sequence)
) STRICT;
`;
