import type { Verdict } from "../../engine/verdict.ts";

/** What one run leaves behind, as far as the host looks at it. */
export interface Attachment {
  readonly attachment_type: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** What one hook said, in Agentao's words. Hooks of other dialects have only their contexts here. */
export interface HookAnswer {
  readonly blockingError?: string;
  readonly stopReason?: string;
  readonly contexts: readonly string[];
  readonly systemMessage?: string;
  readonly suppressesOutput?: boolean;
}

/** One run of a dispatch. */
export interface RunFacts<A extends Attachment = Attachment> {
  /** Null for a run without a usable answer. */
  readonly answer: HookAnswer | null;
  readonly attachments: readonly A[];
}

/** One dispatch that is over, as the results are put together from it. */
export interface DispatchFacts<A extends Attachment = Attachment> {
  /** Of all hooks of the event, whatever their dialect. What the verdict says counts, whoever said it. */
  readonly verdict: Pick<Verdict, "decision" | "reason" | "continue" | "stop">;
  /** In the order in which they ended. */
  readonly runs: readonly RunFacts<A>[];
  /** How many hooks were selected, also when the first of them ended the chain. */
  readonly matchedRuleCount: number;
}

export function answersOf({ runs }: DispatchFacts): readonly HookAnswer[] {
  return runs.flatMap(({ answer }) => answer ?? []);
}

export function contextsOf(facts: DispatchFacts): string[] {
  return answersOf(facts).flatMap(({ contexts }) => contexts);
}

export function attachmentsOf<A extends Attachment>({ runs }: DispatchFacts<A>): A[] {
  return runs.flatMap(({ attachments }) => attachments);
}

/** The last value that an answer had for a field. */
export function lastSaid<F extends "stopReason" | "systemMessage">(facts: DispatchFacts, field: F): string | null {
  return answersOf(facts).findLast((answer) => answer[field] !== undefined)?.[field] ?? null;
}

/** Why the hooks refused; null when they did not. */
export function refusalOf({ verdict }: DispatchFacts): string | null {
  return verdict.decision === "deny" ? (verdict.reason ?? "A hook blocked this without giving a reason.") : null;
}
