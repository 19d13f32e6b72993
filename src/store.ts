/* `hookline/store`: keeping runs, and finding them again. */

export { createMemoryRunStore } from "./store/memory-run-store.ts";
export type { Recorder, RecorderHealth } from "./store/recorder.ts";
export type { Prune, RunQuery, RunStore } from "./store/run-store.ts";
export { type OpenRecorderOptions, openInProcessRecorder, openRecorder } from "./store/sqlite/open-recorder.ts";
export { openSqliteRunStore, type SqliteRunStoreOptions } from "./store/sqlite/sqlite-run-store.ts";
