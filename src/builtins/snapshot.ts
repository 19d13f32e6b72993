import type { EventName } from "../catalog/catalog.ts";
import type { Effects } from "../engine/effects.ts";
import { cleanUp } from "../lib/shadow-git/clean-up.ts";
import { findWorktree } from "../lib/shadow-git/find-worktree.ts";
import { begin, end, type Moment, takeBaseline } from "../lib/shadow-git/record.ts";
import { type Shadow, withShadow } from "../lib/shadow-git/shadow.ts";
import type { Builtin, BuiltinInput, World } from "./builtin.ts";
import { warning } from "./context.ts";

type Action = (shadow: Shadow, moment: Moment, input: BuiltinInput, world: World) => Promise<unknown>;

const beginStep: Action = (shadow, moment) => begin(shadow, "step", moment);
const endStep: Action = (shadow, moment) => end(shadow, "step", moment);
const beginCall: Action = async (shadow, moment, { payload }) => begin(shadow, callKey(payload), moment);
const endCall: Action = async (shadow, moment, { payload }) => end(shadow, callKey(payload), moment);

const actions: Readonly<Partial<Record<EventName, Action>>> = {
  "session.start": takeBaseline,
  "step.start": beginStep,
  "step.end": endStep,
  "tool.pre_call": beginCall,
  "tool.post_call": endCall,
  // A call that failed may have changed files all the same.
  "tool.post_error": endCall,
  // The checkpoints stay, so that undo works after the session.
  "session.end": (shadow, { now }, _input, { dataDir }) => cleanUp(shadow, dataDir, now),
};

export const snapshot: Builtin = {
  name: "snapshot",
  summary:
    "Keeps the state of a git worktree before and after each step or tool call, so that `hookline undo` can go back.",
  events: Object.keys(actions) as EventName[],
  args: "",
  example: "",
  run,
};

async function run(input: BuiltinInput, world: World): Promise<Effects | undefined> {
  const { event, payload, cwd, signal } = input;
  const { session_id: session } = payload;
  const action = actions[event];
  if (!action || typeof session !== "string" || session === "" || cwd === null) return undefined;
  if (isAboutCall(event) && callKey(payload) === "") return undefined;
  const worktree = findWorktree(cwd);
  if (worktree === null) return undefined;
  try {
    const { dataDir, environment } = world;
    const moment = { session, event, now: world.now() };
    await withShadow(worktree, { dataDir, environment, signal }, (shadow) => action(shadow, moment, input, world));
    return undefined;
  } catch (error) {
    // Never a failure: a tool call must not be refused because it cannot be undone. But the user should know.
    const why = error instanceof Error ? error.message : String(error);
    return {
      messages: [warning(`No snapshot was taken on ${event}, so "hookline undo" cannot go back to it: ${why}`)],
    };
  }
}

function isAboutCall(event: EventName): boolean {
  return actions[event] === beginCall || actions[event] === endCall;
}

/** Empty without an id: then nobody can tell which call has ended. */
function callKey({ tool_call_id: id }: BuiltinInput["payload"]): string {
  return typeof id === "string" && id !== "" ? `call ${id}` : "";
}
