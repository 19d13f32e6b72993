import type { EventName } from "../catalog/catalog.ts";
import type { Usage } from "../engine/effects.ts";
import { type HookMode, type HookSource, hookModes } from "../engine/hook.ts";
import { type FailureName, type Outcome, outcomes, type RunRecord } from "../engine/run.ts";
import { Problem } from "../errors/problem.ts";
import { maskSecrets, maskText } from "../lib/mask-secrets.ts";
import { createRedactor, type Redactor } from "../lib/redact/redact.ts";
import { mentionsSecret } from "../lib/secret-name.ts";

/** The columns of a kept run, in the order of a flat row. */
export const runColumns = [
  "run_id",
  "recorded_at",
  "session_id",
  "workspace_id",
  "workspace",
  "agent_name",
  "hook_name",
  "event",
  "dialect",
  "source",
  "mode",
  "outcome",
  "failure",
  "duration_ns",
  "dispatch_depth",
  "required",
  "patch_applied",
  "error",
  "usage",
] as const satisfies readonly (keyof StoredRun)[];

export type Cell = string | number | null;

/** A run in the form stores keep: times as numbers, the patch as JSON text, secrets masked. */
export interface StoredRun {
  readonly run_id: string;
  /** Milliseconds since 1970. */
  readonly recorded_at: number;
  readonly session_id: string | null;
  readonly workspace_id: string | null;
  readonly workspace: string | null;
  readonly agent_name: string | null;
  readonly hook_name: string;
  readonly event: string;
  readonly dialect: string;
  readonly source: string;
  readonly mode: string;
  readonly outcome: string;
  readonly failure: string | null;
  readonly duration_ns: number;
  readonly dispatch_depth: number;
  readonly required: number;
  readonly patch_applied: string | null;
  readonly error: string | null;
  /** As JSON text. */
  readonly usage: string | null;
}

const rulesAlone = createRedactor();

/** Turns a record into what is kept. Every way into a store goes through here, so this is where secrets are taken out. */
export function storedRun(record: RunRecord, redactor: Redactor = rulesAlone): StoredRun {
  return {
    run_id: record.run_id,
    recorded_at: Date.parse(record.recorded_at),
    session_id: record.session_id,
    workspace_id: record.workspace_id,
    workspace: record.workspace,
    agent_name: record.agent_name,
    hook_name: record.hook_name,
    event: record.event,
    dialect: record.dialect,
    source: record.source,
    mode: record.mode,
    outcome: record.outcome,
    failure: record.failure,
    duration_ns: Math.round(record.duration_ms * 1e6),
    dispatch_depth: record.dispatch_depth,
    required: record.required ? 1 : 0,
    patch_applied: patchText(record.patch_applied, redactor),
    error: record.error === null ? null : safeText(record.error, redactor),
    usage: record.usage === null ? null : JSON.stringify(record.usage),
  };
}

/** Adds the cells of one run to a flat list of rows. */
export function pushRow(cells: Cell[], run: StoredRun): void {
  for (const column of runColumns) cells.push(run[column]);
}

/** Turns a kept run back into a record; one that makes no sense throws a `Problem` rather than pass for something else. */
export function readRow(row: StoredRun): RunRecord {
  const { mode, outcome } = row;
  if (!(outcomes as readonly string[]).includes(outcome)) {
    throw new Problem("RUN_OUTCOME_UNKNOWN", { outcome, known: outcomes.join(", ") });
  }
  if (!(hookModes as readonly string[]).includes(mode)) {
    throw new Problem("RUN_MODE_UNKNOWN", { mode, known: hookModes.join(", ") });
  }
  // Field by field: spreading a row of the database is several times slower than reading it.
  return {
    run_id: row.run_id,
    recorded_at: new Date(row.recorded_at).toISOString(),
    session_id: row.session_id,
    workspace_id: row.workspace_id,
    workspace: row.workspace,
    agent_name: row.agent_name,
    hook_name: row.hook_name,
    // An event of a later release stays readable after a downgrade; only filters insist on events we know.
    event: row.event as EventName,
    dialect: row.dialect,
    source: row.source as HookSource,
    mode: mode as HookMode,
    outcome: outcome as Outcome,
    failure: row.failure as FailureName | null,
    duration_ms: Math.round(row.duration_ns / 1e3) / 1e3,
    dispatch_depth: row.dispatch_depth,
    required: row.required === 1,
    patch_applied: row.patch_applied === null ? null : (JSON.parse(row.patch_applied) as unknown),
    error: row.error,
    usage: row.usage === null ? null : (JSON.parse(row.usage) as Usage),
  };
}

/*
 * Two nets, one behind the other. Redaction knows what secrets look like and comes first, because masking could cut off the
 * part of a secret by which it is known. Masking goes by names alone and takes whatever stands under a secret-looking one.
 */
function safeText(text: string, redactor: Redactor): string {
  return maskText(redactor.redactText(text));
}

function patchText(patch: unknown, redactor: Redactor): string | null {
  if (patch === null || patch === undefined) return null;
  try {
    const text = JSON.stringify(patch);
    // Most patches hold nothing secret; the native encoder and a look or two are cheaper than a walk.
    const isPlain = !redactor.mayHoldSecret(text) && !mentionsSecret(text) && !text.includes("://");
    // Walked as JSON tells it: what was given may have getters, cycles cut by toJSON, or a mind of its own.
    return isPlain ? text : JSON.stringify(maskSecrets(redactor.redactValue(JSON.parse(text))));
  } catch {
    // Nested beyond what can be encoded, or not JSON at all. The run is worth keeping without it.
    return JSON.stringify("[not recordable]");
  }
}
