import { isTable } from "../../../lib/source-document.ts";
import type { Question } from "../../translation.ts";
import { type ClaudeEvent, claudeEvent, type PayloadMode } from "../events.ts";
import { payloadFields } from "./payload.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Reads what Agentao or Claude Code writes to a hook; null when somebody else wrote it. */
export function readClaudePayload(written: Fields): Question | null {
  const { event, data, hook_event_name } = written;
  if (isTable(data) && typeof event === "string") return questionIn(event, data, "agentao");
  if (typeof hook_event_name !== "string") return null;
  const isAgentao = "turn_end_reason" in written || "compaction_type" in written;
  return questionIn(hook_event_name, written, isAgentao ? "agentao" : "claude-code");
}

function questionIn(name: string, said: Fields, mode: PayloadMode): Question | null {
  const known = claudeEvent(name);
  return known ? { event: known.event, payload: { event: known.event, ...fieldsIn(known, said, mode) } } : null;
}

function fieldsIn(event: ClaudeEvent, said: Fields, mode: PayloadMode): Fields {
  const payload: Record<string, unknown> = {};
  for (const [field, { path }] of Object.entries(payloadFields(event, mode))) {
    // Of several places where we may have a value, the first is its own.
    const [place = ""] = path.split("|");
    if (place !== "" && said[field] !== undefined && payload[place] === undefined) payload[place] = said[field];
  }
  const { tool_name } = payload;
  // Permissions are asked for with a description of the call, which is where AGH's hooks look for the tool.
  return event.groupField["claude-code"] === "tool_name" && event.shape === null
    ? { ...payload, tool_call: { kind: tool_name } }
    : payload;
}
