import { defineEvent } from "./contract.ts";
import { hostBlock, nothing, sessionBlock, text, turnBlock, whole } from "./fields.ts";

const step = { ...sessionBlock, ...turnBlock, ...hostBlock, iteration: whole, model_id: text };

export const stepStart = defineEvent({
  name: "step.start",
  family: "step",
  summary: "A step begins: one model call and the tool calls it asks for.",
  firedBy: "Every model call of the conversation, before the messages are put together.",
  payload: ["StepStartPayload", step],
  patch: ["ObservationPatch", nothing],
  powers: ["add-context"],
});

export const stepEnd = defineEvent({
  name: "step.end",
  family: "step",
  summary: "A step is over, whatever ended it; fires once per started step.",
  firedBy: "Every step that was started, whatever ended it.",
  payload: ["StepEndPayload", { ...step, reason: text }],
  patch: ["ObservationPatch", nothing],
  detached: true,
});
