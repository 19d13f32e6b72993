import type { AgentHookEvent } from "./events.ts";

type Fields = Readonly<Record<string, unknown>>;
type Source = (payload: Fields) => unknown;

const text =
  (field: string): Source =>
  ({ [field]: value }) =>
    value ?? "";
const number =
  (field: string): Source =>
  ({ [field]: value }) =>
    value ?? 0;
const object =
  (field: string): Source =>
  ({ [field]: value }) =>
    isObject(value) ? value : {};

const tool = {
  tool_name: text("tool_name"),
  // An object in almost all agents. A guard that is shown {} instead of what is there would let everything pass.
  tool_input: ({ tool_input }: Fields) => tool_input ?? {},
  tool_use_id: text("tool_call_id"),
};
const subagent = {
  subagent_name: text("subagent_name"),
  subagent_type: text("subagent_type"),
  task_description: text("task_description"),
};

/** What the format calls the reasons for which a turn ends; others are passed on as they are. */
const stopReasons: Readonly<Record<string, string>> = {
  final_response: "no_tool_calls",
  length_truncation: "no_tool_calls",
  max_iterations: "max_steps",
  loop_detected: "max_steps",
};

function stopReason({ stop_reason, at_max_iterations }: Fields): unknown {
  if (!stop_reason) return at_max_iterations === true ? "max_steps" : "no_tool_calls";
  return stopReasons[String(stop_reason)] ?? stop_reason;
}

/** What each trigger adds to the fields that all have. */
const extras: Readonly<Record<string, Readonly<Record<string, Source>>>> = {
  session_start: { model: text("model"), args: object("args") },
  session_end: {
    duration_seconds: number("duration_seconds"),
    total_steps: number("total_steps"),
    exit_reason: text("reason"),
  },
  before_stop: {
    stop_reason: stopReason,
    step_count: number("step_count"),
    final_message: finalMessage,
  },
  before_tool: tool,
  after_tool: { ...tool, tool_output: ({ tool_result }) => tool_result ?? null, duration_ms: number("duration_ms") },
  after_tool_failure: { ...tool, error: text("error"), duration_ms: number("duration_ms") },
  subagent_start: subagent,
  subagent_stop: subagent,
};

/** What has no field of its own in the format and is told in `context`. */
const contexts: Readonly<Record<string, Readonly<Record<string, Source>>>> = {
  before_agent: { user_input: ({ message }) => message },
  after_agent: { user_input: ({ user_message }) => user_message, final_message: finalMessage },
  before_stop: { stop_block_count: number("stop_block_count") },
  subagent_stop: { response: ({ response }) => response, error: ({ error }) => error },
  pre_compact: { trigger: ({ trigger }) => trigger },
  "post-context-compact": { trigger: ({ trigger }) => trigger, summary: ({ summary }) => summary },
};

/** Translates a payload of ours into the object that a hook reads. `spelling` is the trigger as the hook declares it. */
export function agentHookPayload(event: AgentHookEvent, spelling: string, payload: Fields, workDir: string): Fields {
  const written: Record<string, unknown> = {
    event_type: spelling,
    timestamp: inUtc(payload.timestamp),
    session_id: payload.session_id ?? "",
    work_dir: payload.cwd || payload.workspace || workDir,
    context: contextOf(event, payload),
  };
  for (const [field, read] of Object.entries(extras[event.name] ?? {})) written[field] = read(payload);
  return written;
}

/** What the agent that fires the event adds to the context comes along. */
function contextOf(event: AgentHookEvent, payload: Fields): Fields {
  const context: Record<string, unknown> = { ...(isObject(payload.context) ? payload.context : {}) };
  for (const [field, read] of Object.entries(contexts[event.name] ?? {})) {
    const value = read(payload);
    if (value !== undefined && value !== null) context[field] = value;
  }
  return context;
}

function finalMessage({ final_message, response }: Fields): unknown {
  if (isObject(final_message)) return final_message;
  return typeof response === "string" && response !== "" ? { role: "assistant", content: response } : null;
}

function inUtc(timestamp: unknown): unknown {
  if (typeof timestamp !== "string" || timestamp.endsWith("Z")) return timestamp ?? "";
  const time = Date.parse(timestamp);
  return Number.isNaN(time) ? timestamp : new Date(time).toISOString();
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
