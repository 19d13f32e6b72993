import { Problem } from "../../errors/problem.ts";
import type { LocalSessionStore } from "../../store/sessions/local-session-store.ts";
import type { Place } from "../place.ts";
import { withSessionStore } from "./open-session-store.ts";
import { delegatedBy, requireSession } from "./session-view.ts";

/** What would go, and what went, as every surface shows it. */
export interface RemoveReport {
  readonly session_id: string;
  readonly name: string;
  /** The sessions that it delegated to. */
  readonly delegated: readonly string[];
  readonly entries: number;
  readonly removed: boolean;
}

/** Deletes a session with its transcript and all that it delegated to, once `confirm` agrees. Refused while one of them runs. */
export async function removeSession(
  place: Place,
  id: string,
  confirm: (what: RemoveReport) => Promise<boolean>,
): Promise<RemoveReport> {
  return await withSessionStore(place, async (store) => {
    const session = await requireSession(store, id);
    const ids = [session.id, ...(await delegatedBy(store, session.id)).map((each) => each.id)];
    await refuseRunning(store, ids);
    const counts = await Promise.all(ids.map(async (each) => (await store.entries(each)).length));
    const report = {
      session_id: session.id,
      name: session.name,
      delegated: ids.slice(1),
      entries: counts.reduce((total, count) => total + count, 0),
      removed: false,
    };
    if (!(await confirm(report))) return report;
    // Somebody may have taken it up while the question stood.
    await refuseRunning(store, ids);
    await store.remove(session.id);
    return { ...report, removed: true };
  });
}

async function refuseRunning(store: LocalSessionStore, ids: readonly string[]): Promise<void> {
  for (const session of ids) {
    const owner = await store.owner(session);
    if (owner?.isAlive) throw new Problem("SESSION_IN_USE", { session, pid: owner.pid });
  }
}
