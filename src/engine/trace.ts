import type { Effects } from "./effects.ts";
import type { Hook } from "./hook.ts";
import type { Failure, Reply } from "./ports.ts";
import type { FailureName, Outcome } from "./run.ts";
import type { Decision } from "./verdict.ts";

type Payload = Readonly<Record<string, unknown>>;

/** One run of a dispatch, told while it happens to whoever asked for it. */
export interface TraceStep {
  readonly hook: Hook;
  /** What the hook was given. */
  readonly given: Payload;
  /** What it or its executor answered, before anybody read it. */
  readonly reply: Reply;
  /** What its dialect read in that. */
  readonly effects: Effects | Failure;
  readonly outcome: Outcome;
  readonly failure: FailureName | null;
  readonly error: string | null;
  /** What the dispatch had come to after it; null for async hooks, which come after the verdict. */
  readonly after: { readonly decision: Decision; readonly reason: string | null; readonly payload: Payload } | null;
}

export type Trace = (step: TraceStep) => void;
