import { followUp, inBlocks } from "./markers.ts";
import type { StopHookResult } from "./results.ts";

export type TurnEndReason = "final_response" | "max_iterations" | "doom_loop" | "length_truncation";
export type StopOutcome = "allow" | "block" | "continue" | "continue_at_max_iter" | "reentry_capped";

/** How often Stop hooks have sent one chat call back to work. */
export interface StopGateState {
  readonly reentries: number;
}

/** Where every chat call begins. */
export const freshStopGate: StopGateState = Object.freeze({ reentries: 0 });

export interface StopExit {
  readonly reason: TurnEndReason;
  /** The answer as the model gave it; it may be empty. */
  readonly answer: string;
}

export interface StopGateOptions {
  /** How often hooks may send one chat call back to work. */
  readonly maxReentries?: number;
  /** Shows a blocking error in place of the answer, as Agentao itself does. */
  readonly marksBlocked?: boolean;
}

export const defaultMaxReentries = 3;

/** What the chat loop does next. */
export interface StopPassage {
  readonly outcome: StopOutcome;
  readonly state: StopGateState;
  /** What the user gets; null when the loop goes on. */
  readonly answer: string | null;
  /** What is added to the history before the model is asked again; empty when the turn is over. */
  readonly history: readonly { readonly role: "assistant" | "user"; readonly content: string }[];
  /** Iterations beyond the limit: going on takes one like any other, and at the limit exactly one is given. */
  readonly extraIterations: 0 | 1;
  /** To be shown to the user. */
  readonly warning: string | null;
}

/** Decides whether a turn that is about to end does end. */
export function passStopGate(
  state: StopGateState,
  exit: StopExit,
  result: StopHookResult,
  options: StopGateOptions = {},
): StopPassage {
  const { maxReentries = defaultMaxReentries, marksBlocked = false } = options;
  const { blocking_error, force_continue } = result;
  const over = { state, answer: exit.answer, history: [], extraIterations: 0, warning: null } as const;
  if (blocking_error !== null) {
    return {
      ...over,
      outcome: "block",
      answer: marksBlocked ? `[Blocked by Stop hook] ${blocking_error}` : exit.answer,
    };
  }
  if (!force_continue) return { ...over, outcome: "allow", answer: withEcho(exit, result) };
  if (state.reentries >= maxReentries) {
    const warning = `A Stop hook wants the agent to go on, but it has been sent back ${times(state.reentries)} already; the answer stands as it is.`;
    return { ...over, outcome: "reentry_capped", warning };
  }
  const isAtLimit = exit.reason === "max_iterations";
  return {
    outcome: isAtLimit ? "continue_at_max_iter" : "continue",
    state: { reentries: state.reentries + 1 },
    answer: null,
    history: [
      // Providers refuse messages without content.
      ...(exit.answer === "" ? [] : [{ role: "assistant", content: exit.answer } as const]),
      { role: "user", content: followUp(result.follow_up_message ?? "") },
    ],
    extraIterations: isAtLimit ? 1 : 0,
    warning: null,
  };
}

/** Only a finished answer is added to; one that was cut off is left alone. */
function withEcho({ reason, answer }: StopExit, { suppress_output, additional_contexts }: StopHookResult): string {
  if (reason !== "final_response" || suppress_output || additional_contexts.length === 0) return answer;
  return `${answer}\n${inBlocks("stop-hook", additional_contexts)}`;
}

function times(count: number): string {
  return count === 1 ? "once" : `${count} times`;
}
