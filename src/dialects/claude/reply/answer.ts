type Fields = Readonly<Record<string, unknown>>;

/** The four kinds of thing that a run can leave behind. */
export const attachmentTypes = [
  "hook_additional_context",
  "hook_success",
  "hook_stopped_continuation",
  "hook_blocking_error",
] as const;
export type AttachmentType = (typeof attachmentTypes)[number];

/** An attachment without what is known only when it is made: whose it is, its id and its time. */
export interface AttachmentBody {
  readonly type: AttachmentType;
  readonly payload: Fields;
}

/** What one hook answered, in the words of its dialect. A field that is absent was not said. */
export interface Answer {
  readonly kind: "answer";
  /** What is about to happen must not, and why. */
  readonly blockingError?: string;
  /** The agent must not go on, and why. */
  readonly prevents?: { readonly reason: string };
  /** The agent must go on although it wanted to stop, with this as its next message. */
  readonly forces?: { readonly message: string };
  readonly stopReason?: string;
  readonly decision?: "deny" | "ask" | "allow";
  readonly reason?: string;
  readonly contexts: readonly string[];
  /** The contexts are what it printed, not what it marked as context. */
  readonly isText?: boolean;
  readonly systemMessage?: string;
  readonly suppressesOutput?: boolean;
  /** Takes the place of the tool's whole input. */
  readonly updatedInput?: Fields;
  /** What the user is told about the answer itself. */
  readonly warnings: readonly string[];
  /** Parts of it that mean nothing here. */
  readonly unread: readonly string[];
  readonly attachments: readonly AttachmentBody[];
}

/** What a reader makes of an answer; what it leaves out is empty. */
export type Draft = Omit<Partial<Answer>, "kind" | "attachments"> & Pick<Answer, "attachments">;

/** Completes an answer. */
export function answer(draft: Draft): Answer {
  return { contexts: [], warnings: [], unread: [], ...draft, kind: "answer" };
}

/** True when the answer asks for something that a failed run must not be able to hide. */
export function isVerdict({ blockingError, prevents, forces, decision }: Answer): boolean {
  return blockingError !== undefined || Boolean(prevents ?? forces) || decision === "deny" || decision === "ask";
}

/** True when there is something in the answer of a failed run that can be used. Its consent cannot. */
export function isOfUse(given: Answer): boolean {
  const { contexts, systemMessage, updatedInput } = given;
  return isVerdict(given) || contexts.length > 0 || Boolean(systemMessage ?? updatedInput);
}

/** The answer without its consent, for a hook that cannot vouch for anything. */
export function withoutConsent(given: Answer): Answer {
  const { decision, reason, ...rest } = given;
  return decision === "allow" ? rest : given;
}

export const noReason = "A hook blocked this without giving a reason.";
export const preventedContinuation = "Hook prevented continuation";
export const pleaseContinue =
  "A Stop hook asked you to go on. Check whether the task is done, and finish what is left.";
