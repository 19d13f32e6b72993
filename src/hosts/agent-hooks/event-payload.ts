import type { EventName } from "../../catalog/catalog.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What an agent says about an event, in the words of Agent Hooks: the keys of the JSON that hooks read. */
export type EventData = Fields;

/** Fields that are called otherwise in our payloads. */
const renamed: Readonly<Record<string, string>> = {
  work_dir: "cwd",
  tool_use_id: "tool_call_id",
  tool_output: "tool_result",
  exit_reason: "reason",
};

/** Fields that stand in `context` there, and by themselves here; by event, because `trigger` means nothing elsewhere. */
const fromContext: Readonly<Partial<Record<EventName, Readonly<Record<string, string>>>>> = {
  "input.pre_submit": { user_input: "message" },
  "turn.end": { user_input: "user_message", final_message: "final_message" },
  "turn.stopping": { stop_block_count: "stop_block_count" },
  "subagent.stop": { response: "response", error: "error" },
  "context.pre_compact": { trigger: "trigger" },
  "context.post_compact": { trigger: "trigger", summary: "summary" },
};

/** Turns what an agent says about an event into the payload we fire it with. The event's name is ours to write. */
export function eventPayload(event: EventName, data: EventData): Record<string, unknown> {
  const { event_type: _name, context, ...rest } = data;
  const payload: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(rest)) {
    if (value !== undefined) payload[renamed[field] ?? field] = value;
  }
  if (typeof context !== "object" || context === null || Array.isArray(context)) return payload;
  const own = fromContext[event] ?? {};
  for (const [field, value] of Object.entries(context)) {
    const target = own[field];
    if (target !== undefined) payload[target] ??= value;
  }
  return { ...payload, context };
}
