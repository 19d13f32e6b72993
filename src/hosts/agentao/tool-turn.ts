import { blockedByHook } from "./markers.ts";
import type { PreToolUseHookResult } from "./results.ts";

/** What becomes of a tool call once its hooks have spoken. */
export type ToolTurn =
  /** The host's own rules decide. */
  | { readonly kind: "go-on" }
  /** A person is asked, with this reason; a no cancels the call. */
  | { readonly kind: "confirm"; readonly reason: string | null }
  /** The call does not happen, and this is its result. */
  | { readonly kind: "blocked"; readonly toolResult: string };

export interface AskRules {
  /** Somebody can be asked. */
  readonly canConfirm: boolean;
  /** What an ask means when nobody can be: leave it to the host's own rules, or refuse. */
  readonly askFallback?: "host" | "deny";
}

/** Decides what happens to a tool call. */
export function toolTurn({ decision, reason }: PreToolUseHookResult, rules: AskRules): ToolTurn {
  if (decision === null) return { kind: "go-on" };
  if (decision === "ask" && rules.canConfirm) return { kind: "confirm", reason };
  if (decision === "ask" && rules.askFallback !== "deny") return { kind: "go-on" };
  const why = reason ?? "A hook wants a person to decide, and nobody can be asked.";
  return { kind: "blocked", toolResult: blockedByHook(why) };
}
