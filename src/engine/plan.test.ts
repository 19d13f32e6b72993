import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createEngine } from "./engine.ts";
import type { Hook } from "./hook.ts";
import type { Condition } from "./matcher.ts";
import { nativeHook } from "./native-hook.ts";
import { inRunOrder } from "./order.ts";
import { takeSnapshot } from "./plan.ts";
import { conditionsOf, mismatchOf } from "./select.ts";

const word = fc.constantFrom("Read", "Write", "Edit", "fs", "net", "a*", "*", "?ead", "[RW]*", "");
const matcher = fc.record(
  { tool_name: word, tool_namespace: word, tool_read_only: fc.boolean() },
  { requiredKeys: [] },
);
const scope = fc.record({
  agentName: fc.option(fc.constantFrom("coder", "reviewer"), { nil: null }),
  workspaceId: fc.option(fc.constantFrom("ws_a", "ws_b"), { nil: null }),
  workspaceRoot: fc.constant(null),
});
/** A condition that looks into the input, which is an object and never the same twice. */
function mentions(text: string): Condition {
  const test = (value: unknown) => JSON.stringify(value ?? null).includes(text);
  return { key: "pattern", path: "tool_input", pattern: text, literal: null, deep: true, test };
}
const hooks = fc
  .array(
    fc.record({
      matcher,
      scope,
      priority: fc.integer({ min: 0, max: 3 }),
      async: fc.boolean(),
      deep: fc.option(fc.constantFrom("rm", "ls"), { nil: null }),
    }),
    { maxLength: 12 },
  )
  .map((list) =>
    list.map(({ matcher, scope, priority, async, deep }, at): Hook => {
      const mode = async ? "async" : "sync";
      const hook = nativeHook({
        name: `hook-${at}`,
        event: "tool.pre_call",
        matcher,
        priority,
        mode,
        run: () => undefined,
      });
      const conditions = [...hook.matcher.conditions, ...(deep === null ? [] : [mentions(deep)])];
      return { ...hook, matcher: { conditions }, scope };
    }),
  );
const value = fc.oneof(
  fc.constantFrom("Read", " Write ", "Edit", "fs", "net", ""),
  fc.constant(undefined),
  fc.constant(5),
  fc.boolean(),
);
const payload = fc.record(
  {
    tool_name: value,
    tool_namespace: value,
    read_only: value,
    agent_name: value,
    tool_input: fc.record({ command: fc.constantFrom("rm -rf build", "ls", "rm `ls`", "") }),
    workspace_id: fc.constantFrom("ws_a", "ws_b"),
  },
  { requiredKeys: [] },
);

describe("the plan", () => {
  it("is what going through all hooks one by one gives, for every payload and however often it is asked", () => {
    fc.assert(
      fc.property(hooks, fc.array(payload, { minLength: 1, maxLength: 6 }), (hooks, payloads) => {
        const event = takeSnapshot(hooks, []).get("tool.pre_call");
        for (const payload of [...payloads, ...payloads]) {
          const expected = inRunOrder(hooks).filter((hook) => mismatchOf(conditionsOf(hook), payload) === null);
          const plan = event?.planFor(payload);
          expect([...(plan?.sync ?? []), ...(plan?.async ?? [])].map(({ name }) => name).sort()).toEqual(
            expected.map(({ name }) => name).sort(),
          );
          expect(plan?.sync).toEqual(expected.filter(({ mode }) => mode === "sync"));
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it("stays right when more different payloads come than are remembered", () => {
    const own = nativeHook({
      name: "own",
      event: "tool.pre_call",
      matcher: { tool_name: "Tool7" },
      run: () => undefined,
    });
    const event = takeSnapshot([own], []).get("tool.pre_call");
    const matching = Array.from(
      { length: 10_000 },
      (_, at) => event?.planFor({ tool_name: `Tool${at % 5_000}` }).sync.length,
    );
    expect(matching.reduce((sum = 0, one = 0) => sum + one, 0)).toBe(2);
  });

  it("keeps the hooks a dispatch began with when they are replaced meanwhile", async () => {
    const gate = Promise.withResolvers<void>();
    const ran: string[] = [];
    const slow = nativeHook({
      name: "slow",
      event: "tool.pre_call",
      priority: 2000,
      run: () => gate.promise.then(() => void ran.push("slow")),
    });
    const old = nativeHook({ name: "old", event: "tool.pre_call", run: () => void ran.push("old") });
    const next = nativeHook({ name: "next", event: "tool.pre_call", run: () => void ran.push("next") });
    const engine = createEngine({ hooks: [slow, old] });
    const first = engine.fire("tool.pre_call", {});
    engine.swap([next]);
    await engine.fire("tool.pre_call", {});
    gate.resolve();
    await first;
    expect(ran).toEqual(["next", "slow", "old"]);
    expect(engine.version()).toBe(2);
  });

  it("reports broken declarations with every dispatch of their event, and unreadable files with every dispatch", async () => {
    const broken = {
      name: "guard",
      dialect: "agh",
      file: "config.toml",
      line: 3,
      what: "The event is missing.",
      fix: "Add it.",
    };
    const engine = createEngine({
      broken: [
        { ...broken, event: "tool.pre_call" },
        { ...broken, name: null, event: null },
      ],
    });
    const guarded = await engine.fire("tool.pre_call", {});
    expect(guarded.problems.map(({ code, hook }) => [code, hook])).toEqual([
      ["HOOK_DECLARATION_BROKEN", "guard"],
      ["HOOK_DECLARATION_BROKEN", null],
    ]);
    expect((await engine.fire("turn.start", {})).problems).toHaveLength(1);
  });

  it("records an async hook as failed when the payload cannot be copied for it", async () => {
    const observer = nativeHook({ name: "observer", event: "tool.pre_call", mode: "async", run: () => undefined });
    const engine = createEngine({ hooks: [observer] });
    const verdict = await engine.fire("tool.pre_call", { tool_input: { call: () => 1 } });
    expect(verdict).toMatchObject({
      runs: [{ outcome: "failed" }],
      problems: [{ code: "HOOK_FAILED", hook: "observer" }],
    });
  });
});
