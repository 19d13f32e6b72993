import type { RunRecord } from "../engine/run.ts";
import { resolveWorkspace } from "../sources/workspace.ts";
import type { RunQuery } from "../store/run-store.ts";
import { openSqliteRunStore } from "../store/sqlite/sqlite-run-store.ts";
import type { Place } from "./place.ts";
import { recordsFile } from "./records-file.ts";
import { withSessionStore } from "./sessions/open-session-store.ts";

/** Finds recorded runs, oldest first; only those of the place's workspace when it names one. */
export async function queryRuns(place: Place, query: Omit<RunQuery, "workspace">): Promise<RunRecord[]> {
  const workspace = place.workspace === null ? null : resolveWorkspace(place.workspace, place);
  const store = openSqliteRunStore({ path: recordsFile(place.home) });
  try {
    const wanted = { ...query, workspace: workspace?.id };
    const found = await store.query(wanted);
    if (found.length > 0 || query.session === undefined) return found;
    const session = await sessionThatBegins(place, query.session);
    return session === null || session === query.session ? found : await store.query({ ...wanted, session });
  } finally {
    await store.close();
  }
}

/** Sessions of other programs are known by their runs alone; of our own, the beginning of an id is enough. */
async function sessionThatBegins(place: Place, id: string): Promise<string | null> {
  return await withSessionStore(place, async (store) => (await store.get(id))?.id ?? null);
}
