import { defineEvent } from "./contract.ts";
import { control, raw, sessionBlock, text, turnBlock } from "./fields.ts";

const message = {
  ...sessionBlock,
  ...turnBlock,
  message_id: text,
  role: text,
  delta_type: text,
  text,
  raw,
};
const patch = { ...control, role: text, delta_type: text, text };

export const messageStart = defineEvent({
  name: "message.start",
  family: "message",
  summary: "The first piece of a streamed message arrived.",
  firedBy: "The first piece of an answer's text or thought.",
  payload: ["MessageStartPayload", message],
  patch: ["MessageStartPatch", patch],
  deny: "stops-chain",
});

export const messageDelta = defineEvent({
  name: "message.delta",
  family: "message",
  summary: "A piece of a streamed message arrived.",
  firedBy: "Every piece of an answer's text or thought.",
  payload: ["MessageDeltaPayload", message],
  patch: ["MessageDeltaPatch", patch],
  sync: false,
});

export const messageEnd = defineEvent({
  name: "message.end",
  family: "message",
  summary: "A streamed message is complete.",
  firedBy: "The end of an answer, also when it breaks off.",
  payload: ["MessageEndPayload", message],
  patch: ["MessageEndPatch", patch],
  deny: "stops-chain",
});
