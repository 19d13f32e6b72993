import type { EventName } from "../../catalog/catalog.ts";
import type { Question } from "../translation.ts";
import { dockerEvent } from "./events.ts";

type Fields = Readonly<Record<string, unknown>>;

const tool = {
  tool_name: "tool_name",
  tool_use_id: "tool_call_id",
  tool_input: "tool_input",
  tool_category: "tool_category",
  safety_policy: "safety_policy",
};
const notice = { notification_level: "level", notification_message: "message" };
const tokens = {
  input_tokens: "input_tokens",
  output_tokens: "output_tokens",
  context_limit: "context_limit",
  compaction_reason: "reason",
};
const same = (...fields: readonly string[]) => Object.fromEntries(fields.map((field) => [field, field]));

/** What docker-agent calls a field, and what we do; the other direction of `payload.ts`. */
const names: Readonly<Partial<Record<EventName, Readonly<Record<string, string>>>>> = {
  "tool.pre_call": tool,
  "tool.transform_result": { ...tool, tool_response: "tool_result", tool_error: "is_error" },
  "tool.post_call": { ...tool, tool_response: "tool_result" },
  "tool.post_error": { ...tool, tool_response: "error" },
  "permission.request": tool,
  "permission.decided": { ...tool, approval_decision: "decision", approval_source: "decision_source" },
  "session.start": same("source"),
  "session.end": same("reason"),
  "input.pre_submit": { prompt: "message" },
  "input.steering": same("steering_messages"),
  "input.followup": { prompt: "message" },
  "step.end": same("reason"),
  "model.pre_call": same("iteration", "model_id", "messages"),
  "model.post_call": { ...same("model_id", "last_user_message", "usage", "cost"), stop_response: "response" },
  "context.pre_compact": { source: "trigger" },
  "context.compacting": tokens,
  "context.post_compact": { ...tokens, summary: "summary" },
  "subagent.stop": { agent_name: "subagent_name", parent_session_id: "parent_session_id", stop_response: "response" },
  "turn.stopping": { stop_response: "response", last_user_message: "last_user_message" },
  "notice.raised": notice,
  "turn.error": notice,
  "turn.limit_reached": notice,
  "agent.switched": { ...same("from_agent", "to_agent", "from_agent_models"), agent_switch_kind: "switch_kind" },
  "turn.limit_extended": same("previous_max_iterations", "new_max_iterations"),
  "worktree.created": same("worktree_path", "worktree_branch", "worktree_source_dir"),
};

/** Reads what docker-agent writes to a hook; null when somebody else wrote it. */
export function readDockerPayload(written: Fields): Question | null {
  const known = typeof written.hook_event_name === "string" ? dockerEvent(written.hook_event_name) : undefined;
  if (known === undefined) return null;
  // docker-agent has one event for calls that went well and calls that did not.
  const event = (written.tool_error === true ? known.events.at(-1) : known.events[0]) as EventName;
  const payload: Record<string, unknown> = { event };
  const fields = { ...same("session_id", "cwd", "agent_name"), ...names[event] };
  for (const [theirs, ours] of Object.entries(fields)) {
    if (written[theirs] !== undefined) payload[ours] = written[theirs];
  }
  return { event, payload: { ...payload, ...requestIn(known.toolPath, written) } };
}

/** Permissions are asked for with a description of the call, which is where AGH's hooks look for the tool. */
function requestIn(toolPath: string | null, { tool_name, tool_use_id }: Fields): Fields {
  if (!toolPath?.includes("tool_call")) return {};
  return { tool_call: { ...(tool_use_id !== undefined && { id: tool_use_id }), kind: tool_name } };
}
