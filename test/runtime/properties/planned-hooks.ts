import type { Effects } from "../../../src/engine/effects.ts";
import type { Hook } from "../../../src/engine/hook.ts";
import { nativeHook } from "../../../src/engine/native-hook.ts";
import type { NativeContext } from "../../../src/engine/ports.ts";
import type { HookPlan } from "./plan.ts";

/** Long enough to be waited for, short enough for thousands of runs. */
const hangMs = 2;

export function plannedHooks(plans: readonly HookPlan[]): Hook[] {
  return plans.map((plan, index) => {
    let seen = 0;
    return nativeHook({
      name: `hook ${index}`,
      event: plan.event,
      mode: plan.mode,
      required: plan.onFailure === "required",
      onFailure: plan.onFailure === "open" ? "open" : "block",
      lane: plan.lane,
      timeoutMs: plan.does === "hang" ? hangMs : 0,
      run: (_payload, context) => (isTurnOf(plan, ++seen) ? (act(plan, context) as undefined) : undefined),
    });
  });
}

function isTurnOf({ when, does }: HookPlan, seen: number): boolean {
  // Waiting takes real time.
  if (when === "first" || does === "hang") return seen === 1;
  return when === "always" || seen % 2 === 0;
}

function act(plan: HookPlan, { signal }: NativeContext): Effects | undefined | Promise<Effects | undefined> {
  switch (plan.does) {
    case "nothing":
      return undefined;
    case "deny":
      return { decision: "deny", reason: "A hook says no." };
    case "ask":
      return { decision: "ask", reason: "A hook wants to know." };
    case "allow":
      return { decision: "allow", reason: "A hook says yes." };
    case "patch":
      return { patch: plan.patch };
    case "context":
      return { contexts: [{ text: "Know this.", lifetime: plan.when === "first" ? "session" : "turn" }] };
    case "stop":
      return { stop: { reason: "A hook stops the run." } };
    case "continue":
      return { continue: { message: "Once more." } };
    case "throw":
      throw new Error("A hook broke.");
    case "reject":
      return Promise.reject(new Error("A hook broke later."));
    case "hang":
      return new Promise((resolve) => signal.addEventListener("abort", () => resolve(undefined), { once: true }));
    case "later":
      return soon().then(() => ({ metadata: { later: true } }));
    case "slow":
      return soon(30).then(() => undefined);
    case "later-deny":
      return soon().then(() => ({ decision: "deny", reason: "A hook says no, later." }));
  }
}

/** Lets everything else happen that is about to, so many times. */
export async function soon(times = 1): Promise<void> {
  for (let time = 0; time < times; time++) await new Promise((resolve) => void setImmediate(resolve));
}
