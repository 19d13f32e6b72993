import type { EventContract } from "../catalog/contract.ts";
import type { AsyncPool } from "./async-pool.ts";
import type { HookContext } from "./call-native.ts";
import type { Hook } from "./hook.ts";
import type { Ledger } from "./ledger.ts";
import type { Nesting } from "./nesting.ts";
import type { Plan } from "./plan.ts";
import type { Clock, Executors, RecordRun } from "./ports.ts";
import type { Trace } from "./trace.ts";
import type { Decision, Verdict, VerdictProblem } from "./verdict.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What a dispatch needs of its engine. */
export interface DispatchPorts {
  readonly executors: Executors;
  readonly clock: Clock;
  /** A reading of the clock as text. */
  readonly timeText: (now: number) => string;
  readonly record: RecordRun | null;
  readonly pool: AsyncPool;
  readonly nextRunId: () => string;
  /** Keeps every hook's answer in the records, also for families that normally do not. */
  readonly keepPatches: boolean;
}

/** One firing of one event, under way. */
export interface Dispatch {
  readonly ports: DispatchPorts;
  readonly contract: EventContract;
  readonly plan: Plan;
  readonly nesting: Nesting;
  /** Null also for events whose hooks outlive the request. */
  readonly signal: AbortSignal | null;
  /** Told of every run as it ends; null when nobody asked. */
  readonly trace: Trace | null;
  payload: Fields;
  decision: Decision;
  reason: string | null;
  contexts: Verdict["contexts"];
  messages: Verdict["messages"];
  metadata: Fields;
  continue: Verdict["continue"];
  stop: Verdict["stop"];
  readonly ledger: Ledger;
  problems: readonly VerdictProblem[];
  /** The hook of the chain that is next, or that is waited for under this run id. */
  position: number;
  runId: string;
  /** What its native hooks are given besides the payload, as far as they can share one. */
  context: HookContext | null;
  /** Set when nothing more may run: a denial, a failed guard, a cancellation. */
  ended: boolean;
}

/** Ends the dispatch with a refusal. What a hook that ran beside this one refused for is not lost. */
export function refuse(state: Dispatch, reason: string): void {
  state.ended = true;
  state.reason = state.decision === "deny" && state.reason !== null ? `${state.reason}\n${reason}` : reason;
  state.decision = "deny";
}

/** Adds to what the verdict reports. */
export function report(state: Dispatch, ...problems: readonly VerdictProblem[]): void {
  state.problems = [...state.problems, ...problems];
}

/** Functions of this process leave nothing behind that their id would have to find, so they get one only to be recorded. */
export function idFor({ ports }: Dispatch, { executor }: Hook): string {
  return ports.record === null && executor.kind === "native" ? "" : ports.nextRunId();
}
