import type { EventName } from "../catalog/catalog.ts";
import type { Dispatch } from "./dispatch-state.ts";
import type { Usage } from "./effects.ts";
import type { Hook } from "./hook.ts";
import type { FailureName, Outcome, Run } from "./run.ts";

/** How one run ended. */
export interface Ending {
  readonly outcome: Outcome;
  readonly failure: FailureName | null;
  readonly error: string | null;
  readonly patch: Readonly<Record<string, unknown>> | null;
  readonly usage: Usage | null;
}

/** It ran and asks for nothing: by far the commonest ending, and always the same object. */
export const noOpinion: Ending = Object.freeze({
  outcome: "applied",
  failure: null,
  error: null,
  patch: null,
  usage: null,
});

export function ending(
  outcome: Outcome,
  error: string | null,
  failure: FailureName | null = null,
  usage: Usage | null = null,
): Ending {
  return { outcome, failure, error, patch: null, usage };
}

/** Describes a run in the shape every surface shows. */
export function describeRun({ contract, nesting, ports }: Dispatch, hook: Hook, ended: Ending, tookMs: number): Run {
  return {
    hook_name: hook.name,
    event: contract.name as EventName,
    dialect: hook.dialect,
    source: hook.source,
    mode: hook.mode,
    outcome: ended.outcome,
    failure: ended.failure,
    duration_ms: Math.round(tookMs * 1000) / 1000,
    // A hook that was skipped for being too deep belongs to the dispatch that asked for it.
    dispatch_depth: ended.outcome === "skipped" && ended.failure === null ? nesting.depth - 1 : nesting.depth,
    required: hook.required,
    patch_applied: contract.keepsPatch || ports.keepPatches ? ended.patch : null,
    error: ended.error,
  };
}

/** Hands a run to the records, together with where it happened. */
export function recordRun(state: Dispatch, hook: Hook, ended: Ending, tookMs: number, runId: string): void {
  const { contract, ports, payload } = state;
  ports.record?.({
    ...describeRun(state, hook, ended, tookMs),
    run_id: runId,
    recorded_at: ports.timeText(ports.clock.now()),
    session_id: textOrNull(payload[contract.sessionField]),
    workspace_id: textOrNull(payload.workspace_id),
    workspace: textOrNull(payload.workspace),
    agent_name: textOrNull(payload.agent_name),
    usage: ended.usage,
  });
}

function textOrNull(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}
