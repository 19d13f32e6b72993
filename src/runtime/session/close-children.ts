import { closeTranscript } from "../../agent/close-transcript.ts";
import type { RuntimeWorld } from "../world.ts";
import { runningHere } from "./running-here.ts";

/**
 * Ends the sessions that a killed process had delegated to. Nobody waits for them any more, and nothing of them is run again;
 * their hooks are not told, because the agents that they belonged to are gone.
 */
export async function closeChildren(world: RuntimeWorld, parent: string): Promise<void> {
  const { store } = world;
  for (const child of await store.list({ parent })) {
    if (runningHere(store).has(child.id)) continue;
    await closeChildren(world, child.id);
    if (child.state === "stopped" || "heldBy" in (await store.claim(child.id))) continue;
    const reason = "interrupted";
    await closeTranscript(store, child.id, { type: "session_stopped", content: { reason } });
    await store.update({ ...child, state: "stopped", stop_reason: reason, updated_at: world.now().toISOString() });
    await store.release(child.id);
  }
}
