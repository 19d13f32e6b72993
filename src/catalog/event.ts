import { defineEvent } from "./contract.ts";
import { raw, sessionBlock, text, textMap, turnBlock, whole } from "./fields.ts";

const record = { ...sessionBlock, ...turnBlock, record_type: text, sequence: whole, content: raw };

export const eventPreRecord = defineEvent({
  name: "event.pre_record",
  family: "event",
  summary: "Something the agent streamed is about to be stored.",
  firedBy: "Every entry of a transcript, before it is stored.",
  payload: ["EventPreRecordPayload", record],
  patch: ["EventPreRecordPatch", { labels: textMap }],
  sync: false,
});

export const eventPostRecord = defineEvent({
  name: "event.post_record",
  family: "event",
  summary: "Something the agent streamed has been stored.",
  firedBy: "Every entry of a transcript, once it is stored.",
  payload: ["EventPostRecordPayload", record],
  patch: ["EventPostRecordPatch", { labels: textMap }],
  sync: false,
  detached: true,
});
