import type { RunRecord } from "../engine/run.ts";
import { resolveWorkspace } from "../sources/workspace.ts";
import type { RunQuery } from "../store/run-store.ts";
import { openSqliteRunStore } from "../store/sqlite/sqlite-run-store.ts";
import type { Place } from "./place.ts";
import { recordsFile } from "./records-file.ts";

/** Finds recorded runs, oldest first; only those of the place's workspace when it names one. */
export async function queryRuns(place: Place, query: Omit<RunQuery, "workspace">): Promise<RunRecord[]> {
  const workspace = place.workspace === null ? null : resolveWorkspace(place.workspace, place);
  const store = openSqliteRunStore({ path: recordsFile(place.home) });
  try {
    return await store.query({ ...query, workspace: workspace?.id });
  } finally {
    await store.close();
  }
}
