import { defineEvent } from "./contract.ts";
import { control, flag, hostBlock, nothing, object, sessionBlock, text, textMap, turnBlock, whole } from "./fields.ts";

const turn = { ...sessionBlock, ...turnBlock, ...hostBlock, input_class: text };
const ending = { stop_reason: text, step_count: whole, response: text, final_message: object };

export const turnStart = defineEvent({
  name: "turn.start",
  family: "turn",
  summary: "A turn begins.",
  firedBy: "Every message that `input.pre_submit` let through, and every task of a sub-agent.",
  payload: ["TurnStartPayload", { ...turn, user_message: text }],
  patch: ["TurnStartPatch", { ...control, labels: textMap }],
  deny: "stops-chain",
});

export const turnEnd = defineEvent({
  name: "turn.end",
  family: "turn",
  summary: "A turn is over, whatever ended it; fires once per turn.",
  firedBy: "Every turn that was started, whatever ended it.",
  payload: ["TurnEndPayload", { ...turn, user_message: text, ...ending }],
  patch: ["TurnEndPatch", { ...control, labels: textMap }],
  deny: "stops-chain",
  powers: ["add-context"],
  detached: true,
});

export const turnStopping = defineEvent({
  name: "turn.stopping",
  family: "turn",
  summary: "The agent wants to end its turn. A deny sends it back to work with the reason as its next message.",
  firedBy: "A model that calls no more tools, the limit on model calls, and an agent that goes in circles.",
  payload: [
    "TurnStoppingPayload",
    {
      ...turn,
      ...ending,
      last_user_message: text,
      stop_hook_active: flag,
      stop_block_count: whole,
      at_max_iterations: flag,
    },
  ],
  patch: ["TurnStoppingPatch", control],
  deny: "refuses",
  powers: ["add-context", "continue", "stop"],
});

export const turnError = defineEvent({
  name: "turn.error",
  family: "turn",
  summary: "A turn failed; the user is shown the message.",
  firedBy:
    "A model that cannot be asked, a hook that ends the run, an agent that goes in circles, and faults of our own.",
  payload: ["TurnErrorPayload", { ...turn, level: text, code: text, message: text }],
  patch: ["ObservationPatch", nothing],
});

export const turnLimitReached = defineEvent({
  name: "turn.limit_reached",
  family: "turn",
  summary: "A turn used up the model calls it was given.",
  firedBy: "A turn that has made as many model calls as `max_iterations` allows.",
  payload: ["TurnLimitReachedPayload", { ...turn, level: text, message: text, max_iterations: whole }],
  patch: ["ObservationPatch", nothing],
});

export const turnLimitExtended = defineEvent({
  name: "turn.limit_extended",
  family: "turn",
  summary: "The user let a turn go on past its limit.",
  firedBy: "The user's consent to ten more model calls.",
  payload: ["TurnLimitExtendedPayload", { ...turn, previous_max_iterations: whole, new_max_iterations: whole }],
  patch: ["ObservationPatch", nothing],
});
