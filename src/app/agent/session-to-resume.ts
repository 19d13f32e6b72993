import type { SessionRecord } from "../../agent/session.ts";
import { Problem } from "../../errors/problem.ts";
import { resolveWorkspace } from "../../sources/workspace.ts";
import type { Place } from "../place.ts";
import { withSessionStore } from "../sessions/open-session-store.ts";

/** The session of that id; with null, the one of the place's workspace that was used last. Throws a Problem when there is none. */
export async function sessionToResume(place: Place, id: string | null): Promise<SessionRecord> {
  return await withSessionStore(place, async (store) => {
    if (id !== null) {
      const kept = await store.get(id);
      if (kept === null) throw new Problem("SESSION_UNKNOWN", { session: id });
      return kept;
    }
    const workspace = resolveWorkspace(place.workspace, place);
    const sessions = await store.list({ workspace: workspace.id, type: "user" });
    const own = sessions.filter(({ parent_id }) => parent_id === null);
    const last = own.reduce<SessionRecord | null>(
      (latest, one) => (latest !== null && latest.updated_at > one.updated_at ? latest : one),
      null,
    );
    if (last === null) throw new Problem("SESSION_NONE_TO_CONTINUE", { workspace: workspace.root });
    return last;
  });
}
