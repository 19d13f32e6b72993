import type { SessionRecord } from "../../agent/session.ts";
import type { SessionStore } from "../../agent/session-store.ts";
import { Problem } from "../../errors/problem.ts";
import type { LocalSessionStore } from "../../store/sessions/local-session-store.ts";

/** A session as every surface shows it. */
export interface SessionView extends SessionRecord {
  /** The process that runs it. One that is not alive was killed, and the session waits to be resumed or stopped. */
  readonly owner: { readonly pid: number; readonly is_alive: boolean } | null;
}

export async function viewOf(store: LocalSessionStore, session: SessionRecord): Promise<SessionView> {
  const owner = await store.owner(session.id);
  return { ...session, owner: owner && { pid: owner.pid, is_alive: owner.isAlive } };
}

/** Finds a session by its id or the beginning of it. */
export async function requireSession(store: SessionStore, id: string): Promise<SessionRecord> {
  const session = await store.get(id);
  if (!session) throw new Problem("SESSION_UNKNOWN", { session: id });
  return session;
}

/** The sessions that a session delegated to, and those that they delegated to: whoever delegates comes first. */
export async function delegatedBy(store: SessionStore, id: string): Promise<SessionRecord[]> {
  const found: SessionRecord[] = [];
  const seen = new Set([id]);
  for (const parent of seen) {
    for (const session of await store.list({ parent })) {
      if (seen.has(session.id)) continue;
      seen.add(session.id);
      found.push(session);
    }
  }
  return found;
}
