import { resolveWorkspace } from "../../sources/workspace.ts";
import type { Place } from "../place.ts";
import { withSessionStore } from "./open-session-store.ts";
import { type SessionView, viewOf } from "./session-view.ts";

export interface SessionsWanted {
  readonly state?: string | undefined;
  /** Those of every workspace, unless the place names one, and those that were delegated to. */
  readonly all: boolean;
  /** Only the newest so many; 0 means all. */
  readonly last: number;
}

/** Lists sessions, oldest first: of the place's workspace, those that a person began. */
export async function listSessions(place: Place, { state, all, last }: SessionsWanted): Promise<SessionView[]> {
  const isEverywhere = all && place.workspace === null;
  const workspace = isEverywhere ? undefined : resolveWorkspace(place.workspace, place).id;
  return await withSessionStore(place, async (store) => {
    const found = await store.list({ state, workspace });
    const wanted = all ? found : found.filter(({ parent_id }) => parent_id === null);
    return await Promise.all(wanted.slice(last === 0 ? 0 : -last).map((session) => viewOf(store, session)));
  });
}
