import { isTable } from "../../lib/source-document.ts";
import type { Question } from "../translation.ts";
import { agentHookEvent } from "./events.ts";

type Fields = Readonly<Record<string, unknown>>;

const same = (...fields: readonly string[]) => Object.fromEntries(fields.map((field) => [field, field]));
const tool = { tool_name: "tool_name", tool_input: "tool_input", tool_use_id: "tool_call_id" };
const subagent = same("subagent_name", "subagent_type", "task_description");

/** What the format calls a field, and what we do; the other direction of `payload.ts`. */
const names: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  session_start: same("model", "args"),
  session_end: { ...same("duration_seconds", "total_steps"), exit_reason: "reason" },
  before_stop: same("stop_reason", "step_count", "final_message"),
  before_tool: tool,
  after_tool: { ...tool, tool_output: "tool_result", duration_ms: "duration_ms" },
  after_tool_failure: { ...tool, ...same("error", "duration_ms") },
  subagent_start: subagent,
  subagent_stop: subagent,
};
const contextNames: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  before_agent: { user_input: "message" },
  after_agent: { user_input: "user_message", final_message: "final_message" },
  before_stop: same("stop_block_count"),
  subagent_stop: same("response", "error"),
  pre_compact: same("trigger"),
  "post-context-compact": same("trigger", "summary"),
};

/** Reads what a host of Agent Hooks writes to a hook; null when somebody else wrote it. */
export function readAgentHookPayload(written: Fields): Question | null {
  const known = typeof written.event_type === "string" ? agentHookEvent(written.event_type) : undefined;
  if (!known?.event) return null;
  const payload: Record<string, unknown> = { event: known.event };
  take(payload, written, { timestamp: "timestamp", session_id: "session_id", work_dir: "cwd", ...names[known.name] });
  take(payload, isTable(written.context) ? written.context : {}, contextNames[known.name] ?? {});
  const { final_message } = payload;
  // Most programs look for the text of the last message.
  if (isTable(final_message) && typeof final_message.content === "string") payload.response = final_message.content;
  return { event: known.event, payload };
}

function take(payload: Record<string, unknown>, from: Fields, fields: Readonly<Record<string, string>>): void {
  for (const [theirs, ours] of Object.entries(fields)) {
    if (from[theirs] !== undefined && from[theirs] !== null) payload[ours] = from[theirs];
  }
}
