import type { Verdict } from "../../engine/verdict.ts";
import { followUp, inBlocks } from "../../hosts/agentao/markers.ts";
import { dialectOfHook } from "../dialect-of-hook.ts";

/** Why a turn is about to end. */
export const stopReasons = [
  "final_response",
  "tool_rejected",
  "max_iterations",
  "loop_detected",
  "length_truncation",
] as const;
export type StopReason = (typeof stopReasons)[number];

/** How often hooks have sent the agent back to work in this turn of the user. */
export interface StopGateState {
  readonly blocks: number;
}

/** Where every turn begins. */
export const freshStopGate: StopGateState = Object.freeze({ blocks: 0 });

export const defaultMaxBlocks = 3;

export interface StopExit {
  readonly reason: StopReason;
  /** The answer as the model gave it; it may be empty. */
  readonly answer: string;
}

/** What the loop does next. */
export type StopPassage = Ending | Continuation;

interface Passed {
  readonly state: StopGateState;
  /** The model's answer with what hooks add to it. */
  readonly answer: string;
  /** For the next model call, in this turn or the next. */
  readonly contexts: Verdict["contexts"];
  /** To be shown to the user when a hook did not get what it wanted. */
  readonly warning: string | null;
}

export interface Ending extends Passed {
  /** `stopped`: a hook ended the turn. `capped`, `overruled`: hooks wanted it to go on, and it does not. */
  readonly outcome: "allowed" | "stopped" | "capped" | "overruled";
  /** Why a hook ended the turn; null when none did. */
  readonly stopReason: string | null;
}

export interface Continuation extends Passed {
  readonly outcome: "continue";
  /** The next message in the user's role. */
  readonly message: string;
  /** Iterations beyond the limit: going on takes one like any other, and at the limit exactly one is given. */
  readonly extraIterations: 0 | 1;
  /** Tells the user why it goes on. */
  readonly notice: string;
}

type StopVerdict = Pick<Verdict, "decision" | "reason" | "contexts" | "metadata" | "continue" | "stop" | "runs">;

/** What hooks on `turn.stopping` are told of the gate and of how the turn would end. */
export function stoppingFields({ blocks }: StopGateState, { reason, answer }: StopExit) {
  return {
    stop_reason: reason,
    response: answer,
    stop_hook_active: blocks > 0,
    stop_block_count: blocks,
    at_max_iterations: reason === "max_iterations",
  };
}

/** Decides whether a turn that is about to end does end. A gate that never opens is opened, visibly. */
export function passStopGate(
  state: StopGateState,
  exit: StopExit,
  verdict: StopVerdict,
  { maxBlocks = defaultMaxBlocks }: { readonly maxBlocks?: number } = {},
): StopPassage {
  const { stop } = verdict;
  const ending = endingOf(state, exit, verdict);
  if (stop !== null) return { ...ending, outcome: "stopped", answer: exit.answer, stopReason: stop.reason };
  const demands = demandsOf(exit, verdict);
  if (demands.length === 0) return ending;
  const honoured = demands.filter(({ isHonoured }) => isHonoured);
  if (honoured.length === 0) return { ...ending, outcome: "overruled", warning: overruled(exit, demands) };
  if (state.blocks >= maxBlocks)
    return { ...ending, outcome: "capped", answer: exit.answer, warning: capped(state, demands) };
  return {
    outcome: "continue",
    state: { blocks: state.blocks + 1 },
    answer: exit.answer,
    contexts: verdict.contexts,
    warning: null,
    message: honoured.map(({ message }) => message).join("\n\n"),
    extraIterations: exit.reason === "max_iterations" ? 1 : 0,
    notice: `A hook does not let the turn end yet: ${reasonsOf(demands)}`,
  };
}

/** One wish that the agent goes on. */
interface Demand {
  readonly reason: string;
  /** What the agent is told. */
  readonly message: string;
  readonly isHonoured: boolean;
}

function demandsOf(exit: StopExit, verdict: StopVerdict): Demand[] {
  const demands: Demand[] = [];
  if (verdict.continue !== null) {
    const { message } = verdict.continue;
    // When a person has refused a call, that is not for a hook to overrule.
    demands.push({ reason: message, message: followUp(message), isHonoured: exit.reason !== "tool_rejected" });
  }
  if (verdict.decision === "deny") {
    const reason = verdict.reason?.trim() || "It gave no reason.";
    const message = `A hook does not let you stop yet: ${reason}\nDeal with it, then finish.`;
    // Only hooks that ask for one more pass do so knowing why the turn ends; a refusal is about work that the agent ended.
    demands.push({ reason, message, isHonoured: endedByAgent.has(exit.reason) });
  }
  return demands;
}

function endingOf(state: StopGateState, exit: StopExit, verdict: StopVerdict): Ending {
  const isClaude = ({ hook }: { readonly hook: string }) => dialectOfHook(verdict, hook) === "claude";
  const echoed = verdict.contexts.filter(isClaude).map(({ text }) => text);
  return {
    outcome: "allowed",
    state,
    answer: withEcho(exit, verdict, echoed),
    contexts: verdict.contexts.filter((context) => !isClaude(context)),
    warning: null,
    stopReason: null,
  };
}

const endedByAgent: ReadonlySet<StopReason> = new Set(["final_response", "length_truncation"]);
const finished: ReadonlySet<StopReason> = new Set(["final_response", "tool_rejected"]);

/** Only a finished answer is added to; one that was cut off is left alone. */
function withEcho({ reason, answer }: StopExit, { metadata }: StopVerdict, contexts: readonly string[]): string {
  if (!finished.has(reason) || metadata.suppress_output === true || contexts.length === 0) return answer;
  return `${answer}\n${inBlocks("stop-hook", contexts)}`;
}

const endings: Readonly<Record<StopReason, string>> = {
  final_response: "the agent is done",
  tool_rejected: "a tool call was rejected",
  max_iterations: "the model calls of the turn are used up",
  loop_detected: "the agent repeats itself",
  length_truncation: "the answer was cut off at the model's limit",
};

function overruled({ reason }: StopExit, demands: readonly Demand[]): string {
  return `The turn ends because ${endings[reason]}, although a hook objects: ${reasonsOf(demands)}`;
}

function capped({ blocks }: StopGateState, demands: readonly Demand[]): string {
  const times = blocks === 1 ? "once" : `${blocks} times`;
  const so = blocks === 0 ? "hooks may not send it back" : `it has been sent back ${times} already`;
  return `The turn ends although a hook objects: ${so}. The answer stands as it is. Last reason: ${reasonsOf(demands)}`;
}

function reasonsOf(demands: readonly Demand[]): string {
  return demands.map(({ reason }) => reason).join("\n");
}
