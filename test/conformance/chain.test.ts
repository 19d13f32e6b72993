import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createEngine } from "../../src/engine/engine.ts";
import { nativeHook } from "../../src/engine/native-hook.ts";
import type { Verdict } from "../../src/engine/verdict.ts";
import { Problem } from "../../src/errors/problem.ts";
import { type Declared, openTestWorkspace, outcomesOf, printing, type TestWorkspaceOptions } from "./workspace.ts";

const gate = (name: string, sh: string, more: Partial<Declared> = {}): Declared => ({
  name,
  event: "tool.pre_call",
  mode: "sync",
  sh,
  ...more,
});

async function fireTool(options: TestWorkspaceOptions, payload: Record<string, unknown> = { tool_name: "Edit" }) {
  const test = openTestWorkspace(options);
  try {
    const verdict = await test.fire("tool.pre_call", payload);
    await test.engine.idle();
    return { verdict, records: test.records, hasRun: (file: string) => existsSync(join(test.root, file)) };
  } finally {
    await test.close();
  }
}

describe("the chain", () => {
  it("C084 hooks declared in any order run sorted", async () => {
    const { verdict } = await fireTool({
      hooks: [
        gate("c", "true"),
        gate("a", "true", { priority: 1 }),
        gate("b", "true"),
        gate("d", "true", { priority: 900 }),
      ],
    });
    expect(outcomesOf(verdict)).toEqual(["d:applied", "b:applied", "c:applied", "a:applied"]);
  });

  it("C085 the second hook sees the first one's patch on its stdin", async () => {
    const { verdict } = await fireTool({
      hooks: [
        gate("first", printing({ tool_input: { path: "patched.txt" } }), { priority: 900 }),
        gate("second", `case "$(cat)" in *patched.txt*) ${printing({ deny: true, deny_reason: "saw it" })} ;; esac`),
      ],
    });
    expect(verdict).toMatchObject({
      decision: "deny",
      reason: "saw it",
      payload: { tool_input: { path: "patched.txt" } },
    });
  });

  it("C086 a native hook runs before a skill's process", async () => {
    const skill =
      '---\nname: audit\nmetadata:\n  agh:\n    hooks:\n      - event: tool.pre_call\n        mode: sync\n        command: /bin/sh\n        args: ["-c", "true"]\n---\n';
    const { verdict } = await fireTool({
      files: { ".hookline/skills/audit/SKILL.md": skill },
      hooks: [gate("config", "true")],
      natives: [nativeHook({ name: "native", event: "tool.pre_call", run: () => undefined })],
    });
    expect(outcomesOf(verdict)).toEqual(["native:applied", "config:applied", "audit:applied"]);
  });

  it("C087 a deny stops the chain and its other fields are applied", async () => {
    const { verdict, hasRun } = await fireTool({
      hooks: [
        gate("deny", printing({ deny: true, deny_reason: " no ", tool_input: { path: "x" } }), { priority: 900 }),
        gate("later", "touch later-ran"),
      ],
    });
    expect(outcomesOf(verdict)).toEqual(["deny:denied"]);
    expect(verdict).toMatchObject({ decision: "deny", reason: "no", payload: { tool_input: { path: "x" } } });
    expect(hasRun("later-ran")).toBe(false);
  });

  it("C088 a required hook that times out stops the chain; earlier patches stay", async () => {
    const { verdict, hasRun } = await fireTool({
      hooks: [
        gate("patch", printing({ tool_input: { path: "kept" } }), { priority: 900 }),
        gate("slow", "sleep 60", { required: true, timeout: "100ms", priority: 800 }),
        gate("later", "touch later-ran"),
      ],
    });
    expect(outcomesOf(verdict)).toEqual(["patch:applied", "slow:failed"]);
    expect(verdict).toMatchObject({ decision: "deny", payload: { tool_input: { path: "kept" } } });
    expect(verdict.reason).toContain('"slow"');
    expect(verdict.problems).toMatchObject([{ code: "HOOK_REQUIRED_FAILED", hook: "slow", failure: "timed-out" }]);
    expect(hasRun("later-ran")).toBe(false);
  });

  it("C089 a failed hook that is not required is passed over, and the verdict says so", async () => {
    const { verdict } = await fireTool({ hooks: [gate("broken", "exit 3", { priority: 900 }), gate("good", "true")] });
    expect(outcomesOf(verdict)).toEqual(["broken:failed", "good:applied"]);
    expect(verdict).toMatchObject({
      decision: "none",
      problems: [{ code: "HOOK_FAILED", hook: "broken", failure: "exit-code" }],
    });
  });

  it("C090 without hooks the payload comes back as it is and nothing is recorded", async () => {
    const test = openTestWorkspace({});
    const payload = { tool_name: "Edit" };
    const verdict = test.engine.fire("tool.pre_call", payload);
    expect(verdict).not.toBeInstanceOf(Promise);
    expect((await verdict).payload).toBe(payload);
    expect(test.records).toEqual([]);
    await test.close();
  });

  it("C091 a deny keeps async hooks from being queued", async () => {
    const { records } = await fireTool({
      hooks: [gate("deny", printing({ deny: true })), gate("observer", "true", { mode: "async" })],
    });
    expect(outcomesOf({ runs: records })).toEqual(["deny:denied"]);
  });

  it("C092 a required failure keeps async hooks from being queued", async () => {
    const { records } = await fireTool({
      hooks: [gate("guard", "exit 1", { required: true }), gate("observer", "true", { mode: "async" })],
    });
    expect(outcomesOf({ runs: records })).toEqual(["guard:failed"]);
  });

  it("C093 the verdict carries the deny reason, trimmed", async () => {
    const { verdict } = await fireTool({
      hooks: [gate("deny", printing({ deny: true, deny_reason: "  Secrets.\n" }))],
    });
    expect(verdict).toMatchObject({ decision: "deny", reason: "Secrets." });
  });

  it("C094 depth 1 to 3 are fine, the fourth is refused, and nesting adds to its parent", async () => {
    const depths: number[] = [];
    const refused: Verdict[] = [];
    const again = nativeHook({
      name: "again",
      event: "tool.pre_call",
      run: async (_payload, { depth }) => {
        depths.push(depth);
        const inner = await engine.fire("tool.pre_call", {});
        if (inner.decision === "deny") refused.push(inner);
      },
    });
    const engine = createEngine({ hooks: [again] });
    await engine.fire("tool.pre_call", {});
    expect(depths).toEqual([1, 2, 3]);
    expect(refused).toMatchObject([
      {
        problems: [{ code: "DISPATCH_TOO_DEEP" }],
        runs: [{ hook_name: "again", outcome: "skipped", duration_ms: 0 }],
      },
    ]);
    await engine.close();
  });

  it("C094 a depth from outside the process counts", async () => {
    const natives = [nativeHook({ name: "native", event: "tool.pre_call", run: () => undefined })];
    const allowed = openTestWorkspace({ natives, engine: { initialDepth: 2 } });
    expect(await allowed.fire("tool.pre_call", {})).toMatchObject({
      runs: [{ outcome: "applied", dispatch_depth: 3 }],
    });
    await allowed.close();
    const refused = openTestWorkspace({ natives, engine: { initialDepth: 3 } });
    expect(await refused.fire("tool.pre_call", {})).toMatchObject({ decision: "deny", runs: [{ outcome: "skipped" }] });
    await refused.close();
  });

  it("C095 a native hook gets the payload itself, a process gets JSON", async () => {
    const input = { path: "a", nested: { deep: [1, 2] } };
    let seen: unknown;
    const natives = [
      nativeHook({
        name: "native",
        event: "tool.pre_call",
        run: (payload) => {
          seen = payload.tool_input;
        },
      }),
    ];
    const { verdict } = await fireTool(
      { natives, hooks: [gate("process", `[ "$(head -c1)" = "{" ] || exit 1`)] },
      { tool_input: input },
    );
    expect(seen).toBe(input);
    expect(outcomesOf(verdict)).toEqual(["native:applied", "process:applied"]);
  });

  it("C096 firing an unknown event or a closed engine is an error", async () => {
    const test = openTestWorkspace({});
    expect(() => test.engine.fire("tool.pre_cal" as "tool.pre_call", {})).toThrow(
      expect.objectContaining({ code: "EVENT_UNKNOWN", fix: expect.stringContaining("tool.pre_call") }),
    );
    await test.engine.close();
    expect(() => test.engine.fire("tool.pre_call", {})).toThrow(Problem);
    await test.close();
  });

  it("C097 a rejected patch of a required hook does not abort the chain", async () => {
    const test = openTestWorkspace({
      hooks: [
        {
          name: "escalate",
          event: "permission.request",
          mode: "sync",
          required: true,
          priority: 900,
          sh: printing({ decision: "allow" }),
        },
        { name: "later", event: "permission.request", mode: "sync", sh: "true" },
      ],
    });
    const verdict = await test.fire("permission.request", { decision: "deny", tool_call: {} });
    expect(outcomesOf(verdict)).toEqual(["escalate:rejected", "later:applied"]);
    await test.close();
  });

  it("C098 an async-only dispatch beyond the depth limit records skipped with no duration", async () => {
    const test = openTestWorkspace({
      hooks: [gate("observer", "true", { mode: "async" })],
      engine: { initialDepth: 3 },
    });
    const verdict = await test.fire("tool.pre_call", {});
    expect(verdict.decision).toBe("none");
    expect(test.records).toMatchObject([{ outcome: "skipped", duration_ms: 0, dispatch_depth: 3 }]);
    await test.close();
  });

  it("an allow is withdrawn when a later hook rewrites what was allowed", async () => {
    const allow = nativeHook({ name: "allow", event: "tool.pre_call", run: () => ({ decision: "allow" }) });
    const kept = await fireTool({ natives: [allow] });
    expect(kept.verdict.decision).toBe("allow");
    const { verdict } = await fireTool({
      natives: [allow],
      hooks: [gate("rewrite", printing({ tool_input: { path: "b" } }))],
    });
    expect(verdict).toMatchObject({ decision: "none", reason: null, payload: { tool_input: { path: "b" } } });
  });

  it("what the event does not grant is reported and not obeyed", async () => {
    const test = openTestWorkspace({
      hooks: [{ name: "hook", event: "agent.spawned", mode: "sync", sh: printing({ deny: true }) }],
    });
    const verdict = await test.fire("agent.spawned", {});
    expect(verdict).toMatchObject({ decision: "none", problems: [{ hook: "hook" }] });
    expect(verdict.problems[0]?.what).toContain("deny");
    await test.close();
  });

  it("hooks that may start together do, and are judged in order", async () => {
    let started = 0;
    const bothStarted = Promise.withResolvers<void>();
    const meet = async () => {
      if (++started === 2) bothStarted.resolve();
      await bothStarted.promise;
    };
    const natives = ["a", "b"].map((name) => nativeHook({ name, event: "notice.raised", together: true, run: meet }));
    const test = openTestWorkspace({ natives });
    expect(outcomesOf(await test.fire("notice.raised", {}))).toEqual(["a:applied", "b:applied"]);
    await test.close();
  });

  it("a canceled dispatch runs no further hook and is no pass", async () => {
    const canceled = new AbortController();
    const cancel = nativeHook({ name: "first", event: "tool.pre_call", run: () => canceled.abort() });
    const test = openTestWorkspace({ natives: [cancel], hooks: [gate("second", "touch second-ran")] });
    const verdict = await test.fire("tool.pre_call", {}, { signal: canceled.signal });
    expect(verdict).toMatchObject({ decision: "deny", problems: [{ code: "DISPATCH_CANCELED", hook: "second" }] });
    expect(existsSync(join(test.root, "second-ran"))).toBe(false);
    await test.close();
  });

  it.each<[sentence: string, sh: string, more: Partial<Declared>]>([
    ["its command is missing", "", { command: "./no-such-hook", args: [] }],
    ["it times out", "sleep 60", { timeout: "100ms" }],
    ["it dies by a signal", "kill -9 $$", {}],
    ["it prints bad JSON", "printf '{'", {}],
    ["it exits 1 after valid JSON", "printf '{}'; exit 1", {}],
    ["it prints more than the limit", "head -c 9000 /dev/zero | tr '\\0' ' '", {}],
    ["its kind is wasm", "", { command: undefined, args: undefined, executor: { kind: "wasm" } }],
  ])("C167 a required hook aborts the dispatch when %s", async (_sentence, sh, more) => {
    const declared = Object.fromEntries(
      Object.entries({ ...gate("guard", sh, { required: true }), ...more }).filter(([, value]) => value !== undefined),
    );
    if (more.executor) delete declared.sh;
    const { verdict, records } = await fireTool({ hooks: [declared as Declared] });
    expect(verdict).toMatchObject({ decision: "deny", problems: [{ code: "HOOK_REQUIRED_FAILED", hook: "guard" }] });
    expect(records).toMatchObject([{ hook_name: "guard", outcome: "failed", required: true }]);
    expect(records[0]?.failure).not.toBeNull();
  });

  it("a required guard whose declaration is broken refuses, and says where", async () => {
    const { verdict } = await fireTool({
      hooks: [gate("guard", "true", { required: true, matcher: { tool_name: "Edit[" } })],
    });
    expect(verdict.decision).toBe("deny");
    expect(verdict.problems.map((problem) => problem.code)).toContain("HOOK_DECLARATION_BROKEN");
    expect(verdict.reason).toContain("guard");
  });
});
