import type { TurnEndReason } from "../../agent/live-event.ts";
import type { InputOrigin } from "../../agent/transcript.ts";

/** Who decided on a tool call, for people. Sources that are not known here are shown as they are. */
export function sourceWords(source: string): string {
  return sources[source] ?? source.replaceAll("_", " ");
}

const sources: Readonly<Record<string, string>> = {
  yolo: "yolo is on",
  session_permissions_allow: "a rule of this session",
  session_permissions_deny: "a rule of this session",
  team_permissions_allow: "a rule of the agent's file",
  team_permissions_deny: "a rule of the agent's file",
  pre_tool_use_hook_allow: "a hook",
  pre_tool_use_hook_deny: "a hook",
  permission_request_hook_allow: "a hook that was asked for permission",
  permission_request_hook_deny: "a hook that was asked for permission",
  readonly_hint: "the tool only reads",
  user_approved: "you, this once",
  user_approved_session: "you, for the whole session",
  user_approved_tool: "you, for this tool",
  user_rejected: "you",
  non_interactive_deny: "there is nobody to ask",
  context_canceled: "the turn was canceled",
  approval_failed: "nobody could decide",
};

export const turnEndWords: Readonly<Record<TurnEndReason, string>> = {
  normal: "Done",
  error: "Ended with an error",
  canceled: "Canceled",
  hook_blocked: "Refused by a hook",
  hook_stopped: "Stopped by a hook",
  loop_detected: "Stopped: the agent repeated itself",
  max_iterations: "Stopped: the limit of model calls is reached",
};

/** What stands before a message in the user's role. */
export const originWords: Readonly<Record<InputOrigin, string>> = {
  user: "",
  steering: "steering",
  followup: "follow-up",
  "stop-hook": "a hook asks for one more turn",
  handoff: "handed over",
  task: "task",
  limit: "limit",
};
