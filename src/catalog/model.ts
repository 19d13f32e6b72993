import { z } from "zod";
import { defineEvent } from "./contract.ts";
import { chatMessages, control, decimal, hostBlock, nothing, sessionBlock, text, turnBlock, whole } from "./fields.ts";

const call = { ...sessionBlock, ...turnBlock, ...hostBlock, iteration: whole, model_id: text };

const usage = z
  .object({
    input_tokens: whole,
    output_tokens: whole,
    cached_input_tokens: whole,
    cached_write_tokens: whole,
    reasoning_tokens: whole,
  })
  .nullish();

export const modelPreCall = defineEvent({
  name: "model.pre_call",
  family: "model",
  summary: "The messages are assembled and about to be sent to the model.",
  firedBy: "Every request to a model, those for a summary included, with all that will be sent.",
  payload: ["ModelPreCallPayload", { ...call, messages: chatMessages }],
  patch: ["ModelPreCallPatch", { ...control, messages: chatMessages }],
  deny: "refuses",
  powers: ["stop"],
});

export const modelPostCall = defineEvent({
  name: "model.post_call",
  family: "model",
  summary: "The model has answered; nothing is stored yet and no tool has run.",
  firedBy: "Every complete answer of a model, those for a summary included.",
  payload: ["ModelPostCallPayload", { ...call, response: text, last_user_message: text, usage, cost: decimal }],
  patch: ["ObservationPatch", nothing],
});
