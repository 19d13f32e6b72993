import { closeTranscript } from "../../agent/close-transcript.ts";
import { Problem } from "../../errors/problem.ts";
import type { Place } from "../place.ts";
import { withSessionStore } from "./open-session-store.ts";
import { requireSession } from "./session-view.ts";

/** What clearing a session came to, as every surface shows it. */
export interface ClearReport {
  readonly session_id: string;
  /** False when there was nothing since it was cleared the last time. */
  readonly cleared: boolean;
  readonly interrupted_calls: readonly string[];
}

/** Lets the conversation of a session begin anew; its transcript is kept. Refused while a process runs it. */
export async function clearSession(place: Place, id: string): Promise<ClearReport> {
  return await withSessionStore(place, async (store) => {
    const found = await requireSession(store, id);
    const claim = await store.claim(found.id);
    if ("heldBy" in claim) throw new Problem("SESSION_IN_USE", { session: found.id, pid: claim.heldBy.pid });
    // Read again: until now somebody else might have changed it.
    const session = await requireSession(store, found.id);
    const { added, interruptedCalls } = await closeTranscript(store, session.id, {
      type: "system",
      content: { kind: "cleared" },
    });
    if (added > 0) await store.update({ ...session, updated_at: new Date().toISOString() });
    await store.release(session.id);
    return { session_id: session.id, cleared: added > 0, interrupted_calls: interruptedCalls };
  });
}
