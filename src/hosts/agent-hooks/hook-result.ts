import { contractOf } from "../../catalog/catalog.ts";
import type { ProcessOutput } from "../../engine/ports.ts";
import type { TraceStep } from "../../engine/trace.ts";

/** What one hook came to, in the words of Agent Hooks. */
export interface HookResult {
  /** It gave a usable answer; a refusal is one. */
  readonly success: boolean;
  readonly hook_name: string;
  readonly duration_ms: number;
  /** -1 when it was not run, or did not end by itself. */
  readonly exit_code: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly decision: "allow" | "deny" | "ask";
  readonly reason: string | null;
  readonly modified_input: Readonly<Record<string, unknown>> | null;
  readonly additional_context: string | null;
  readonly should_block: boolean;
}

/** Describes one run. */
export function hookResult(step: TraceStep, durationMs: number): HookResult {
  const { hook, reply, effects, outcome, error } = step;
  const output: ProcessOutput | null = reply?.kind === "output" ? reply : null;
  const facts = {
    hook_name: hook.name,
    duration_ms: durationMs,
    exit_code: output?.exitCode ?? -1,
    stdout: output?.stdout ?? "",
    stderr: output?.stderr ?? "",
  };
  if (effects.kind === "failure") {
    const blocks = hook.mode === "sync" && (effects.policy ?? hook.onFailure) === "block";
    return {
      ...facts,
      success: false,
      decision: blocks ? "deny" : "allow",
      reason: error ?? effects.detail,
      modified_input: null,
      additional_context: null,
      should_block: blocks,
    };
  }
  // Nobody waits for an async hook, so nothing it says has an effect.
  const isAsync = hook.mode === "async";
  const isDenied = outcome === "denied";
  const { decision = "allow", reason = null, contexts = [] } = effects;
  const input = effects.patch?.tool_input;
  return {
    ...facts,
    success: true,
    decision: isAsync ? "allow" : decision === "ask" && !mayAsk(step) ? "allow" : decision,
    reason,
    modified_input: isAsync || typeof input !== "object" ? null : (input as HookResult["modified_input"]),
    additional_context: isAsync ? null : contexts.map(({ text }) => text).join("\n") || null,
    should_block: isDenied && !isAsync,
  };
}

function mayAsk({ hook }: TraceStep): boolean {
  return contractOf(hook.event).powers.includes("ask");
}
