import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { nativeHook } from "../../src/engine/native-hook.ts";
import { openTestWorkspace, outcomesOf, printing } from "./workspace.ts";

/** A process that waits for a file of the workspace to appear. */
const untilFile = (name: string) => `while [ ! -e ${name} ]; do sleep 0.01; done`;

describe("async hooks", () => {
  it("C132 when the queue is full the run is recorded as dropped and the verdict says so", async () => {
    const test = openTestWorkspace({
      hooks: [{ name: "observer", event: "session.post_create", sh: untilFile("go") }],
      engine: { pool: { workers: 1, capacity: 1 } },
    });
    const verdicts = [];
    for (let i = 0; i < 3; i++) verdicts.push(await test.fire("session.post_create", { session_id: `s${i}` }));
    expect(verdicts[2]).toMatchObject({
      decision: "none",
      runs: [{ hook_name: "observer", outcome: "dropped", duration_ms: 0 }],
      problems: [{ code: "HOOK_DROPPED", hook: "observer", what: expect.stringContaining("1 of 1") }],
    });
    expect(test.records).toMatchObject([{ outcome: "dropped", session_id: "s2" }]);
    writeFileSync(join(test.root, "go"), "");
    await test.close();
  });

  it("C134 what the shutdown cuts off is still recorded, and no process is left", async () => {
    const test = openTestWorkspace({
      hooks: [{ name: "observer", event: "session.post_create", timeout: "60s", sh: "echo $$ > pid; sleep 60" }],
      engine: { pool: { workers: 1, drainMs: 300 } },
    });
    await test.fire("session.post_create", {});
    await test.fire("session.post_create", {});
    await waitFor(() => existsSync(join(test.root, "pid")) && readFileSync(join(test.root, "pid"), "utf8") !== "");
    const pid = Number(readFileSync(join(test.root, "pid"), "utf8"));
    expect(await test.engine.close()).toEqual({ abandoned: 1 });
    await waitFor(() => test.records.length === 2);
    expect(test.records.map(({ outcome }) => outcome).sort()).toEqual(["dropped", "failed"]);
    await waitFor(() => !isAlive(pid));
    await test.close();
  });

  it("C135 a failing async hook does not hurt the chain", async () => {
    const throwing = nativeHook({
      name: "throws",
      event: "tool.pre_call",
      mode: "async",
      run: () => {
        throw new Error("boom");
      },
    });
    const test = openTestWorkspace({
      natives: [throwing],
      hooks: [{ name: "guard", event: "tool.pre_call", mode: "sync", sh: "true" }],
    });
    for (let i = 0; i < 6; i++) expect(outcomesOf(await test.fire("tool.pre_call", {}))).toEqual(["guard:applied"]);
    await test.engine.idle();
    const thrown = test.records.filter(({ hook_name }) => hook_name === "throws");
    expect(thrown).toHaveLength(6);
    expect(thrown[0]).toMatchObject({ outcome: "failed", error: expect.stringContaining("boom") });
    await test.close();
  });

  it("C137 an async hook gets a frozen deep copy", async () => {
    let seen: Readonly<Record<string, unknown>> = {};
    const observer = nativeHook({
      name: "observer",
      event: "tool.pre_call",
      mode: "async",
      run: (payload) => {
        seen = payload;
      },
    });
    const test = openTestWorkspace({ natives: [observer] });
    const input = { path: "a", nested: { list: [1] } };
    await test.fire("tool.pre_call", { tool_input: input });
    input.nested.list.push(2);
    await test.engine.idle();
    expect(seen.tool_input).toEqual({ path: "a", nested: { list: [1] } });
    expect(Object.isFrozen((seen.tool_input as typeof input).nested.list)).toBe(true);
    await test.close();
  });

  it.each([
    ["C138 an async hook sees its dispatch canceled", "tool.pre_call", true],
    ["C140 an async hook of a post-lifecycle event survives the cancellation", "session.post_create", false],
  ] as const)("%s", async (_sentence, event, canceled) => {
    const abort = new AbortController();
    const started = Promise.withResolvers<void>();
    const observer = nativeHook({
      name: "observer",
      event,
      mode: "async",
      run: async (_payload, { signal }) => {
        started.resolve();
        if (signal.aborted) return;
        await new Promise<void>((resolve) => {
          if (canceled) signal.addEventListener("abort", () => resolve());
          else setImmediate(resolve);
        });
      },
    });
    const test = openTestWorkspace({ natives: [observer] });
    await test.fire(event, {}, { signal: abort.signal });
    await started.promise;
    abort.abort();
    await test.engine.idle();
    expect(test.records).toMatchObject([
      { outcome: canceled ? "failed" : "applied", failure: canceled ? "killed" : null },
    ]);
    await test.close();
  });

  it("C139 streaming does not wait for message.delta hooks", async () => {
    const test = openTestWorkspace({ hooks: [{ name: "observer", event: "message.delta", sh: untilFile("go") }] });
    const verdict = await test.fire("message.delta", { delta_type: "text", text: "a" });
    expect(verdict.runs).toEqual([]);
    expect(test.records).toEqual([]);
    writeFileSync(join(test.root, "go"), "");
    await test.engine.idle();
    expect(test.records).toMatchObject([{ hook_name: "observer", outcome: "applied", mode: "async" }]);
    await test.close();
  });

  it("C141 a deny in an async patch is recorded as applied and changes nothing", async () => {
    const test = openTestWorkspace({
      hooks: [{ name: "observer", event: "tool.pre_call", sh: printing({ deny: true, tool_name: "X" }) }],
    });
    const verdict = await test.fire("tool.pre_call", { tool_name: "Edit" });
    await test.engine.idle();
    expect(verdict).toMatchObject({ decision: "none", payload: { tool_name: "Edit" } });
    expect(test.records).toMatchObject([
      { outcome: "applied", error: expect.stringContaining("async hooks only observe") },
    ]);
    await test.close();
  });

  it("C142 async hooks receive the payload as the chain left it", async () => {
    const test = openTestWorkspace({
      hooks: [
        { name: "patch", event: "tool.pre_call", mode: "sync", sh: printing({ tool_input: { path: "patched" } }) },
        { name: "observer", event: "tool.pre_call", sh: "cat > seen.json" },
      ],
    });
    await test.fire("tool.pre_call", { tool_input: { path: "original" } });
    await test.engine.idle();
    expect(JSON.parse(readFileSync(join(test.root, "seen.json"), "utf8"))).toMatchObject({
      tool_input: { path: "patched" },
    });
    await test.close();
  });

  it("an unreadable answer of an async hook is recorded as failed", async () => {
    const test = openTestWorkspace({ hooks: [{ name: "observer", event: "tool.pre_call", sh: "echo nonsense" }] });
    await test.fire("tool.pre_call", {});
    await test.engine.idle();
    expect(test.records).toMatchObject([{ outcome: "failed", failure: "unreadable" }]);
    await test.close();
  });
});

async function waitFor(condition: () => boolean): Promise<void> {
  const giveUp = Date.now() + 10_000;
  while (!condition()) {
    if (Date.now() > giveUp) throw new Error("waited 10 s in vain");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
