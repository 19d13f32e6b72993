import { defineEvent } from "./contract.ts";
import { base, control, flag, raw, sessionBlock, text, toolRef, trimmed, turnBlock } from "./fields.ts";

const toolCall = { ...base("tool.pre_call"), ...sessionBlock, ...turnBlock, ...toolRef };

export const toolPreCall = defineEvent({
  name: "tool.pre_call",
  family: "tool",
  summary: "Before a tool call executes.",
  payload: ["ToolPreCallPayload", { ...toolCall, tool_input: raw }],
  patch: [
    "ToolCallPatch",
    { ...control, tool_name: trimmed, tool_namespace: trimmed, read_only: flag, tool_input: raw },
  ],
  deny: "refuses",
  powers: ["ask", "allow", "add-context", "stop", "message"],
  nullReplaces: ["tool_input"],
  // A docker-agent guard that crashes must not open the gate it guards.
  failsClosedIn: ["docker-agent"],
});

export const toolPostCall = defineEvent({
  name: "tool.post_call",
  family: "tool",
  summary: "After a tool call succeeds.",
  payload: [
    "ToolPostCallPayload",
    { ...toolCall, ...base("tool.post_call"), title: text, tool_input: raw, tool_result: raw },
  ],
  patch: ["ToolResultPatch", { ...control, title: text, tool_result: raw, error: text }],
  deny: "stops-chain",
  powers: ["add-context", "stop", "message"],
});

export const toolPostError = defineEvent({
  name: "tool.post_error",
  family: "tool",
  summary: "After a tool call fails.",
  payload: [
    "ToolPostErrorPayload",
    { ...toolCall, ...base("tool.post_error"), title: text, tool_input: raw, error: text },
  ],
  patch: ["ToolPostErrorPatch", { ...control, title: text, tool_result: raw, error: text }],
  deny: "stops-chain",
  powers: ["add-context", "stop", "message"],
});
