import type { Hook } from "../engine/hook.ts";
import type { TraceStep } from "../engine/trace.ts";
import { type HookResult, hookResult } from "../hosts/agent-hooks/hook-result.ts";

/** An async hook that was started. */
export interface AsyncHandle {
  readonly hook_name: string;
  /** Resolves when it is done, or was ended. Never rejects. */
  readonly done: Promise<HookResult>;
}

/** The async hooks that one dispatch may start. */
export interface ExpectedHandles {
  readonly finished: (step: TraceStep) => void;
  /** Those that were started: all but the ones named. */
  readonly without: (names: readonly string[]) => readonly AsyncHandle[];
  /** Says that none was started. */
  readonly forget: () => readonly AsyncHandle[];
}

interface Expected {
  readonly hook: Hook;
  readonly startedAt: number;
  readonly resolve: (result: HookResult) => void;
  readonly handle: AsyncHandle;
}

/** Keeps track of async hooks, which outlive the dispatch that starts them. */
export function asyncHandles(now: () => number = () => performance.now()) {
  const running = new Set<Expected>();

  function expect(hooks: readonly Hook[], onDone: (result: HookResult) => void): ExpectedHandles {
    const expected = hooks.map((hook): Expected => {
      const { promise, resolve } = Promise.withResolvers<HookResult>();
      return { hook, startedAt: now(), resolve, handle: { hook_name: hook.name, done: promise } };
    });
    for (const one of expected) running.add(one);
    const drop = (one: Expected) => running.delete(one);
    return {
      finished(step) {
        const one = expected.find(({ hook }) => hook === step.hook);
        if (one === undefined || !drop(one)) return;
        const result = hookResult(step, Math.round((now() - one.startedAt) * 1000) / 1000);
        onDone(result);
        one.resolve(result);
      },
      without(names) {
        for (const one of expected) if (names.includes(one.hook.name)) drop(one);
        return expected.filter(({ hook }) => !names.includes(hook.name)).map(({ handle }) => handle);
      },
      forget() {
        expected.forEach(drop);
        return [];
      },
    };
  }

  /** Resolves what nobody will hear of any more. */
  function abandon(): void {
    for (const { hook, resolve } of running) resolve(notRun(hook.name));
    running.clear();
  }

  return { expect, abandon };
}

function notRun(hook_name: string): HookResult {
  return {
    success: false,
    hook_name,
    duration_ms: 0,
    exit_code: -1,
    stdout: "",
    stderr: "",
    decision: "allow",
    reason: "it was not run because of a shutdown",
    modified_input: null,
    additional_context: null,
    should_block: false,
  };
}
