/** What Ctrl-C has done so far. */
export interface Interrupts {
  /** When Ctrl-C was last pressed; null when something else happened since. */
  readonly pressedAt: number | null;
  /** The session was asked to stop and a hook refused. */
  readonly isRefused: boolean;
  /** The session is being stopped. */
  readonly isStopping: boolean;
}

export const noInterrupts: Interrupts = { pressedAt: null, isRefused: false, isStopping: false };

/** `force` ends the session whatever hooks say. */
export type InterruptAction = "cancel-turn" | "hint" | "stop" | "force";

export const twiceWithinMs = 2_000;

/** Says what Ctrl-C means at this moment. */
export function onInterrupt(
  before: Interrupts,
  { now, isBusy }: { readonly now: number; readonly isBusy: boolean },
): { readonly after: Interrupts; readonly action: InterruptAction } {
  if (before.isRefused || before.isStopping) return { after: before, action: "force" };
  const isSecond = before.pressedAt !== null && now - before.pressedAt <= twiceWithinMs;
  const after = { ...before, pressedAt: now };
  if (isSecond) return { after: { ...after, pressedAt: null }, action: "stop" };
  return { after, action: isBusy ? "cancel-turn" : "hint" };
}
