import type { Hook } from "./hook.ts";
import type { EventPlan } from "./plan.ts";
import { conditionsOf, type Mismatch, mismatchOf } from "./select.ts";

/** Whether one hook would run, and if not, the value that decided it. */
export interface Explanation {
  /** The hook's place in the run order of its event, from 1. */
  readonly order: number;
  readonly hook: Hook;
  readonly matches: boolean;
  readonly mismatch: Mismatch | null;
}

/** Goes through all hooks of an event in run order without running any. */
export function explainEvent(event: EventPlan, payload: Readonly<Record<string, unknown>>): readonly Explanation[] {
  return event.hooks.map((hook, position) => {
    const mismatch = mismatchOf(conditionsOf(hook), payload);
    return { order: position + 1, hook, matches: mismatch === null, mismatch };
  });
}
