import { contractOf, type EventName, type FirePayload } from "../../catalog/catalog.ts";
import {
  type AttachmentOptions,
  attachmentsOf,
  type HookAttachmentRecord,
} from "../../dialects/claude/reply/attachments.ts";
import { readAnswer } from "../../dialects/claude/reply/read.ts";
import type { Engine } from "../../engine/engine.ts";
import type { Clock } from "../../engine/ports.ts";
import type { TraceStep } from "../../engine/trace.ts";
import type { Verdict } from "../../engine/verdict.ts";
import type { DispatchFacts, HookAnswer, RunFacts } from "../../hosts/agentao/dispatch-facts.ts";
import type { FiredFacts } from "../../hosts/agentao/fired-event.ts";

/** What a dispatch needs of its surroundings. */
export interface DispatchWorld {
  readonly engine: Engine;
  readonly clock: Clock;
  readonly attachments: AttachmentOptions;
}

export interface HookMoment {
  /** Claude's name of the event. */
  readonly hookEvent: string;
  readonly toolUseId?: string;
  readonly signal?: AbortSignal | undefined;
}

/** A dispatch that is over: the verdict, and what Agentao's results and events are made of. */
export interface Dispatched<N extends EventName> {
  readonly verdict: Verdict<N>;
  readonly facts: DispatchFacts<HookAttachmentRecord>;
  readonly firedFacts: FiredFacts;
}

/** Fires one event at the hooks of all dialects and notes what each of them said. */
export async function dispatchFor<N extends EventName>(
  { engine, clock, attachments }: DispatchWorld,
  event: N,
  payload: FirePayload<N>,
  moment: HookMoment,
): Promise<Dispatched<N>> {
  const startedAt = clock.now();
  // Asked in the same breath as `fire`, so that both see the same hooks.
  const matchedRuleCount = engine.hasHooks(event, payload)
    ? engine.explain(event, payload).filter(({ matches }) => matches).length
    : 0;
  const steps: TraceStep[] = [];
  const verdict = await engine.fire(event, payload, {
    ...(moment.signal && { signal: moment.signal }),
    // Async hooks come after the verdict; nobody can act on what they say.
    trace: (step) => step.after !== null && steps.push(step),
  });
  const grantsContext = contractOf(event).powers.includes("add-context");
  return {
    verdict,
    facts: { verdict, runs: steps.map((step) => runFacts(step, moment, attachments, grantsContext)), matchedRuleCount },
    firedFacts: {
      matchedRuleCount,
      executedRuleCount: steps.filter(({ outcome }) => outcome !== "skipped").length,
      durationMs: Math.round((clock.now() - startedAt) * 1000) / 1000,
      outputPreview: outputOf(steps),
    },
  };
}

function runFacts(
  step: TraceStep,
  { hookEvent, toolUseId = "" }: HookMoment,
  options: AttachmentOptions,
  grantsContext: boolean,
): RunFacts<HookAttachmentRecord> {
  const { hook, reply } = step;
  if (hook.dialect !== "claude") return { answer: foreignAnswer(step, grantsContext), attachments: [] };
  const attachments = attachmentsOf({ hook, event: hookEvent, toolUseId, reply }, options);
  if (typeof reply !== "object" || reply.kind !== "output") return { answer: foreignAnswer(step, true), attachments };
  const read = readAnswer({ event: hookEvent, onFailure: hook.onFailure }, reply);
  return { answer: read.kind === "failure" ? null : read, attachments };
}

/** What hooks say who do not speak Agentao's language. What they decide is in the verdict. */
function foreignAnswer({ effects }: TraceStep, grantsContext: boolean): HookAnswer | null {
  if (effects.kind === "failure") return null;
  return { contexts: grantsContext ? (effects.contexts ?? []).map(({ text }) => text) : [] };
}

/** What the programs printed; null when there was none. */
function outputOf(steps: readonly TraceStep[]): string | null {
  const outputs = steps.flatMap(({ reply }) =>
    typeof reply === "object" && reply.kind === "output" ? [reply.stdout.trim()] : [],
  );
  return outputs.length === 0 ? null : outputs.filter((output) => output !== "").join("\n");
}
