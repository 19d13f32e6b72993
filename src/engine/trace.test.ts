import { describe, expect, it } from "vitest";
import { createEngine } from "./engine.ts";
import type { Hook } from "./hook.ts";
import { nativeHook } from "./native-hook.ts";
import type { RunRecord } from "./run.ts";
import type { TraceStep } from "./trace.ts";

const payload = { tool_name: "Bash", tool_input: { command: "ls" } };

function hook(name: string, run: Parameters<typeof nativeHook<"tool.pre_call">>[0]["run"], other: object = {}): Hook {
  return { ...nativeHook({ name, event: "tool.pre_call", run }), ...other };
}

describe("the trace of a dispatch", () => {
  it("tells in order what every hook was given, what it answered and what came of it", async () => {
    const engine = createEngine({
      hooks: [
        hook("a-rewrites", () => ({ patch: { tool_input: { command: "ls -l" } } })),
        hook("b-throws", () => {
          throw new Error("no");
        }),
        hook("c-asks", async () => ({ decision: "ask", reason: "sure?" })),
        { ...nativeHook({ name: "d-watches", event: "tool.pre_call", mode: "async", run: () => undefined }) },
      ],
    });
    const steps: TraceStep[] = [];
    await engine.fire("tool.pre_call", payload, { trace: (step) => steps.push(step) });
    await engine.idle();
    const seen = steps.map(({ hook, given, outcome, failure, after }) => ({
      hook: hook.name,
      given: (given.tool_input as { command: string }).command,
      outcome,
      failure,
      decision: after?.decision ?? null,
    }));
    expect(seen).toEqual([
      { hook: "a-rewrites", given: "ls", outcome: "applied", failure: null, decision: "none" },
      { hook: "b-throws", given: "ls -l", outcome: "failed", failure: "exit-code", decision: "none" },
      { hook: "c-asks", given: "ls -l", outcome: "applied", failure: null, decision: "ask" },
      { hook: "d-watches", given: "ls -l", outcome: "applied", failure: null, decision: null },
    ]);
    expect(steps[2]?.effects).toEqual({ decision: "ask", reason: "sure?" });
  });
});

describe("an answer that ends the chain", () => {
  it("lets no hook after it run, sync or async, and denies nothing", async () => {
    const ran: string[] = [];
    const engine = createEngine({
      hooks: [
        nativeHook({
          name: "a",
          event: "turn.stopping",
          run: () => ({ continue: { message: "go on" }, final: true }),
        }),
        nativeHook({ name: "b", event: "turn.stopping", run: () => void ran.push("b") }),
        nativeHook({ name: "c", event: "turn.stopping", mode: "async", run: () => void ran.push("c") }),
      ],
    });
    const verdict = await engine.fire("turn.stopping", {});
    await engine.idle();
    expect(verdict).toMatchObject({ decision: "none", continue: { message: "go on" } });
    expect(verdict.runs.map(({ hook_name }) => hook_name)).toEqual(["a"]);
    expect(ran).toEqual([]);
  });
});

describe("a hook that is not trusted", () => {
  const trust = { state: "new", fingerprint: "f", refusal: "nobody has trusted it" } as const;
  const fireWith = async (other: object, mode: "sync" | "async" = "sync") => {
    const ran: string[] = [];
    const records: RunRecord[] = [];
    const guard = nativeHook({ name: "guard", event: "tool.pre_call", mode, run: () => void ran.push("guard") });
    const engine = createEngine({
      hooks: [{ ...guard, trust, ...other }, hook("later", () => void ran.push("later"), { priority: 1 })],
      record: (record) => records.push(record),
    });
    const verdict = await engine.fire("tool.pre_call", payload);
    await engine.idle();
    return { verdict, ran, record: records.find(({ hook_name }) => hook_name === "guard") };
  };

  it("is skipped, recorded and named in the problems", async () => {
    const { verdict, ran, record } = await fireWith({});
    expect(ran).toEqual(["later"]);
    expect(record).toMatchObject({ outcome: "skipped", failure: "trust-refused", dispatch_depth: 1 });
    expect(verdict).toMatchObject({ decision: "none", problems: [{ code: "HOOK_FAILED", failure: "trust-refused" }] });
    expect(verdict.problems[0]?.fix).toContain("hookline trust");
  });

  it("refuses the operation when it is required", async () => {
    const { verdict, ran } = await fireWith({ required: true, onFailure: "block" });
    expect(ran).toEqual([]);
    expect(verdict).toMatchObject({ decision: "deny", problems: [{ code: "HOOK_REQUIRED_FAILED" }] });
    expect(verdict.reason).toContain("nobody has trusted it");
  });

  it("is told of even where its failures are ignored", async () => {
    const { verdict } = await fireWith({ onFailure: "ignore" });
    expect(verdict.problems).toMatchObject([{ failure: "trust-refused" }]);
  });

  it("is told of in the verdict even when it is async", async () => {
    const { verdict, ran, record } = await fireWith({}, "async");
    expect(ran).toEqual(["later"]);
    expect(verdict.problems).toMatchObject([{ hook: "guard", failure: "trust-refused" }]);
    expect(verdict.runs).toMatchObject([{ hook_name: "later" }, { hook_name: "guard", outcome: "skipped" }]);
    expect(record).toMatchObject({ outcome: "skipped", mode: "async" });
  });
});
