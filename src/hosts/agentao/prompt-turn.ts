import { blockedByHook, inBlocks, preventedContinuation, stoppedByHook } from "./markers.ts";
import type { UserPromptSubmitResult } from "./results.ts";

/** What becomes of a prompt: a text for the model, or an answer without asking it. */
export type PromptTurn =
  | { readonly kind: "ask-model"; readonly message: string }
  | { readonly kind: "intercepted"; readonly answer: string };

/** Decides what a chat call does with a prompt once its hooks have spoken. Blocking beats not going on. */
export function promptTurn(result: UserPromptSubmitResult, message: string): PromptTurn {
  const { blocking_error, prevent_continuation, stop_reason, additional_contexts } = result;
  if (blocking_error !== null) return { kind: "intercepted", answer: blockedByHook(blocking_error) };
  if (prevent_continuation) return { kind: "intercepted", answer: stoppedByHook(stop_reason) };
  if (additional_contexts.length === 0) return { kind: "ask-model", message };
  return { kind: "ask-model", message: `${inBlocks("user-prompt-submit-hook", additional_contexts)}\n${message}` };
}

export interface TurnMessage {
  readonly role: "user";
  readonly content: string;
  /** Not written by the user. */
  readonly is_meta: boolean;
  readonly source: "hook_attachment" | "hook_error" | "hook_context" | "user";
}

export interface PreparedUserTurn {
  readonly messages: readonly TurnMessage[];
  readonly should_query: boolean;
  readonly stop_reason: string | null;
}

/** The same decision as a list of messages, for hosts that keep what hooks said apart from what the user wrote. */
export function prepareUserTurn(
  { blocking_error, prevent_continuation, stop_reason, additional_contexts, messages }: UserPromptSubmitResult,
  message: string,
  matchedRuleCount: number,
): PreparedUserTurn {
  if (matchedRuleCount === 0) return { messages: [], should_query: true, stop_reason: null };
  const meta = (source: TurnMessage["source"], content: string): TurnMessage => ({
    role: "user",
    content,
    is_meta: true,
    source,
  });
  return {
    messages: [
      ...messages.map(({ attachment_type, payload }) =>
        meta("hook_attachment", `[${attachment_type}] ${JSON.stringify(payload)}`),
      ),
      ...(blocking_error === null ? [] : [meta("hook_error", blockedByHook(blocking_error))]),
      ...additional_contexts.map((context) => meta("hook_context", inBlocks("user-prompt-submit-hook", [context]))),
      ...(blocking_error === null ? [{ role: "user", content: message, is_meta: false, source: "user" } as const] : []),
    ],
    should_query: blocking_error === null && !prevent_continuation,
    stop_reason: blocking_error ?? (prevent_continuation ? stop_reason || preventedContinuation : null),
  };
}
