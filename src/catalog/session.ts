import { replaceFields } from "./apply.ts";
import { type ApplyPatch, defineEvent } from "./contract.ts";
import {
  control,
  decimal,
  hostBlock,
  nothing,
  object,
  sessionBlock,
  text,
  textList,
  trimmed,
  turnBlock,
  whole,
} from "./fields.ts";

export const sessionTypes: readonly string[] = ["user", "dream", "system", "coordinator", "spawned"];

const identity = {
  session_name: trimmed,
  session_type: trimmed,
  agent_name: trimmed,
  workspace_id: trimmed,
  workspace: trimmed,
};
const lifecyclePatch = { ...control, ...identity };

const applyIdentity: ApplyPatch = (payload, patch) => {
  const next = replaceFields(payload, patch, Object.keys(identity));
  const type = patch.session_type;
  if (typeof type === "string" && !sessionTypes.includes(type)) next.session_type = "user";
  return next;
};

export const sessionPreCreate = defineEvent({
  name: "session.pre_create",
  family: "session",
  summary: "A session is about to be made; it has no id yet.",
  firedBy: "`hookline run`, before a session or a sub-agent's session is made.",
  payload: ["SessionPreCreatePayload", sessionBlock],
  patch: ["SessionCreatePatch", lifecyclePatch],
  deny: "refuses",
  guard: "session-workspace",
  apply: applyIdentity,
});

export const sessionPostCreate = defineEvent({
  name: "session.post_create",
  family: "session",
  summary: "A session has been made and its agent runs.",
  firedBy: "`hookline run`, once the session is active.",
  payload: ["SessionPostCreatePayload", sessionBlock],
  patch: ["SessionPostCreatePatch", lifecyclePatch],
  deny: "stops-chain",
  detached: true,
  apply: applyIdentity,
});

export const sessionPreResume = defineEvent({
  name: "session.pre_resume",
  family: "session",
  summary: "A stopped session is about to be taken up again.",
  firedBy: "`hookline run --resume` and `--continue`, before the session is taken up.",
  payload: ["SessionPreResumePayload", sessionBlock],
  patch: ["SessionPreResumePatch", lifecyclePatch],
  deny: "refuses",
  apply: applyIdentity,
});

export const sessionPostResume = defineEvent({
  name: "session.post_resume",
  family: "session",
  summary: "A stopped session runs again.",
  firedBy: "`hookline run --resume` and `--continue`, once the session is active again.",
  payload: ["SessionPostResumePayload", sessionBlock],
  patch: ["SessionPostResumePatch", lifecyclePatch],
  deny: "stops-chain",
  detached: true,
  apply: applyIdentity,
});

export const sessionPreStop = defineEvent({
  name: "session.pre_stop",
  family: "session",
  summary: "An active session is about to be stopped on request.",
  firedBy: "Leaving `hookline run`, and the end of a sub-agent's task. A forced exit does not ask.",
  payload: ["SessionPreStopPayload", sessionBlock],
  patch: ["SessionPreStopPatch", lifecyclePatch],
  deny: "refuses",
  apply: applyIdentity,
});

export const sessionPostStop = defineEvent({
  name: "session.post_stop",
  family: "session",
  summary: "A session has stopped, on request or because its agent exited.",
  firedBy: "The end of every session, once its record says `stopped`.",
  payload: ["SessionPostStopPayload", sessionBlock],
  patch: ["SessionPostStopPatch", lifecyclePatch],
  deny: "stops-chain",
  detached: true,
  apply: applyIdentity,
});

export const sessionStart = defineEvent({
  name: "session.start",
  family: "session",
  summary: "A conversation begins: a new one, a resumed one, or one that was cleared or compacted.",
  firedBy:
    "`hookline run` (`startup`, `resume`), `/clear` (`clear`) and every compaction that was applied (`compact`).",
  payload: ["SessionStartPayload", { ...sessionBlock, ...hostBlock, source: text, model: text, args: object }],
  patch: ["SessionStartPatch", control],
  deny: "stops-chain",
  powers: ["add-context"],
});

export const sessionEnd = defineEvent({
  name: "session.end",
  family: "session",
  summary: "A conversation is over.",
  firedBy: "Every end of a session, and `/clear`.",
  payload: [
    "SessionEndPayload",
    { ...sessionBlock, ...hostBlock, reason: text, duration_seconds: decimal, total_steps: whole },
  ],
  patch: ["SessionEndPatch", control],
  deny: "stops-chain",
  detached: true,
});

export const sessionAwaitingInput = defineEvent({
  name: "session.awaiting_input",
  family: "session",
  summary: "The agent is about to wait for a person.",
  firedBy: "A tool call that needs approval, the limit on model calls, and the end of every turn of the user.",
  payload: [
    "SessionAwaitingInputPayload",
    { ...sessionBlock, ...turnBlock, ...hostBlock, waiting_for: text, question: text, choices: textList },
  ],
  patch: ["ObservationPatch", nothing],
});
