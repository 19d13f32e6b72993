import type { InputOrigin } from "../../agent/transcript.ts";
import { blockedBecause } from "./fan-out.ts";
import { asUserMessages } from "./queues.ts";
import type { Turn } from "./turn.ts";

/**
 * What became of messages that waited: none, taken into the conversation, or refused by a hook. When the user cancels while
 * hooks look at them, they wait on: nobody has refused them, but nobody has let them pass either.
 */
export type TakenInput = "none" | "taken" | "canceled" | { readonly blocked: string };

/** Hands the agent everything that was typed while it worked. */
export async function takeSteering(turn: Turn): Promise<TakenInput> {
  const texts = turn.queues.drainSteering();
  if (texts.length === 0) return "none";
  const { desk, signal } = turn;
  const fields = { input_class: "user", steering_messages: [...texts] };
  const verdict = await desk.hooks.fire("input.steering", fields, { signal });
  if (signal.aborted) {
    turn.queues.giveBackSteering(texts);
    return "canceled";
  }
  if (verdict.decision === "deny" || verdict.stop) return { blocked: blockedBecause("input.steering", verdict) };
  desk.contexts.forInput(desk.contexts.sort(verdict.contexts));
  await addMessages(turn, texts, "steering");
  return "taken";
}

/** Hands the agent the message that has waited longest for the end of its turn. */
export async function takeFollowUp(turn: Turn): Promise<TakenInput> {
  const message = turn.queues.nextFollowUp();
  if (message === null) return "none";
  const { desk, signal } = turn;
  const verdict = await desk.hooks.fire("input.followup", { input_class: "user", message }, { signal });
  if (signal.aborted) {
    turn.queues.giveBackFollowUp(message);
    return "canceled";
  }
  if (verdict.decision === "deny" || verdict.stop) return { blocked: blockedBecause("input.followup", verdict) };
  desk.contexts.forInput(desk.contexts.sort(verdict.contexts));
  await addMessages(turn, [message], "followup");
  return "taken";
}

/** Adds messages in the user's role to the conversation. */
export async function addMessages(turn: Turn, texts: readonly string[], origin: InputOrigin): Promise<void> {
  const { desk, progress } = turn;
  desk.tell({ kind: "input_taken", origin, texts });
  for (const [index, text] of asUserMessages(texts).entries()) {
    const typed = texts[index] ?? text;
    const isTyped = origin === "user" || origin === "steering" || origin === "followup";
    const content = { text, typed, origin, input_class: isTyped ? "user" : "synthetic" };
    await desk.write({ type: "user_message", content });
    if (isTyped) progress.lastUserMessage = typed;
  }
}
