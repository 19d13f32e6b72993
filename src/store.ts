/* `hookline/store`: keeping runs and sessions, and finding them again. */

export type { SessionRecord, SessionState, SessionTotals } from "./agent/session.ts";
export type { SessionOwner, SessionQuery, SessionStore } from "./agent/session-store.ts";
export type { Entry, SystemEntry, TranscriptEntry } from "./agent/transcript.ts";
export { createMemoryRunStore } from "./store/memory-run-store.ts";
export type { Recorder, RecorderHealth } from "./store/recorder.ts";
export type { Prune, RunQuery, RunStore } from "./store/run-store.ts";
export type { KnownOwner, LocalSessionStore, SessionStoreOptions } from "./store/sessions/local-session-store.ts";
export { createMemorySessionStore } from "./store/sessions/memory-session-store.ts";
export { type OpenRecorderOptions, openInProcessRecorder, openRecorder } from "./store/sqlite/open-recorder.ts";
export { openSqliteRunStore, type SqliteRunStoreOptions } from "./store/sqlite/sqlite-run-store.ts";
export { openSqliteSessionStore, type SqliteSessionStoreOptions } from "./store/sqlite/sqlite-session-store.ts";
