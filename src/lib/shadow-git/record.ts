import { remember, takeBeginning } from "./beginnings.ts";
import { captureNow } from "./capture.ts";
import { changesSince } from "./changes-since.ts";
import { addCheckpoint, type Checkpoint, listCheckpoints } from "./checkpoints.ts";
import type { Shadow } from "./shadow.ts";

/** Whose change it is, and when. */
export interface Moment {
  readonly session: string;
  readonly event: string;
  readonly now: Date;
}

/** Writes the state of the worktree down, so that the next capture has less to do. */
export async function takeBaseline(shadow: Shadow): Promise<void> {
  await captureNow(shadow, shadow.worktree.scope);
}

/** Remembers the state of the worktree as the one before whatever `key` stands for. */
export async function begin(shadow: Shadow, key: string, { session, now }: Moment): Promise<void> {
  const state = await captureNow(shadow, shadow.worktree.scope);
  remember(shadow.directory, [session, key], { ...state, at: now.toISOString() });
}

/** Writes a checkpoint if files have changed since `begin` with the same key, and nothing has written them down yet. */
export async function end(shadow: Shadow, key: string, moment: Moment): Promise<Checkpoint | null> {
  const beginning = takeBeginning(shadow.directory, [moment.session, key]);
  if (beginning === null) return null;
  const now = await captureNow(shadow, beginning.scope);
  const files = await changesSince(shadow, beginning, now);
  const { session, event } = moment;
  const change = { session, since: beginning.at, before: beginning.tree, after: now.tree };
  if (files.length === 0 || isCovered(listCheckpoints(shadow.directory), change)) return null;
  return addCheckpoint(shadow.directory, {
    kind: "change",
    ...change,
    event,
    at: moment.now.toISOString(),
    scope: beginning.scope,
    files,
    removed: [],
    revived: [],
  });
}

/** True when smaller checkpoints of the session, one after the other, lead from the state before to the state after. */
function isCovered(
  history: readonly Checkpoint[],
  { session, since, before, after }: Pick<Checkpoint, "session" | "since" | "before" | "after">,
): boolean {
  const parts = history.filter((part) => part.session === session && part.kind === "change" && part.since >= since);
  let reached = before;
  for (const part of parts) {
    if (part.before === reached) reached = part.after;
    else if (reached !== before) return false;
  }
  return reached === after && reached !== before;
}
