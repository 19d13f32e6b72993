import { type Answer, type AttachmentBody, answer, noReason, preventedContinuation } from "./answer.ts";
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

/** Reads an answer about a prompt. Of blocking, not going on and adding context the first one counts. */
export function readPromptAnswer(object: Fields, event: string): Answer {
  const unread = unreadKeys(object, event);
  const systemMessage = systemMessageIn(object);
  const shown = {
    ...(systemMessage !== undefined && { systemMessage }),
    ...(suppressesOutput(object) && { suppressesOutput: true }),
    unread: isStrangeDecision(object) ? [...unread, "decision"] : unread,
  };
  const blockingError = blockingErrorIn(object, noReason) ?? blockIn(object);
  if (blockingError !== undefined) {
    const attachments: AttachmentBody[] = [{ type: "hook_blocking_error", payload: { error: blockingError } }];
    return answer({ ...shown, blockingError, attachments });
  }
  if (preventsContinuation(object)) {
    const reason = stopReasonIn(object) ?? preventedContinuation;
    const attachments: AttachmentBody[] = [{ type: "hook_stopped_continuation", payload: { reason } }];
    return answer({ ...shown, prevents: { reason }, stopReason: reason, attachments });
  }
  const contexts = contextsIn(object);
  return answer({
    ...shown,
    contexts,
    attachments: contexts.length > 0 ? contexts.map(contextAttachment) : [{ type: "hook_success", payload: object }],
  });
}

export function contextAttachment(context: string): AttachmentBody {
  return { type: "hook_additional_context", payload: { context } };
}

/** The reason of a `decision` that blocks, which may be empty. */
function blockIn(object: Fields): string | undefined {
  if (!refusals.has(object.decision)) return undefined;
  return pickText(object, "reason") ?? stopReasonIn(object) ?? noReason;
}

const refusals: ReadonlySet<unknown> = new Set(["block", "deny"]);

function isStrangeDecision({ decision }: Fields): boolean {
  return !refusals.has(decision) && !isConsent(decision);
}

export function preventsContinuation(object: Fields): boolean {
  return object.continue === false || Boolean(pick(object, "preventContinuation", "prevent_continuation"));
}
