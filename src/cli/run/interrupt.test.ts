import { describe, expect, it } from "vitest";
import { type InterruptAction, type Interrupts, noInterrupts, onInterrupt, twiceWithinMs } from "./interrupt.ts";

const pressed: Interrupts = { ...noInterrupts, pressedAt: 10_000 };

describe("Ctrl-C", () => {
  it.each<[when: string, before: Interrupts, now: number, isBusy: boolean, action: InterruptAction]>([
    ["the agent works", noInterrupts, 10_000, true, "cancel-turn"],
    ["nothing runs", noInterrupts, 10_000, false, "hint"],
    ["it was pressed just now and the agent still works", pressed, 10_500, true, "stop"],
    ["it was pressed just now and nothing runs", pressed, 10_000 + twiceWithinMs, false, "stop"],
    ["it was pressed a while ago and the agent works", pressed, 10_001 + twiceWithinMs, true, "cancel-turn"],
    ["it was pressed a while ago and nothing runs", pressed, 10_001 + twiceWithinMs, false, "hint"],
    ["a hook refused to end the session", { ...noInterrupts, isRefused: true }, 99_000, false, "force"],
    ["the session is being ended", { ...noInterrupts, isStopping: true }, 99_000, true, "force"],
  ])("when %s", (_when, before, now, isBusy, action) => {
    expect(onInterrupt(before, { now, isBusy }).action).toBe(action);
  });

  it("begins anew after the session was asked to end", () => {
    const { after } = onInterrupt(pressed, { now: 10_100, isBusy: true });
    expect(after.pressedAt).toBeNull();
  });
});
