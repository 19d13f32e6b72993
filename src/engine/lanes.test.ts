import { describe, expect, it } from "vitest";
import { createEngine } from "./engine.ts";
import { nativeHook } from "./native-hook.ts";

const engine = createEngine({
  hooks: [
    nativeHook({
      name: "rules",
      event: "tool.pre_call",
      lane: "preempt",
      run: () => ({ decision: "ask", reason: "risky" }),
    }),
    nativeHook({ name: "judge", event: "tool.pre_call", run: () => ({ decision: "allow" }) }),
    nativeHook({ name: "log", event: "tool.pre_call", mode: "async", run: () => undefined }),
  ],
});

describe("lanes", () => {
  it.each([
    ["the preempt lane alone", { lanes: ["preempt"] as const }, ["rules"], "ask"],
    ["the default lane alone", { lanes: ["default"] as const }, ["judge"], "allow"],
    ["all lanes, where the strictest decides", {}, ["judge", "rules"], "ask"],
  ])("fires %s", async (_what, options, hooks, decision) => {
    const verdict = await engine.fire("tool.pre_call", {}, options);
    expect(verdict.runs.map((run) => run.hook_name)).toEqual(hooks);
    expect(verdict.decision).toBe(decision);
  });

  it("has nothing to run in a lane without hooks", () => {
    const only = createEngine({ hooks: [nativeHook({ name: "n", event: "tool.pre_call", run: () => undefined })] });
    expect(only.fire("tool.pre_call", {}, { lanes: ["preempt"] })).toMatchObject({ decision: "none", runs: [] });
  });
});
