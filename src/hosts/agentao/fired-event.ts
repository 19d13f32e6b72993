import type { LifecycleHookResult, PreToolUseHookResult, StopHookResult, UserPromptSubmitResult } from "./results.ts";
import type { StopOutcome, TurnEndReason } from "./stop-gate.ts";

/** Told after every dispatch that selected a hook. Fields are only ever added. */
export interface PluginHookFired {
  readonly type: "plugin_hook_fired";
  readonly schema_version: 1;
  readonly data: FiredData;
}

export interface FiredData {
  readonly hook_name: string;
  readonly outcome: "allow" | "block" | StopOutcome;
  readonly matched_rule_count: number;
  readonly [field: string]: unknown;
}

/** What is said of a dispatch because of its event. */
export type FiredFields = Pick<FiredData, "outcome"> & Readonly<Record<string, unknown>>;

/** What is said of every dispatch. */
export interface FiredFacts {
  readonly matchedRuleCount: number;
  readonly executedRuleCount: number;
  readonly durationMs: number;
  /** What the programs printed, joined; null when no program ran. */
  readonly outputPreview: string | null;
}

/** Makes the event of a dispatch; null when no hook was selected, so that the stream shows only what happened. */
export function pluginHookFired(hookName: string, facts: FiredFacts, special: FiredFields): PluginHookFired | null {
  const { matchedRuleCount, executedRuleCount, durationMs, outputPreview } = facts;
  if (matchedRuleCount === 0) return null;
  const { outcome, ...rest } = special;
  return {
    type: "plugin_hook_fired",
    schema_version: 1,
    data: {
      hook_name: hookName,
      outcome,
      matched_rule_count: matchedRuleCount,
      ...rest,
      executed_rule_count: executedRuleCount,
      duration_ms: durationMs,
      ...(outputPreview !== null && { output_preview: outputPreview }),
    },
  };
}

export function promptFields(result: UserPromptSubmitResult) {
  const { blocking_error, prevent_continuation, stop_reason, additional_contexts } = result;
  return {
    outcome: blocking_error !== null || prevent_continuation ? "block" : "allow",
    blocking_error,
    stop_reason,
    added_context_count: additional_contexts.length,
  } as const;
}

export function toolFields({ decision }: PreToolUseHookResult, tool: string) {
  return { outcome: decision === "deny" ? "block" : "allow", tool, decision } as const;
}

export function stopFields(result: StopHookResult, outcome: StopOutcome, reason: TurnEndReason) {
  return {
    outcome,
    turn_end_reason: reason,
    at_max_iter: reason === "max_iterations",
    added_context_count: result.additional_contexts.length,
    suppress_output: result.suppress_output,
  } as const;
}

/** Nothing that a hook says holds a compaction up in Agentao, so its outcome is always the same. */
export function compactionFields(compactionType: string, trigger: string) {
  return { outcome: "allow", compaction_type: compactionType, trigger } as const;
}

export function lifecycleFields({ blocking_error }: LifecycleHookResult) {
  return { outcome: blocking_error === null ? "allow" : "block" } as const;
}
