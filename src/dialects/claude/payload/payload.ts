import { valueAt } from "../../../engine/select.ts";
import { isTable } from "../../../lib/source-document.ts";
import type { ClaudeEvent, PayloadMode } from "../events.ts";
import type { ToolAliases } from "../tool-aliases.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What a payload does not say itself. */
export interface PayloadContext {
  readonly cwd: string;
  readonly aliases: ToolAliases;
}

/** One field of what a hook reads: where we have its value, and what is written for it. */
export interface PayloadField {
  /** Where the value stands in our payload; `a|b` means the first that is there. */
  readonly path: string;
  /** Undefined leaves the field out. */
  readonly write: (value: unknown, context: PayloadContext) => unknown;
  /** A matcher may test it; others hold objects, or nothing that differs from one event to the next. */
  readonly isScalar: boolean;
  /** Holds whatever a person, a model or a tool had to say, which is seldom the same twice. */
  readonly isProse?: boolean;
}

type FieldTable = Readonly<Record<string, PayloadField>>;

const scalar = (path: string, write: PayloadField["write"]): PayloadField => ({ path, write, isScalar: true });
const text = (path: string, missing = ""): PayloadField => scalar(path, (value) => textOf(value) || missing);
const prose = (path: string): PayloadField => ({ ...text(path), isProse: true });
const textIfAny = (path: string): PayloadField => scalar(path, (value) => textOf(value) || undefined);
const flag = (path: string): PayloadField => scalar(path, (value) => value === true);
const constant = (value: unknown): PayloadField => ({ path: "", write: () => value, isScalar: false });
const cwd: PayloadField = scalar("cwd", (value, context) => textOf(value) || context.cwd);
const toolName: PayloadField = scalar("tool_name|tool_call.kind", (value, { aliases }) =>
  aliases.toClaude(textOf(value)),
);
const toolInput: PayloadField = { path: "tool_input", write: objectOf, isScalar: false };
/** Any value, as it is. */
const asItIs = (path: string): PayloadField => ({ path, write: (value) => value, isScalar: false });

const sessionId = { sessionId: text("session_id") };
const calledTool = { toolName, toolInput };

/** Agentao's word for why a turn ends, where it is not ours. */
const turnEndReasons: Readonly<Record<string, string>> = {
  loop_detected: "doom_loop",
  tool_rejected: "final_response",
};

function turnEndReason(value: unknown): string {
  const reason = textOf(value) || "final_response";
  return turnEndReasons[reason] ?? reason;
}

/** Agentao's word for why a conversation is shortened, where it is not ours. */
const compactionReasons: Readonly<Record<string, string>> = {
  threshold: "compression_threshold",
  overflow: "api_overflow",
  manual: "manual_cli",
};

function compactionReason(value: unknown): string {
  const reason = textOf(value);
  return compactionReasons[reason] ?? reason;
}

/** Agentao's word for how much the agent may do, where a host uses Claude Code's. */
const permissionModes: Readonly<Record<string, string>> = {
  default: "workspace-write",
  acceptEdits: "workspace-write",
  bypassPermissions: "full-access",
};

function permissionMode(value: unknown): string {
  const mode = textOf(value) || "default";
  return permissionModes[mode] ?? mode;
}

/** What we call a compaction that comes by itself, and why; theirs is always called `auto`. */
const automatic: ReadonlySet<string> = new Set(["", "overflow", "tool_overflow"]);
const compactionTrigger = scalar("trigger", (value) => (automatic.has(textOf(value)) ? "auto" : textOf(value)));

/** What stands under `data` in Agentao's envelopes, and at the top of its two flat payloads. The keys are exactly these. */
const agentaoFields: Readonly<Record<string, FieldTable>> = {
  UserPromptSubmit: { userMessage: prose("message"), ...sessionId, cwd },
  SessionStart: { ...sessionId, cwd },
  SessionEnd: { ...sessionId, cwd },
  PreToolUse: { ...calledTool, ...sessionId },
  PostToolUse: { ...calledTool, toolOutput: prose("tool_result"), ...sessionId },
  PostToolUseFailure: { ...calledTool, error: prose("error"), ...sessionId },
  Stop: {
    ...flatFields("Stop"),
    stop_hook_active: flag("stop_hook_active"),
    last_assistant_message: prose("response"),
    turn_end_reason: scalar("stop_reason", turnEndReason),
  },
  PreCompact: {
    ...flatFields("PreCompact"),
    trigger: compactionTrigger,
    custom_instructions: prose("custom_instructions"),
    compaction_type: text("strategy"),
    reason: scalar("reason", compactionReason),
  },
};

function flatFields(name: string): FieldTable {
  return {
    hook_event_name: constant(name),
    session_id: text("session_id"),
    transcript_path: constant(null),
    cwd,
    permission_mode: scalar("permission_mode", permissionMode),
  };
}

const claudeTool = { tool_name: toolName, tool_input: toolInput };
const toolUseId = { tool_use_id: text("tool_call_id|tool_call.id") };
const subagent = { agent_id: text("subagent_name"), agent_type: text("subagent_type|subagent_name") };

/** What each event adds to the fields that all events of Claude Code have. */
const claudeFields: Readonly<Record<string, FieldTable>> = {
  UserPromptSubmit: { prompt: prose("message") },
  SessionStart: { source: text("source", "startup"), model: textIfAny("model") },
  SessionEnd: { reason: text("reason", "other") },
  PreToolUse: { ...claudeTool, ...toolUseId },
  PostToolUse: {
    ...claudeTool,
    tool_response: asItIs("tool_result"),
    ...toolUseId,
    duration_ms: asItIs("duration_ms"),
  },
  PostToolUseFailure: { ...claudeTool, ...toolUseId, error: prose("error") },
  PermissionRequest: { ...claudeTool, ...toolUseId },
  PermissionDenied: { ...claudeTool, ...toolUseId, reason: text("reason") },
  Stop: {
    stop_hook_active: flag("stop_hook_active"),
    last_assistant_message: prose("response"),
    at_max_iter: flag("at_max_iterations"),
  },
  StopFailure: { error: text("code", "unknown"), error_details: prose("message") },
  SubagentStart: subagent,
  SubagentStop: { stop_hook_active: constant(false), ...subagent, last_assistant_message: prose("response") },
  Notification: { message: prose("message"), notification_type: text("code") },
  PreCompact: { trigger: compactionTrigger, custom_instructions: prose("custom_instructions") },
  PostCompact: { trigger: compactionTrigger, compact_summary: prose("summary") },
};

function commonFields(name: string): FieldTable {
  return {
    session_id: text("session_id"),
    transcript_path: text("transcript_path"),
    cwd,
    permission_mode: text("permission_mode", "default"),
    hook_event_name: constant(name),
  };
}

/** The fields that hooks on an event read, in the order in which they are written. */
export function payloadFields({ name }: ClaudeEvent, mode: PayloadMode): FieldTable {
  return mode === "agentao" ? (agentaoFields[name] ?? {}) : { ...commonFields(name), ...claudeFields[name] };
}

/** Translates a payload of ours into what a hook on the event reads. */
export function claudePayload(
  event: ClaudeEvent,
  mode: PayloadMode,
  payload: Fields,
  context: PayloadContext,
): Record<string, unknown> {
  const written: Record<string, unknown> = {};
  for (const [field, { path, write }] of Object.entries(payloadFields(event, mode))) {
    const value = write(valueAt(payload, path), context);
    if (value !== undefined) written[field] = value;
  }
  return mode === "agentao" && event.shape === "envelope" ? { event: event.name, data: written } : written;
}

/** A value as text. Results of tools may be anything; what is no text is written as JSON. */
function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  return value === undefined || value === null ? "" : (JSON.stringify(value) ?? "");
}

/** Hooks expect an object. What is none is put into one: a guard must not be shown an empty call instead. */
function objectOf(value: unknown): Fields {
  if (isTable(value)) return value;
  if (value === undefined || value === null || value === "") return {};
  const parsed = typeof value === "string" ? parsedOrNull(value) : null;
  return isTable(parsed) ? parsed : { input: value };
}

function parsedOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
