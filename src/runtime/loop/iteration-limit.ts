import { raiseNotice } from "./fan-out.ts";
import { passGate } from "./pass-gate.ts";
import type { Turn } from "./turn.ts";

/** How many model calls every extension is worth. */
const extension = 10;

/** Says whether the turn may ask the model once more. At its limit a person decides; where there is none, it ends. */
export async function mayGoOn(turn: Turn): Promise<boolean> {
  const { desk, progress, inputClass, signal } = turn;
  const { iteration, maxIterations } = progress;
  if (maxIterations <= 0 || iteration < maxIterations) return true;
  const calls = maxIterations === 1 ? "1 model call" : `${maxIterations} model calls`;
  const message = `The agent has made ${calls} in this turn, which is its limit.`;
  await raiseNotice(desk, "warning", "max_iterations", message);
  await desk.hooks.fire("turn.limit_reached", {
    input_class: inputClass,
    level: "warning",
    message,
    max_iterations: maxIterations,
  });
  if (await isExtended(turn)) {
    const previous = progress.maxIterations;
    progress.maxIterations = iteration + extension;
    await desk.hooks.fire("turn.limit_extended", {
      input_class: inputClass,
      previous_max_iterations: previous,
      new_max_iterations: progress.maxIterations,
    });
    return true;
  }
  if (signal.aborted) return false;
  const passage = await passGate(turn, "max_iterations");
  if (passage !== true) return false;
  // A hook has its way, once.
  progress.maxIterations = iteration + 1;
  return true;
}

async function isExtended({ desk, progress, signal }: Turn): Promise<boolean> {
  const question = `Let it make ${extension} more?`;
  await desk.hooks.fire("session.awaiting_input", { waiting_for: "max_iterations", question, choices: ["yes", "no"] });
  desk.tell({ kind: "awaiting_input", waiting_for: "max_iterations" });
  if (desk.operator === null) return false;
  try {
    return await desk.operator.extendLimit({ maxIterations: progress.maxIterations }, signal);
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  }
}
