import { describe, expect, it } from "vitest";
import { createEngine, type FireOptions } from "./engine.ts";
import { type NativeHookDefinition, nativeHook } from "./native-hook.ts";
import type { NativeContext } from "./ports.ts";

type Definition = Partial<NativeHookDefinition<"tool.pre_call">> & Pick<NativeHookDefinition<"tool.pre_call">, "run">;

const fire = (definition: Definition, options?: FireOptions) =>
  createEngine({ hooks: [nativeHook({ name: "hook", event: "tool.pre_call", ...definition })] }).fire(
    "tool.pre_call",
    {},
    options,
  );
const never = () => new Promise<undefined>(() => {});

describe("a native hook", () => {
  it("answers at once when its function does", () => {
    const verdict = fire({ run: () => ({ decision: "deny", reason: "no" }) });
    expect(verdict).not.toBeInstanceOf(Promise);
    expect(verdict).toMatchObject({ decision: "deny", reason: "no" });
  });

  it("is given the event and its depth", async () => {
    const seen: unknown[] = [];
    await fire({ run: (payload, { event, depth }) => void seen.push(payload.event, event, depth) });
    expect(seen).toEqual(["tool.pre_call", "tool.pre_call", 1]);
  });

  const boom = () => {
    throw new Error("boom");
  };
  it.each<[how: string, definition: Definition]>([
    ["at once", { run: boom }],
    ["later", { run: async () => boom() }],
    ["later, within a time limit", { run: async () => boom(), timeoutMs: 10_000 }],
  ])("C159 that throws %s is a failed run with its name", async (_how, definition) => {
    const { runs, problems } = await fire(definition);
    expect(runs).toMatchObject([{ hook_name: "hook", outcome: "failed", error: "it threw an error: boom" }]);
    expect(problems).toMatchObject([{ code: "HOOK_FAILED", what: expect.stringContaining('"hook"') }]);
  });

  it("C159 that throws and is required refuses", async () => {
    expect(await fire({ run: boom, required: true })).toMatchObject({ decision: "deny" });
  });

  it.each<[what: string, value: unknown]>([
    ["a list", []],
    ["a string", "yes"],
    ["null", null],
    ["effects of the wrong shape", { contexts: 5, patch: 7 }],
    ["a context list that is none", { contexts: { length: 1 } }],
  ])("that answers with %s is a failed run", async (_what, value) => {
    const { runs } = await fire({ run: () => value as undefined });
    expect(runs).toMatchObject([{ outcome: "failed", failure: "unreadable" }]);
  });

  it("times out when it declares a limit, and is told so", async () => {
    let context: NativeContext | undefined;
    const { runs } = await fire({
      timeoutMs: 20,
      run: (_payload, given) => {
        context = given;
        return never();
      },
    });
    expect(runs).toMatchObject([{ outcome: "failed", failure: "timed-out", error: expect.stringContaining("20 ms") }]);
    expect(context?.signal.aborted).toBe(true);
  });

  it("is told of a cancellation and not waited for", async () => {
    const canceled = new AbortController();
    let signal: AbortSignal | undefined;
    const verdict = fire(
      {
        run: (_payload, context) => {
          signal = context.signal;
          return never();
        },
      },
      { signal: canceled.signal },
    );
    canceled.abort();
    expect((await verdict).runs).toMatchObject([{ outcome: "failed", failure: "killed" }]);
    expect(signal?.aborted).toBe(true);
  });

  it("is not called when the dispatch was canceled before", async () => {
    let calls = 0;
    const verdict = await fire({ run: () => void calls++ }, { signal: AbortSignal.abort() });
    expect(verdict).toMatchObject({ decision: "deny", problems: [{ code: "DISPATCH_CANCELED" }] });
    expect(calls).toBe(0);
  });

  it("C094 that fires after an await and says from which context is stopped at the limit exactly", async () => {
    const depths: number[] = [];
    const hook = nativeHook({
      name: "hook",
      event: "tool.pre_call",
      run: async (_payload, context) => {
        depths.push(context.depth);
        await null;
        await engine.fire("tool.pre_call", {}, { within: context });
      },
    });
    const engine = createEngine({ hooks: [hook] });
    await engine.fire("tool.pre_call", {});
    expect(depths).toEqual([1, 2, 3]);
  });

  it("a loop through hooks that fire after an await comes to an end", async () => {
    let calls = 0;
    const hook = nativeHook({
      name: "hook",
      event: "tool.pre_call",
      run: async () => {
        calls++;
        await null;
        await engine.fire("tool.pre_call", {});
      },
    });
    const engine = createEngine({ hooks: [hook] });
    await engine.fire("tool.pre_call", {});
    expect(calls).toBeLessThanOrEqual(8);
  });
});
