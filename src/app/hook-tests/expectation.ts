import type { FailureName, Outcome } from "../../engine/run.ts";
import type { Decision } from "../../engine/verdict.ts";

type Fields = Readonly<Record<string, unknown>>;

/** A text as it must be, or something about it. */
export type TextMatch = string | { readonly contains: string } | { readonly matches: string };

/** What a hook must have come to: an outcome, or the name of a failure, or that it did not run. */
export type ExpectedOutcome = Outcome | FailureName | "not-run";

/** What one test wants of a verdict. Each part that is set must hold. */
export interface Expectation {
  readonly decision?: Decision | undefined;
  /** Null: there must be none. */
  readonly reason?: TextMatch | null | undefined;
  /** Each must be among the contexts; an empty list means that there must be none. */
  readonly context?: readonly TextMatch[] | undefined;
  readonly messages?: readonly TextMatch[] | undefined;
  /** The fields that hooks changed; an empty mapping means that they must not have changed any. */
  readonly patch?: Fields | undefined;
  /** Fields of the payload as it is after all hooks. */
  readonly payload?: Fields | undefined;
  readonly metadata?: Fields | undefined;
  readonly outcome?: Readonly<Record<string, ExpectedOutcome>> | undefined;
  readonly continue?: boolean | TextMatch | undefined;
  readonly stop?: boolean | TextMatch | undefined;
  /** Codes of problems, or something about what they say; an empty list means that there must be none. */
  readonly problems?: readonly TextMatch[] | undefined;
  /** How many hooks ran, or which, in order. */
  readonly runs?: number | readonly string[] | undefined;
  /** What a hook must have read, by its name: the exact text, or fields of the JSON object. */
  readonly stdin?: Readonly<Record<string, string | Fields>> | undefined;
}
