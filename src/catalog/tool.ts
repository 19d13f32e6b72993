import { defineEvent } from "./contract.ts";
import { control, decimal, flag, hostBlock, raw, sessionBlock, text, toolRef, trimmed, turnBlock } from "./fields.ts";

const toolCall = {
  ...sessionBlock,
  ...turnBlock,
  ...hostBlock,
  ...toolRef,
  tool_category: text,
  safety_policy: text,
  tool_input: raw,
};
const finished = { ...toolCall, title: text, duration_ms: decimal };
const resultPatch = { ...control, title: text, tool_result: raw, error: text };

export const toolPreCall = defineEvent({
  name: "tool.pre_call",
  family: "tool",
  summary: "The agent is about to call a tool; nothing has happened yet.",
  firedBy:
    "Every call of a tool that exists, with arguments that are an object: first the preempting lane, then the others.",
  payload: ["ToolPreCallPayload", toolCall],
  patch: [
    "ToolCallPatch",
    { ...control, tool_name: trimmed, tool_namespace: trimmed, read_only: flag, tool_input: raw },
  ],
  deny: "refuses",
  powers: ["ask", "allow", "add-context", "stop"],
  nullReplaces: ["tool_input"],
  // A docker-agent guard that crashes must not open the gate it guards.
  failsClosedIn: ["docker-agent"],
});

export const toolPostCall = defineEvent({
  name: "tool.post_call",
  family: "tool",
  summary: "A tool call went well.",
  firedBy:
    "A tool that ran and answered. Tools of the loop itself (`transfer_task`, `handoff`, `run_skill`, background agents) do not fire it.",
  payload: ["ToolPostCallPayload", { ...finished, tool_result: raw }],
  patch: ["ToolResultPatch", resultPatch],
  deny: "stops-chain",
  powers: ["add-context", "stop"],
});

export const toolPostError = defineEvent({
  name: "tool.post_error",
  family: "tool",
  summary: "A tool call failed.",
  firedBy: "A tool that ran and failed.",
  payload: ["ToolPostErrorPayload", { ...finished, error: text }],
  patch: ["ToolPostErrorPatch", resultPatch],
  deny: "stops-chain",
  powers: ["add-context", "stop"],
});

export const toolTransformResult = defineEvent({
  name: "tool.transform_result",
  family: "tool",
  summary: "A tool has answered and nobody has seen the result yet: the place to redact or shorten it.",
  firedBy: "Every result of a call, also in place of one that was refused.",
  payload: ["ToolTransformResultPayload", { ...toolCall, tool_result: raw, is_error: flag }],
  patch: ["ToolTransformResultPatch", { tool_result: raw }],
});
