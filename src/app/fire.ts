import type { EventName } from "../catalog/catalog.ts";
import type { UnknownField } from "../catalog/check-payload.ts";
import type { Run } from "../engine/run.ts";
import type { Trace } from "../engine/trace.ts";
import { type Verdict, verdictWith } from "../engine/verdict.ts";
import type { Hookline } from "./open-hookline.ts";
import { type FiringContext, preparePayload } from "./prepare-payload.ts";

export interface Fired {
  /** Its runs include those of async hooks, which had their turn before we answer. */
  readonly verdict: Verdict;
  /** The payload the hooks started from. */
  readonly prepared: Readonly<Record<string, unknown>>;
  readonly unknownFields: readonly UnknownField[];
}

/** Fires one event, waits until its async hooks are done as well, and answers with the whole verdict. */
export async function fire(
  hookline: Hookline,
  event: EventName,
  given: Readonly<Record<string, unknown>>,
  context: Omit<FiringContext, "workspace"> = {},
  signal: AbortSignal | null = null,
  trace: Trace | null = null,
): Promise<Fired> {
  const { payload, unknownFields } = preparePayload(event, given, { ...context, workspace: hookline.workspace });
  if (hookline.engine.hasHooks(event, payload)) hookline.announce();
  const observed: Run[] = [];
  const stop = hookline.watchRuns((run) => observed.push(run));
  try {
    const verdict = await hookline.engine.fire(event, payload, {
      ...(signal && { signal }),
      ...(trace && { trace }),
    });
    await hookline.engine.idle();
    return { verdict: verdictWith(verdict, allRuns(verdict.runs, observed)), prepared: payload, unknownFields };
  } finally {
    stop();
  }
}

/** The engine's own list ends with the sync chain; runs that came after it are told apart by their mode. */
function allRuns(runs: readonly Run[], observed: readonly Run[]): readonly Run[] {
  const known = runs.filter((run) => run.mode === "async").length;
  return [
    ...runs,
    ...observed
      .filter((run) => run.mode === "async")
      .slice(known)
      .map(runOf),
  ];
}

/** A record without what the verdict says elsewhere. */
function runOf(record: Run): Run {
  const { hook_name, event, dialect, source, mode, outcome, failure, duration_ms } = record;
  const { dispatch_depth, required, patch_applied, error } = record;
  return {
    hook_name,
    event,
    dialect,
    source,
    mode,
    outcome,
    failure,
    duration_ms,
    dispatch_depth,
    required,
    patch_applied,
    error,
  };
}
