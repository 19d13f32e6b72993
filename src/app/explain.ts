import type { EventName } from "../catalog/catalog.ts";
import type { UnknownField } from "../catalog/check-payload.ts";
import { createEngine } from "../engine/engine.ts";
import type { Explanation } from "../engine/explain.ts";
import type { BrokenHook } from "../engine/hook.ts";
import type { Place } from "./place.ts";
import { type FiringContext, preparePayload } from "./prepare-payload.ts";
import { readHooks } from "./read-hooks.ts";

/** Whether one hook would run on a payload, and if not, the field, the pattern and the value that decided it. */
export interface ExplainedHook {
  readonly order: number;
  readonly name: string;
  readonly event: string;
  readonly source: string;
  readonly mode: string;
  readonly required: boolean;
  readonly priority: number;
  readonly dialect: string;
  /** The dialect that the program speaks, if it is another one. */
  readonly adapted: string | null;
  readonly matches: boolean;
  readonly field: string | null;
  readonly pattern: string | boolean | null;
  readonly value: unknown;
  /** Why it would not run although it matches, as part of a sentence. */
  readonly refusal: string | null;
  readonly file: string | null;
  readonly line: number | null;
}

export interface ExplainedEvent {
  readonly hooks: readonly ExplainedHook[];
  /** Declarations for this event, or for no event we could tell, that could not be read. */
  readonly broken: readonly BrokenHook[];
  readonly unknownFields: readonly UnknownField[];
}

/** Tells which hooks would run on a payload. Runs nothing. */
export async function explain(
  place: Place,
  event: EventName,
  given: Readonly<Record<string, unknown>>,
  context: Omit<FiringContext, "workspace">,
): Promise<ExplainedEvent> {
  const { workspace, hooks, broken } = readHooks(place);
  const { payload, unknownFields } = preparePayload(event, given, { ...context, workspace });
  const engine = createEngine({ hooks, broken, executors: {} });
  return {
    hooks: engine.explain(event, payload).map(explainedHook),
    broken: broken.filter((declaration) => declaration.event === null || declaration.event === event),
    unknownFields,
  };
}

function explainedHook({ order, hook, matches, mismatch }: Explanation): ExplainedHook {
  return {
    order,
    name: hook.name,
    event: hook.event,
    source: hook.source,
    mode: hook.mode,
    required: hook.required,
    priority: hook.priority,
    dialect: hook.dialect,
    adapted: hook.adapted?.dialect ?? null,
    matches,
    field: mismatch?.field ?? null,
    pattern: mismatch?.pattern ?? null,
    value: mismatch?.value ?? null,
    refusal: hook.trust?.refusal ?? null,
    file: hook.origin.file,
    line: hook.origin.line,
  };
}
