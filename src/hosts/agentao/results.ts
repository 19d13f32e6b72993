import {
  type Attachment,
  answersOf,
  attachmentsOf,
  contextsOf,
  type DispatchFacts,
  lastSaid,
  refusalOf,
} from "./dispatch-facts.ts";

/*
 * What Agentao's chat loop is told about a dispatch, field by field. The verdict decides what happens, so that a refusal of
 * another dialect's hook has the same weight; what only Agentao's answers have is read from them.
 */

export interface UserPromptSubmitResult<A extends Attachment = Attachment> {
  readonly blocking_error: string | null;
  readonly prevent_continuation: boolean;
  readonly stop_reason: string | null;
  readonly additional_contexts: readonly string[];
  readonly messages: readonly A[];
}

/** Puts together what the hooks on a prompt came to. */
export function promptResult<A extends Attachment>(facts: DispatchFacts<A>): UserPromptSubmitResult<A> {
  const { stop } = facts.verdict;
  return {
    blocking_error: refusalOf(facts),
    prevent_continuation: stop !== null,
    stop_reason: stop?.reason ?? lastSaid(facts, "stopReason"),
    additional_contexts: contextsOf(facts),
    messages: attachmentsOf(facts),
  };
}

export interface PreToolUseHookResult<A extends Attachment = Attachment> {
  readonly decision: "deny" | "ask" | null;
  readonly reason: string | null;
  readonly additional_contexts: readonly string[];
  readonly messages: readonly A[];
  readonly matched_rule_count: number;
}

/** Puts together what the hooks before a tool call came to. An allow is no opinion here: the host's own rules go on counting. */
export function toolResult<A extends Attachment>(facts: DispatchFacts<A>): PreToolUseHookResult<A> {
  const { decision, reason } = facts.verdict;
  const isVerdict = decision === "deny" || decision === "ask";
  return {
    decision: isVerdict ? decision : null,
    reason: refusalOf(facts) ?? (isVerdict ? reason : null),
    additional_contexts: contextsOf(facts),
    messages: attachmentsOf(facts),
    matched_rule_count: facts.matchedRuleCount,
  };
}

export interface StopHookResult<A extends Attachment = Attachment> {
  readonly blocking_error: string | null;
  readonly force_continue: boolean;
  readonly follow_up_message: string | null;
  readonly additional_contexts: readonly string[];
  readonly stop_reason: string | null;
  readonly suppress_output: boolean;
  readonly system_message: string | null;
  readonly messages: readonly A[];
  readonly matched_rule_count: number;
}

/** Puts together what the hooks at the end of a turn came to. A hook that ends the turn beats one that sends it on. */
export function stopResult<A extends Attachment>(facts: DispatchFacts<A>): StopHookResult<A> {
  const { stop, continue: sentOn } = facts.verdict;
  const blocking_error = stop?.reason ?? null;
  // A deny of this event is how most dialects say "go on".
  const follow_up_message = blocking_error === null ? (sentOn?.message ?? refusalOf(facts)) : null;
  return {
    blocking_error,
    force_continue: follow_up_message !== null,
    follow_up_message,
    additional_contexts: contextsOf(facts),
    stop_reason: lastSaid(facts, "stopReason"),
    suppress_output: answersOf(facts).some(({ suppressesOutput }) => suppressesOutput === true),
    system_message: lastSaid(facts, "systemMessage"),
    messages: attachmentsOf(facts),
    matched_rule_count: facts.matchedRuleCount,
  };
}

export interface LifecycleHookResult<A extends Attachment = Attachment> {
  readonly blocking_error: string | null;
  readonly additional_contexts: readonly string[];
  readonly system_message: string | null;
  readonly messages: readonly A[];
  readonly matched_rule_count: number;
}

/** Puts together what the hooks of the other events came to. All of them are heard, so the first error speaks. */
export function lifecycleResult<A extends Attachment>(facts: DispatchFacts<A>): LifecycleHookResult<A> {
  const said = answersOf(facts).find(({ blockingError }) => blockingError !== undefined)?.blockingError;
  return {
    blocking_error: refusalOf(facts) ?? said ?? null,
    additional_contexts: contextsOf(facts),
    system_message: lastSaid(facts, "systemMessage"),
    messages: attachmentsOf(facts),
    matched_rule_count: facts.matchedRuleCount,
  };
}

/** The same for hooks that may only watch: what they say against it changes nothing. */
export function observedResult<A extends Attachment>(facts: DispatchFacts<A>): LifecycleHookResult<A> {
  return { ...lifecycleResult(facts), blocking_error: refusalOf(facts), additional_contexts: [] };
}
