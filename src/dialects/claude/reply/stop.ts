import { type Answer, type AttachmentBody, answer, noReason, pleaseContinue, preventedContinuation } from "./answer.ts";
import {
  blockingErrorIn,
  contextsIn,
  isConsent,
  pick,
  pickText,
  stopReasonIn,
  suppressesOutput,
  systemMessageIn,
  unreadKeys,
} from "./fields.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Reads an answer to the wish to stop. `continue: false` takes back every demand of the same answer to go on. */
export function readStopAnswer(object: Fields, event: string): Answer {
  const blockReason = object.decision === "block" ? pickText(object, "reason") : undefined;
  const mayForce = object.continue !== false;
  const systemMessage = systemMessageIn(object);
  const blockingError = blockingErrorIn(object, noReason);
  const prevents = pick(object, "preventContinuation", "prevent_continuation") === true;
  const stopReason = stopReasonIn(object) ?? blockReason ?? (prevents && mayForce ? preventedContinuation : undefined);
  const message = mayForce && blockingError === undefined ? followUpIn(object, blockReason, prevents) : undefined;
  return answer({
    ...(blockingError !== undefined && { blockingError }),
    ...(message !== undefined && { forces: { message } }),
    ...(stopReason !== undefined && { stopReason }),
    ...(systemMessage !== undefined && { systemMessage }),
    ...(suppressesOutput(object) && { suppressesOutput: true }),
    // What is shown to the user is also for the model.
    contexts: [...(systemMessage === undefined ? [] : [systemMessage]), ...contextsIn(object)],
    // A block without a reason has no message to go on with, and means nothing.
    unread: [...unreadKeys(object, event, knownKeys), ...(isIdle(object.decision, blockReason) ? ["decision"] : [])],
    attachments: [attachmentFor(object, blockingError, message, stopReason)],
  });
}

const knownKeys = { top: ["forceContinue", "force_continue", "followUpMessage", "follow_up_message"] };

function isIdle(decision: unknown, blockReason: string | undefined): boolean {
  return blockReason === undefined && !isConsent(decision);
}

/** The message with which the agent is sent on; undefined when nobody sends it. */
function followUpIn(object: Fields, blockReason: string | undefined, prevents: boolean): string | undefined {
  const forces = pick(object, "forceContinue", "force_continue") === true;
  if (!forces && !prevents && blockReason === undefined) return undefined;
  const said = pickText(object, "followUpMessage", "follow_up_message");
  return said ?? blockReason ?? stopReasonIn(object) ?? pleaseContinue;
}

function attachmentFor(
  object: Fields,
  error: string | undefined,
  message: string | undefined,
  stopReason: string | undefined,
): AttachmentBody {
  if (error !== undefined) return { type: "hook_blocking_error", payload: { error } };
  if (message === undefined) return { type: "hook_success", payload: object };
  return { type: "hook_stopped_continuation", payload: { reason: stopReason ?? message } };
}
