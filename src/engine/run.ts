import type { EventName } from "../catalog/catalog.ts";
import type { Usage } from "./effects.ts";
import type { HookMode, HookSource } from "./hook.ts";

export const outcomes = ["applied", "denied", "failed", "skipped", "dropped", "rejected"] as const;
/**
 * What became of one run. `applied`: it ran and its answer counts, which includes having no opinion. `denied`: it refused.
 * `failed`: it gave no usable answer. `skipped`: not run (depth, trust). `dropped`: the async queue was full.
 * `rejected`: a guard refused its patch.
 */
export type Outcome = (typeof outcomes)[number];

export const failureNames = [
  "not-found",
  "spawn-error",
  "timed-out",
  "killed",
  "exit-code",
  "unreadable",
  "truncated",
  "trust-refused",
  "not-supported",
] as const;
/** Why a run gave no usable answer. */
export type FailureName = (typeof failureNames)[number];

/** One execution of one hook, in the shape every surface shows. */
export interface Run {
  readonly hook_name: string;
  readonly event: EventName;
  readonly dialect: string;
  readonly source: HookSource;
  readonly mode: HookMode;
  readonly outcome: Outcome;
  readonly failure: FailureName | null;
  readonly duration_ms: number;
  readonly dispatch_depth: number;
  readonly required: boolean;
  /** What the hook answered, for events whose family keeps it. */
  readonly patch_applied: unknown;
  readonly error: string | null;
}

/** A run together with where it happened, as it is kept. */
export interface RunRecord extends Run {
  readonly run_id: string;
  readonly recorded_at: string;
  readonly session_id: string | null;
  readonly workspace_id: string | null;
  readonly workspace: string | null;
  readonly agent_name: string | null;
  /** What the answer cost, for hooks that ask a model. */
  readonly usage: Usage | null;
}
