import type { CombinedResult } from "./combined-result.ts";

export const stopReasons = ["no_tool_calls", "tool_rejected", "max_steps"] as const;

export interface StopGateOptions {
  /** How often in a turn hooks may send the agent back to work. */
  readonly maxBlocks?: number;
  /** The reasons for stopping that a hook may object to. */
  readonly honoured?: readonly string[];
}

/** The agent wants to stop, for this reason, after having been sent back this often in this turn. */
export interface Stopping {
  readonly stopReason: string;
  readonly blockCount: number;
}

/** What the agent does next. */
export type StopDecision =
  | { readonly action: "stop"; readonly warning: string | null; readonly stop_block_count: number }
  | {
      readonly action: "continue";
      /** For the agent. */
      readonly feedback: string;
      /** For the user. */
      readonly notice: string;
      readonly stop_block_count: number;
    };

export const defaultMaxBlocks = 3;
/** When the user rejected a tool, or the steps are used up, that is not for a hook to overrule. */
const defaultHonoured: readonly string[] = ["no_tool_calls"];

/** Decides whether an agent that wants to stop may. A gate that never opens is opened, visibly. */
export function decideStop(
  { should_block, block_reason }: Pick<CombinedResult, "should_block" | "block_reason">,
  { stopReason, blockCount }: Stopping,
  { maxBlocks = defaultMaxBlocks, honoured = defaultHonoured }: StopGateOptions = {},
): StopDecision {
  if (!should_block) return { action: "stop", warning: null, stop_block_count: blockCount };
  const reason = block_reason ?? "no reason was given";
  if (!honoured.includes(stopReason)) {
    const warning = `A before_stop hook objected (${reason}), but the agent stops because of ${stopReason}.`;
    return { action: "stop", warning, stop_block_count: blockCount };
  }
  if (blockCount >= maxBlocks) {
    const times = blockCount === 1 ? "once" : `${blockCount} times`;
    const warning = `The agent stops although a before_stop hook objects: it has been sent back ${times} in this turn. Last reason: ${reason}`;
    return { action: "stop", warning, stop_block_count: blockCount };
  }
  return {
    action: "continue",
    feedback: `A before_stop hook does not let you stop yet: ${reason}\nDeal with it, then finish.`,
    notice: `[Hook blocked stop: ${reason}]`,
    stop_block_count: blockCount + 1,
  };
}
