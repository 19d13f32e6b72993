import type { Entry, SystemEntry, TranscriptEntry } from "./transcript.ts";

/** Entries as a session would have recorded them. */
export function transcriptOf(entries: readonly Entry[]): TranscriptEntry[] {
  return entries.map((entry, at) => ({
    ...entry,
    session_id: "session-1",
    sequence: at + 1,
    turn_id: "turn-1",
    recorded_at: "2026-01-01T00:00:00.000Z",
  }));
}

export const user = (text: string): Entry => ({
  type: "user_message",
  content: { text, typed: text, origin: "user", input_class: "user" },
});

export const says = (text: string, provider_data?: unknown): Entry => ({
  type: "agent_message",
  content: {
    message_id: "message-1",
    role: "assistant",
    text,
    agent: "root",
    model: "scripted/test.yaml",
    ...(provider_data !== undefined && { provider_data }),
  },
});

export const thinks = (text: string): Entry => ({ type: "thought", content: { text, agent: "root" } });

export const calls = (id: string, tool_name = "shell", args = "{}"): Entry => ({
  type: "tool_call",
  content: { tool_call_id: id, tool_name, arguments: args, agent: "root" },
});

export const returns = (id: string, text = `result of ${id}`, is_error = false): Entry => ({
  type: "tool_result",
  content: { tool_call_id: id, tool_name: "shell", text, is_error, outcome: "ran" },
});

export const usage = (input_tokens = 10, output_tokens = 5): Entry => ({
  type: "usage",
  content: {
    model: "scripted/test.yaml",
    usage: { input_tokens, output_tokens, cached_input_tokens: 0, cached_write_tokens: 0, reasoning_tokens: 0 },
    cost: 0,
  },
});

export const system = (content: SystemEntry): Entry => ({ type: "system", content });

export const compacted = (summary: string, keep_from: number): Entry =>
  system({ kind: "compaction", summary, keep_from, reason: "threshold", input_tokens: 900 });

export const cleared: Entry = system({ kind: "cleared" });
export const done: Entry = { type: "done", content: { reason: "normal" } };
