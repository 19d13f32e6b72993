import type { EventName, EventPayload } from "../catalog/catalog.ts";
import type { ContextText, Message } from "./effects.ts";
import type { FailureName, Run } from "./run.ts";

export type Decision = "deny" | "ask" | "allow" | "none";

/** The one answer of one dispatch. Every surface shows exactly this shape. */
export interface Verdict<N extends EventName = EventName> {
  readonly event: N;
  /** `none` is not `allow`: it leaves the agent's own permission flow in charge. */
  readonly decision: Decision;
  readonly reason: string | null;
  /** The payload after all accepted patches. */
  readonly payload: EventPayload<N>;
  readonly contexts: readonly ({ readonly hook: string } & ContextText)[];
  readonly messages: readonly ({ readonly hook: string } & Message)[];
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly continue: { readonly message: string } | null;
  readonly stop: { readonly reason: string } | null;
  readonly runs: readonly Run[];
  /** Everything that did not go as declared: hooks that failed, replies that asked for what the event does not grant. */
  readonly problems: readonly VerdictProblem[];
}

const none: readonly never[] = Object.freeze([]);
const noMetadata = Object.freeze({});

/** The verdict of a dispatch in which no hook had anything to do. */
export function nothingRan<N extends EventName>(
  event: N,
  payload: EventPayload<N>,
  problems: readonly VerdictProblem[] = none,
): Verdict<N> {
  return {
    event,
    decision: "none",
    reason: null,
    payload,
    contexts: none,
    messages: none,
    metadata: noMetadata,
    continue: null,
    stop: null,
    runs: none,
    problems,
  };
}

/** A verdict as plain data with these runs, its fields in the order every surface shows them. */
export function verdictWith(verdict: Verdict, runs: readonly Run[]): Verdict {
  const { event, decision, reason, payload, contexts, messages, metadata, stop, problems } = verdict;
  return {
    event,
    decision,
    reason,
    payload,
    contexts,
    messages,
    metadata,
    continue: verdict.continue,
    stop,
    runs,
    problems,
  };
}

export type VerdictProblemCode =
  | "HOOK_FAILED"
  | "HOOK_REQUIRED_FAILED"
  | "HOOK_PATCH_REJECTED"
  | "HOOK_POWER_NOT_GRANTED"
  | "HOOK_REPLY_UNKNOWN_FIELD"
  | "HOOK_DROPPED"
  | "HOOK_DECLARATION_BROKEN"
  | "DISPATCH_TOO_DEEP"
  | "DISPATCH_CANCELED";

export interface VerdictProblem {
  readonly code: VerdictProblemCode;
  readonly hook: string | null;
  readonly failure: FailureName | null;
  readonly what: string;
  readonly fix: string;
}
