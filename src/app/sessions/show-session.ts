import type { TranscriptEntry } from "../../agent/transcript.ts";
import type { Place } from "../place.ts";
import { withSessionStore } from "./open-session-store.ts";
import { requireSession, type SessionView, viewOf } from "./session-view.ts";

export interface ShownSession {
  readonly session: SessionView;
  readonly entries: readonly TranscriptEntry[];
}

/** A session with its whole transcript. */
export async function showSession(place: Place, id: string): Promise<ShownSession> {
  return await withSessionStore(place, async (store) => {
    const session = await requireSession(store, id);
    return { session: await viewOf(store, session), entries: await store.entries(session.id) };
  });
}
