import type { CutOffTurn } from "../../agent/recover.ts";
import type { Desk } from "../session/desk.ts";

/** Shows the user something, and tells the hooks that look at such things. */
export async function raiseNotice(
  desk: Desk,
  level: "info" | "warning" | "error",
  code: string,
  message: string,
): Promise<void> {
  desk.tell({ kind: "notice", level, code, message });
  await desk.hooks.fire("notice.raised", { level, code, message });
}

/** A turn failed: it is recorded, the user is told, and so are the hooks. */
export async function raiseError(desk: Desk, inputClass: string, code: string, message: string): Promise<void> {
  await despiteStore(desk, () => desk.write({ type: "error", content: { code, message } }));
  await raiseNotice(desk, "error", code, message);
  await desk.hooks.fire("turn.error", { input_class: inputClass, level: "error", code, message });
}

/** Tells the hooks that a turn is over. What they say is for the next one. */
export async function tellTurnEnd(
  desk: Desk,
  { message, inputClass, steps, answer }: CutOffTurn,
  reason: string,
): Promise<void> {
  const verdict = await desk.hooks.fire("turn.end", {
    input_class: inputClass,
    user_message: message,
    stop_reason: reason,
    step_count: steps,
    response: answer,
    final_message: finalMessage(answer),
  });
  desk.contexts.forNextCall(desk.contexts.sort(verdict.contexts));
}

/** What the agent said last, as hooks are told it; null when that was nothing. */
export function finalMessage(answer: string) {
  return answer === "" ? null : { role: "assistant", content: answer };
}

/** Keeps something where nothing may break off any more. When the store fails, the user is told, and all goes on. */
export async function despiteStore(desk: Desk, keep: () => Promise<unknown>): Promise<void> {
  try {
    await keep();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    await raiseNotice(desk, "error", "not_recorded", `A part of this session was not recorded. ${why}`);
  }
}

/** What a blocking verdict says; hooks need not give a reason. */
export function blockedBecause(
  event: string,
  verdict: { readonly reason: string | null; readonly stop: { readonly reason: string } | null },
): string {
  const reason = verdict.reason?.trim() || verdict.stop?.reason.trim();
  return reason || `A hook on ${event} stopped the run without giving a reason.`;
}
