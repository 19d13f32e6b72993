import type { ConfirmationRequest, LiveEvent, LiveEventBody } from "../../agent/live-event.ts";
import { noTotals, type SessionRecord } from "../../agent/session.ts";
import type { Run } from "../../engine/run.ts";

export const sampleRecord: SessionRecord = {
  id: "session-1",
  name: "sample",
  type: "user",
  state: "active",
  agent: "root",
  stop_reason: null,
  workspace_id: "workspace-1",
  workspace: "/workspace",
  cwd: "/workspace",
  parent_id: null,
  agent_files: [],
  created_at: "2026-01-01T00:00:00.000Z",
  updated_at: "2026-01-01T00:00:00.000Z",
  totals: noTotals,
};

/** An event of the user's own session, or of another one. */
export function live(body: LiveEventBody, session = sampleRecord.id): LiveEvent {
  return { session_id: session, turn_id: "turn-1", ...body };
}

export function sampleRun(fields: Partial<Run>): Run {
  return {
    hook_name: "guard",
    event: "tool.pre_call",
    dialect: "agh",
    source: "config",
    mode: "sync",
    outcome: "applied",
    failure: null,
    duration_ms: 4,
    dispatch_depth: 1,
    required: false,
    patch_applied: null,
    error: null,
    ...fields,
  };
}

type HooksRanBody = Extract<LiveEventBody, { kind: "hooks_ran" }>;

/** What one dispatch of one hook came to. */
export function ran(run: Partial<Run>, fields: Partial<HooksRanBody> = {}): LiveEventBody {
  return {
    kind: "hooks_ran",
    event: run.event ?? "tool.pre_call",
    decision: "none",
    reason: null,
    runs: [sampleRun(run)],
    contexts: [],
    messages: [],
    problems: [],
    continue: null,
    ...fields,
  };
}

export const sampleRequest: ConfirmationRequest = {
  request_id: "request-1",
  tool_call_id: "call-1",
  tool_name: "shell",
  title: "git push --force",
  tool_input: { cmd: "git push --force" },
  decision_class: "execute",
  reason: "It rewrites what others have.",
  metadata: { blast_radius: "high", category: "git" },
};

export const sampleUsage = {
  input_tokens: 1200,
  output_tokens: 80,
  cached_input_tokens: 0,
  cached_write_tokens: 0,
  reasoning_tokens: 0,
};
