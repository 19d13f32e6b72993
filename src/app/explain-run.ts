import { contractOf, type EventName } from "../catalog/catalog.ts";
import type { Effects } from "../engine/effects.ts";
import type { Failure, Reply } from "../engine/ports.ts";
import type { FailureName, Outcome, Run } from "../engine/run.ts";
import type { TraceStep } from "../engine/trace.ts";
import type { Decision, Verdict } from "../engine/verdict.ts";
import { changedFields } from "./changed-fields.ts";
import { fire } from "./fire.ts";
import type { Hookline } from "./open-hookline.ts";
import type { FiringContext } from "./prepare-payload.ts";

type Fields = Readonly<Record<string, unknown>>;

/** One run told from the inside: what the hook got, what it said, how that was read, and what it changed. */
export interface ExplainedStep {
  readonly hook: string;
  readonly dialect: string;
  readonly mode: string;
  readonly executor: string;
  readonly duration_ms: number | null;
  /** What the hook was given, in its own dialect; null when that could not be written. */
  readonly input: string | null;
  readonly reply: ExplainedReply;
  /** What its dialect read in the reply; null when there was nothing to read. */
  readonly effects: Omit<Effects, "kind"> | null;
  readonly outcome: Outcome;
  readonly failure: FailureName | null;
  readonly error: string | null;
  /** What the dispatch had come to after it; null for async hooks, which have no say in it. */
  readonly after: { readonly decision: Decision; readonly reason: string | null; readonly changed: Fields } | null;
}

export type ExplainedReply =
  | { readonly kind: "output"; readonly exit_code: number; readonly stdout: string; readonly stderr: string }
  | { readonly kind: "failure"; readonly failure: FailureName; readonly detail: string }
  | { readonly kind: "effects" };

export interface ExplainedRun {
  readonly steps: readonly ExplainedStep[];
  readonly verdict: Verdict;
  readonly prepared: Fields;
}

/** Fires an event for real, records included, and tells what happened between each hook and the next. */
export async function explainRun(
  hookline: Hookline,
  event: EventName,
  given: Fields,
  context: Omit<FiringContext, "workspace">,
  signal: AbortSignal | null,
): Promise<ExplainedRun> {
  const trace: TraceStep[] = [];
  const { verdict, prepared } = await fire(hookline, event, given, context, signal, (step) => trace.push(step));
  return { steps: explainSteps(event, trace, verdict.runs), verdict, prepared };
}

/** Turns the trace of a dispatch into plain data, with each run's duration taken from the verdict. */
export function explainSteps(
  event: EventName,
  trace: readonly TraceStep[],
  runs: readonly Run[],
): readonly ExplainedStep[] {
  const open = [...runs];
  return trace.map((step) => {
    const at = open.findIndex((run) => run.hook_name === step.hook.name && run.dialect === step.hook.dialect);
    const [run] = at < 0 ? [] : open.splice(at, 1);
    return {
      hook: step.hook.name,
      dialect: step.hook.dialect,
      mode: step.hook.mode,
      executor: step.hook.executor.kind,
      duration_ms: run?.duration_ms ?? null,
      input: inputOf(event, step),
      reply: replyOf(step.reply),
      effects: effectsOf(step.effects),
      outcome: step.outcome,
      failure: step.failure,
      error: step.error,
      after: step.after && {
        decision: step.after.decision,
        reason: step.after.reason,
        changed: changedFields(step.given, step.after.payload),
      },
    };
  });
}

/** What a hook reads, as its dialect writes it; hooks without a dialect of their own get the payload itself. */
export function inputOf(event: EventName, { hook, given }: Pick<TraceStep, "hook" | "given">): string | null {
  if (hook.wire === null) return JSON.stringify(given);
  try {
    const written = hook.wire.encode(contractOf(event), given);
    return typeof written === "string" ? written : null;
  } catch {
    return null;
  }
}

function replyOf(reply: Reply): ExplainedReply {
  if (!reply?.kind) return { kind: "effects" };
  if (reply.kind === "failure") return { kind: "failure", failure: reply.failure, detail: reply.detail };
  return { kind: "output", exit_code: reply.exitCode, stdout: reply.stdout, stderr: reply.stderr };
}

function effectsOf(effects: Effects | Failure): Omit<Effects, "kind"> | null {
  return effects.kind === "failure" ? null : effects;
}
