import { continueTranscript, entriesToClose, openTurn } from "./recover.ts";
import type { SessionStore } from "./session-store.ts";
import type { Entry } from "./transcript.ts";

export interface ClosedTranscript {
  /** The calls whose result nobody will ever know. */
  readonly interruptedCalls: readonly string[];
  /** False when the transcript had been closed properly. */
  readonly wasOpen: boolean;
  /** How many entries were added, `last` included. */
  readonly added: number;
}

/**
 * Closes what a killed process left open in a transcript, and ends it with `last` unless it ends so already. All of it is kept
 * or nothing, so it can be done again after it was cut off itself. The session must be ours.
 */
export async function closeTranscript(store: SessionStore, id: string, last: Entry): Promise<ClosedTranscript> {
  const now = new Date();
  const entries = await store.entries(id);
  const closing = continueTranscript(id, entries, entriesToClose(entries), { turnId: openTurn(entries), now });
  const all = [...entries, ...closing];
  const ending = endsWith(all.at(-1), last) ? [] : continueTranscript(id, all, [last], { turnId: null, now });
  await store.append([...closing, ...ending]);
  return {
    interruptedCalls: closing.flatMap(({ type, content }) => (type === "tool_result" ? content.tool_call_id : [])),
    wasOpen: closing.length > 0,
    added: closing.length + ending.length,
  };
}

function endsWith(entry: Entry | undefined, last: Entry): boolean {
  if (entry?.type === "system" && last.type === "system") return entry.content.kind === last.content.kind;
  return entry?.type === last.type;
}
