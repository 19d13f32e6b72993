import { defineEvent } from "./contract.ts";
import { contextBlocks, control, hostBlock, sessionBlock, text, textList, turnBlock } from "./fields.ts";

const input = { ...sessionBlock, ...turnBlock, ...hostBlock, input_class: text };

export const inputPreSubmit = defineEvent({
  name: "input.pre_submit",
  family: "input",
  summary: "A message is about to start a turn.",
  payload: ["InputPreSubmitPayload", { ...input, message: text, context_blocks: contextBlocks }],
  patch: ["InputPreSubmitPatch", { ...control, message: text, context_blocks: contextBlocks }],
  deny: "refuses",
  powers: ["add-context", "stop"],
});

export const inputSteering = defineEvent({
  name: "input.steering",
  family: "input",
  summary: "Messages sent while the agent works are about to reach it.",
  payload: ["InputSteeringPayload", { ...input, steering_messages: textList }],
  patch: ["InputSteeringPatch", control],
  deny: "refuses",
  powers: ["add-context", "stop"],
});

export const inputFollowup = defineEvent({
  name: "input.followup",
  family: "input",
  summary: "A message that waited for the end of the turn is about to start the next one.",
  payload: ["InputFollowupPayload", { ...input, message: text }],
  patch: ["InputFollowupPatch", control],
  deny: "refuses",
  powers: ["add-context", "stop"],
});
