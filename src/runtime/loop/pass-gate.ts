import { finalMessage, raiseNotice } from "./fan-out.ts";
import { passStopGate, type StopReason, stoppingFields } from "./stop-gate.ts";
import { addMessages } from "./take-input.ts";
import type { Turn } from "./turn.ts";

/** The turn wants to end, for this reason: true when hooks send it back to work, `stopped` when one ends it for good. */
export async function passGate(turn: Turn, reason: StopReason): Promise<boolean | "stopped"> {
  const { desk, progress, signal } = turn;
  const { gate } = progress;
  const exit = { reason, answer: progress.answer };
  const verdict = await desk.hooks.fire(
    "turn.stopping",
    {
      input_class: turn.inputClass,
      ...stoppingFields(gate, exit),
      step_count: progress.iteration,
      final_message: finalMessage(progress.answer),
      last_user_message: progress.lastUserMessage,
    },
    { signal },
  );
  // Hooks that were cut off have neither let the turn end nor refused it.
  if (signal.aborted) return false;
  const passage = passStopGate(gate, exit, verdict);
  progress.gate = passage.state;
  progress.answer = passage.answer;
  desk.contexts.forNextCall(desk.contexts.sort(passage.contexts));
  if (passage.warning !== null) await raiseNotice(desk, "warning", "stop_gate", passage.warning);
  if (passage.outcome === "stopped") return "stopped";
  if (passage.outcome !== "continue") return false;
  desk.tell({ kind: "notice", level: "info", code: "stop_gate", message: passage.notice });
  await addMessages(turn, [passage.message], "stop-hook");
  return true;
}
