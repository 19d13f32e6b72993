import type { TraceStep } from "../../engine/trace.ts";
import type { Verdict } from "../../engine/verdict.ts";
import { type HookResult, hookResult } from "./hook-result.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What all hooks of one event came to, in the words of Agent Hooks. */
export interface CombinedResult {
  /** The sync hooks that ran, in order. */
  readonly results: readonly HookResult[];
  readonly should_block: boolean;
  readonly block_reason: string | null;
  readonly additional_contexts: readonly string[];
  /** The tool's input as the hooks left it; null when they left it alone, and when one of them blocked. */
  readonly modified_input: Fields | null;
  /** Who changed it, in order. */
  readonly modified_by: readonly string[];
  readonly decision: "deny" | "ask" | "allow";
  readonly diagnostics: readonly Diagnostic[];
}

export interface Diagnostic {
  readonly level: "debug" | "warning" | "error";
  readonly hook: string | null;
  readonly text: string;
}

/** What happens when a hook wants a person to be asked and there is nobody. */
export type AskFallback = "deny" | "allow";

export const nothingToSay: CombinedResult = Object.freeze({
  results: [],
  should_block: false,
  block_reason: null,
  additional_contexts: [],
  modified_input: null,
  modified_by: [],
  decision: "allow",
  diagnostics: [],
});

/** Combines the runs of one dispatch. `steps` are its sync runs, in order; `verdict` is what the dispatch came to. */
export function combineResults(steps: readonly TraceStep[], verdict: Verdict): CombinedResult {
  const results = steps.map((step, at) => hookResult(step, verdict.runs[at]?.duration_ms ?? 0));
  const isBlocked = verdict.decision === "deny";
  const modifiers = results.filter(({ modified_input }) => modified_input !== null);
  return {
    results,
    should_block: isBlocked,
    block_reason: isBlocked ? (verdict.reason ?? firstReason(results)) : null,
    additional_contexts: results.flatMap(({ additional_context }) => additional_context ?? []),
    modified_input: isBlocked ? null : (modifiers.at(-1)?.modified_input ?? null),
    modified_by: isBlocked ? [] : modifiers.map(({ hook_name }) => hook_name),
    decision: isBlocked ? "deny" : verdict.decision === "ask" ? "ask" : "allow",
    diagnostics: [...problemsOf(verdict), ...lateChanges(results), ...strayTexts(results)],
  };
}

/** Settles an "ask": by what the person said, else by the fallback. */
export function settleAsk(
  result: CombinedResult,
  confirmed: boolean | null,
  fallback: AskFallback = "deny",
): CombinedResult {
  if (result.decision !== "ask") return result;
  const question = result.results.find(({ decision }) => decision === "ask");
  if (confirmed ?? fallback === "allow") return { ...result, decision: "allow" };
  const why = confirmed === false ? "It was not confirmed" : "It had to be confirmed and there is nobody to ask";
  const asked = question?.reason ? `${why}: ${question.reason}` : `${why}.`;
  return {
    ...result,
    decision: "deny",
    should_block: true,
    block_reason: asked,
    modified_input: null,
    modified_by: [],
  };
}

function firstReason(results: readonly HookResult[]): string | null {
  return results.find(({ should_block }) => should_block)?.reason ?? null;
}

function problemsOf({ problems }: Verdict): Diagnostic[] {
  return problems.map(({ code, hook, what }) => {
    const level = code === "HOOK_REQUIRED_FAILED" || code === "HOOK_DECLARATION_BROKEN" ? "error" : "warning";
    return { level, hook, text: what };
  });
}

/** A guard that has already agreed has agreed to something else. */
function lateChanges(results: readonly HookResult[]): Diagnostic[] {
  return results.flatMap(({ hook_name, modified_input }, at) => {
    if (modified_input === null || at === 0) return [];
    const before = results.slice(0, at).map((earlier) => JSON.stringify(earlier.hook_name));
    const text = `Hook "${hook_name}" changed the input after ${before.join(", ")} had looked at it.`;
    return [{ level: "warning", hook: hook_name, text }];
  });
}

/** Worth a look by somebody who wonders where their output went; most gates print something. */
function strayTexts(results: readonly HookResult[]): Diagnostic[] {
  return results.flatMap(({ hook_name, success, exit_code, stdout }) =>
    success && exit_code === 0 && stdout.trim() !== "" && !stdout.trim().startsWith("{")
      ? [{ level: "debug", hook: hook_name, text: `Hook "${hook_name}" printed text that is no JSON; it was ignored.` }]
      : [],
  );
}
