import { noTotals, type SessionRecord } from "../../agent/session.ts";
import type { Entry, TranscriptEntry } from "../../agent/transcript.ts";

const started = Date.parse("2026-03-01T10:00:00.000Z");
const at = (minute: number) => new Date(started + minute * 60_000).toISOString();

/** A complete session; `minute` places its creation in time. */
export function sampleSession(changes: Partial<SessionRecord> = {}, minute = 0): SessionRecord {
  return {
    id: "sess_1",
    name: "Fix the tests",
    type: "user",
    state: "active",
    agent: "coder",
    stop_reason: null,
    workspace_id: "ws-1",
    workspace: "/home/ada/project",
    cwd: "/home/ada/project",
    parent_id: null,
    agent_files: ["/home/ada/project/hookline.yaml"],
    created_at: at(minute),
    updated_at: at(minute),
    totals: noTotals,
    ...changes,
  };
}

/** Entries of the user that continue a transcript. */
export function sampleEntries(session_id: string, from: number, count: number): TranscriptEntry[] {
  return Array.from({ length: count }, (_, index) => {
    const text = `entry ${from + index}`;
    return numbered(session_id, from + index, {
      type: "user_message",
      content: { text, typed: text, origin: "user", input_class: "user" },
    });
  });
}

export function numbered(session_id: string, sequence: number, entry: Entry, turn_id: string | null = "turn_1") {
  return { ...entry, session_id, sequence, turn_id, recorded_at: at(sequence) } satisfies TranscriptEntry;
}

/** One entry of each kind, with everything that may be left out. */
export const everyEntry: readonly Entry[] = [
  {
    type: "user_message",
    content: { text: "<context>x</context>\nGo", typed: "Go", origin: "user", input_class: "user" },
  },
  { type: "thought", content: { text: "Let me see…", agent: "coder" } },
  {
    type: "agent_message",
    content: {
      message_id: "msg_1",
      role: "assistant",
      text: "Zeichen: ü 漢 🎉 \u0000 \ud800 \u001b[31m",
      agent: "coder",
      model: "scripted/demo.yaml",
      provider_data: { signature: "abc", parts: [1, null, { deep: true }] },
      is_partial: true,
    },
  },
  {
    type: "tool_call",
    content: { tool_call_id: "call_1", tool_name: "shell", arguments: '{"cmd":"npm test"', agent: "coder" },
  },
  {
    type: "permission",
    content: {
      tool_call_id: "call_1",
      decision: "allow",
      source: "yolo",
      reason: null,
      tool_input: { cmd: "npm test -- --run" },
    },
  },
  {
    type: "tool_result",
    content: { tool_call_id: "call_1", tool_name: "shell", text: "ok", is_error: false, outcome: "ran" },
  },
  {
    type: "usage",
    content: {
      model: "scripted/demo.yaml",
      usage: {
        input_tokens: 1200,
        output_tokens: 30,
        cached_input_tokens: 0,
        cached_write_tokens: 0,
        reasoning_tokens: 0,
      },
      cost: 0.0125,
    },
  },
  {
    type: "system",
    content: { kind: "compaction", summary: "…", keep_from: 3, reason: "manual", input_tokens: 900 },
  },
  { type: "system", content: { kind: "cleared" } },
  { type: "system", content: { kind: "agent_switched", from: "coder", to: "reviewer", how: "handoff" } },
  { type: "system", content: { kind: "subagent", session_id: "sess_2", agent: "tester", task: "Run the tests" } },
  { type: "system", content: { kind: "result_replaced", tool_call_id: "call_1", text: "short", by: "limiter" } },
  { type: "system", content: { kind: "recovered", interrupted_calls: ["call_1"] } },
  { type: "error", content: { code: "MODEL_UNREACHABLE", message: "The model gave no answer." } },
  { type: "done", content: { reason: "normal" } },
  { type: "session_stopped", content: { reason: "prompt_input_exit" } },
];
