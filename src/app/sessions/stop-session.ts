import { setTimeout as pause } from "node:timers/promises";
import { closeTranscript } from "../../agent/close-transcript.ts";
import type { SessionRecord } from "../../agent/session.ts";
import type { SessionOwner } from "../../agent/session-store.ts";
import { Problem } from "../../errors/problem.ts";
import type { LocalSessionStore } from "../../store/sessions/local-session-store.ts";
import type { Place } from "../place.ts";
import { withSessionStore } from "./open-session-store.ts";
import { delegatedBy, requireSession } from "./session-view.ts";

/** What stopping a session came to, as every surface shows it. */
export interface StopReport {
  readonly session_id: string;
  /**
   * `asked`: the process that runs it was told, and has stopped it. `closed`: no process ran it, and what was left open was
   * closed here. `already-stopped`: there was nothing to do.
   */
  readonly how: "asked" | "closed" | "already-stopped";
  readonly pid: number | null;
  /** Calls of tools whose results are not known, because their process was killed. */
  readonly interrupted_calls: readonly string[];
  /** The sessions that were closed here, those it delegated to included. */
  readonly closed: readonly string[];
}

/** How often to look whether a process is gone. */
const lookEveryMs = 25;

/** Stops a session: through the process that runs it, or here when there is none any more. */
export async function stopSession(place: Place, id: string, { waitMs }: { waitMs: number }): Promise<StopReport> {
  return await withSessionStore(place, async (store) => {
    const session = await requireSession(store, id);
    const owner = await store.owner(session.id);
    if (session.state === "stopped" || !owner?.isAlive) return await closeHere(store, session, null);
    tell(session, owner);
    await waitForEnd(store, session, owner, waitMs);
    return await closeHere(store, await requireSession(store, session.id), owner);
  });
}

function tell({ id, parent_id }: SessionRecord, { pid }: SessionOwner): void {
  if (parent_id !== null) throw new Problem("SESSION_DELEGATED", { session: id, parent: parent_id, pid });
  try {
    process.kill(pid, "SIGTERM");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // It ended by itself in between.
    if (code === "ESRCH") return;
    throw new Problem("SESSION_SIGNAL_REFUSED", { session: id, pid, why: message }, { cause: error });
  }
}

async function waitForEnd(
  store: LocalSessionStore,
  { id }: SessionRecord,
  { pid }: SessionOwner,
  waitMs: number,
): Promise<void> {
  const deadline = Date.now() + waitMs;
  while ((await store.owner(id))?.isAlive && (await store.get(id))?.state !== "stopped") {
    if (Date.now() >= deadline) {
      throw new Problem("SESSION_STILL_RUNNING", { session: id, pid, seconds: waitMs / 1000 });
    }
    await pause(lookEveryMs);
  }
}

async function closeHere(
  store: LocalSessionStore,
  session: SessionRecord,
  asked: SessionOwner | null,
): Promise<StopReport> {
  const family = [...(await delegatedBy(store, session.id)).toReversed(), session];
  const left = family.filter(({ state }) => state !== "stopped");
  const interrupted: string[] = [];
  for (const one of left) interrupted.push(...(await closeOne(store, one)));
  return {
    session_id: session.id,
    how: left.length > 0 ? "closed" : asked ? "asked" : "already-stopped",
    pid: asked?.pid ?? null,
    interrupted_calls: interrupted,
    closed: left.map(({ id }) => id),
  };
}

async function closeOne(store: LocalSessionStore, { id }: SessionRecord): Promise<readonly string[]> {
  const claim = await store.claim(id);
  if ("heldBy" in claim) throw new Problem("SESSION_IN_USE", { session: id, pid: claim.heldBy.pid });
  // Read again: until now somebody else might have changed it.
  const session = await requireSession(store, id);
  const reason = claim.diedBefore === null ? "other" : "interrupted";
  const { interruptedCalls } = await closeTranscript(store, id, { type: "session_stopped", content: { reason } });
  await store.update({ ...session, state: "stopped", stop_reason: reason, updated_at: new Date().toISOString() });
  await store.release(id);
  return interruptedCalls;
}
