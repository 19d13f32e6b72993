import { defineEvent } from "./contract.ts";
import { contextBlocks, control, hostBlock, sessionBlock, text, textList, turnBlock } from "./fields.ts";

const input = { ...sessionBlock, ...turnBlock, ...hostBlock, input_class: text };

export const inputPreSubmit = defineEvent({
  name: "input.pre_submit",
  family: "input",
  summary: "A message is about to start a turn.",
  firedBy: "Every message of the user, once. Tasks of sub-agents are nobody's message and do not fire it.",
  payload: ["InputPreSubmitPayload", { ...input, message: text, context_blocks: contextBlocks }],
  patch: ["InputPreSubmitPatch", { ...control, message: text, context_blocks: contextBlocks }],
  deny: "refuses",
  powers: ["add-context", "stop"],
});

export const inputSteering = defineEvent({
  name: "input.steering",
  family: "input",
  summary: "Messages sent while the agent works are about to reach it.",
  firedBy:
    "Messages typed while the agent works, when it takes them: before a model call, after its tool calls, or when it wants to stop.",
  payload: ["InputSteeringPayload", { ...input, steering_messages: textList }],
  patch: ["InputSteeringPatch", control],
  deny: "refuses",
  powers: ["add-context", "stop"],
});

export const inputFollowup = defineEvent({
  name: "input.followup",
  family: "input",
  summary: "A message that waited for the end of the turn is about to start the next one.",
  firedBy: "A message kept for the end of the turn (Alt+Enter, `/queue`), when its time has come.",
  payload: ["InputFollowupPayload", { ...input, message: text }],
  patch: ["InputFollowupPatch", control],
  deny: "refuses",
  powers: ["add-context", "stop"],
});
