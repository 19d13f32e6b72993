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
  const first = new Map<string, Hook>();
  return event.hooks.map((hook, position) => {
    const mismatch = mismatchOf(conditionsOf(hook), payload) ?? twinOf(hook, first);
    return { order: position + 1, hook, matches: mismatch === null, mismatch };
  });
}

/** A hook that applies does not run a second time; the mismatch names the one that runs in its place. */
function twinOf(hook: Hook, first: Map<string, Hook>): Mismatch | null {
  const { identity } = hook;
  if (identity === undefined) return null;
  const twin = first.get(identity);
  if (!twin) {
    first.set(identity, hook);
    return null;
  }
  const { file, line } = twin.origin;
  return { field: "twin", pattern: file === null ? twin.name : `${file}:${line}`, value: twin.name };
}
