import { defineEvent } from "./contract.ts";
import { hostBlock, nothing, sessionBlock, text, turnBlock } from "./fields.ts";

export const noticeRaised = defineEvent({
  name: "notice.raised",
  family: "notice",
  summary: "The user is shown an error, a warning or a piece of news.",
  firedBy: "Everything the user is warned of: errors, limits, retries, refusals of hooks, tools that are missing.",
  payload: [
    "NoticeRaisedPayload",
    { ...sessionBlock, ...turnBlock, ...hostBlock, level: text, code: text, message: text },
  ],
  patch: ["ObservationPatch", nothing],
});
