import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { AgentHooksOptions } from "../../src/app/agent-hooks-manager.ts";
import { type HookDirectory, type HooksTree, hooksTree, says, shellCall } from "./agent-hooks.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Fires one event at one hook of a workspace. */
async function run(hook: HookDirectory, trigger = "before_tool", data: Fields = {}, options: AgentHooksOptions = {}) {
  const tree = hooksTree({ "a-hook": { ...hook, hook: { trigger, ...(hook.hook as Fields | undefined) } } });
  const result = await tree.open(options).trigger(trigger, data);
  return { tree, result, ...result, first: result.results[0] };
}

const said = (tree: HooksTree, file: string) => readFileSync(join(tree.root, file), "utf8");

describe("matching", () => {
  const isRun = async (matcher: Fields | undefined, data: Fields) => {
    const { results } = await run({ hook: { matcher } }, "before_tool", data);
    return results.length === 1;
  };

  it.each<[what: string, matcher: Fields | undefined]>([
    ["no matcher", undefined],
    ["an empty matcher", {}],
    ["a matcher of empty texts", { tool: "", pattern: "" }],
  ])("agent-hooks M1: %s matches everything, also without a tool", async (_what, matcher) => {
    expect([await isRun(matcher, shellCall("ls")), await isRun(matcher, {})]).toEqual([true, true]);
  });

  it.each<[matcher: Fields, data: Fields, matches: boolean]>([
    [{ tool: "Shell|WriteFile" }, shellCall("ls"), true],
    [{ tool: "Shell|WriteFile" }, { tool_name: "WriteFile" }, true],
    [{ tool: "Shell|WriteFile" }, { tool_name: "ReadFile" }, false],
    [{ tool: "Shell" }, { tool_name: "PowerShell" }, true],
    [{ tool: "^Shell$" }, { tool_name: "PowerShell" }, false],
    [{ pattern: "rm -rf" }, shellCall("sudo rm -rf /"), true],
    [{ pattern: "rm -rf" }, shellCall("ls"), false],
    [{ pattern: '"recursive": true' }, { tool_name: "x", tool_input: { recursive: true } }, true],
    [{ tool: "Shell", pattern: "rm" }, shellCall("rm x"), true],
    [{ tool: "Shell", pattern: "rm" }, shellCall("ls"), false],
    [{ tool: "Write", pattern: "rm" }, shellCall("rm x"), false],
  ])("agent-hooks M2: %j and %j: %s", async (matcher, data, matches) => {
    expect(await isRun(matcher, data)).toBe(matches);
  });

  it("agent-hooks M3: a tool's pattern without a tool's name, and a pattern without an input, do not match", async () => {
    expect(await isRun({ tool: "." }, {})).toBe(false);
    expect(await isRun({ tool: "." }, { tool_name: "" })).toBe(false);
    expect(await isRun({ pattern: "." }, { tool_name: "Shell" })).toBe(false);
  });

  it.each([
    [{ path: "src/a.ts", text: "x" }, true],
    [{ files: [{ path: "a.md" }, { path: "b.js" }] }, true],
    [{ path: "src/a.ts.bak" }, false],
  ])("agent-hooks M4: an anchored suffix is found in a text of the input: %j", async (tool_input, matches) => {
    expect(await isRun({ tool: "WriteFile", pattern: "\\.(py|js|ts)$" }, { tool_name: "WriteFile", tool_input })).toBe(
      matches,
    );
  });

  it("a matcher is ignored on events that are not about tools", async () => {
    expect((await run({ hook: { matcher: { tool: "Shell" } } }, "session_start")).results).toHaveLength(1);
  });
});

describe("answers", () => {
  it("agent-hooks X1: exit 0 with a context", async () => {
    const { result, first } = await run({ sh: says({ decision: "allow", additional_context: "be careful" }) });
    expect(result).toMatchObject({ decision: "allow", should_block: false, additional_contexts: ["be careful"] });
    expect(first).toMatchObject({ success: true, exit_code: 0, decision: "allow", additional_context: "be careful" });
  });

  it("agent-hooks X1: exit 0 with deny and a reason blocks", async () => {
    const { result, first } = await run({ sh: says({ decision: "deny", reason: "not today" }) });
    expect(result).toMatchObject({ decision: "deny", should_block: true, block_reason: "not today" });
    expect(first).toMatchObject({ success: true, decision: "deny", reason: "not today", should_block: true });
  });

  it("agent-hooks X1: a deny without a reason names the hook", async () => {
    expect((await run({ sh: says({ decision: "deny" }) })).block_reason).toContain("a-hook");
  });

  it("agent-hooks X1: exit 2 blocks with what is on stderr, and counts as success", async () => {
    const { result, first } = await run({ sh: "echo no way >&2; exit 2" });
    expect(result).toMatchObject({ should_block: true, block_reason: "no way" });
    expect(first).toMatchObject({ success: true, exit_code: 2, stderr: "no way\n", decision: "deny" });
  });

  it("agent-hooks X1: exit 2 without a word has a reason that says so", async () => {
    expect((await run({ sh: "exit 2" })).block_reason).toContain("exit code 2");
  });

  it("agent-hooks X2: exit 1 is a failure that stops nothing, and its stdout is ignored", async () => {
    const { result, first } = await run({ sh: `${says({ decision: "deny", additional_context: "x" })}; exit 1` });
    expect(result).toMatchObject({ decision: "allow", should_block: false, additional_contexts: [] });
    expect(first).toMatchObject({ success: false, exit_code: 1, decision: "allow", should_block: false });
    expect(result.diagnostics).toMatchObject([{ level: "warning", hook: "a-hook" }]);
  });

  it.each(["exit 1", "kill -9 $$", "echo '{'", "sleep 30"])(
    "agent-hooks X2: with on_failure: block, %s blocks",
    async (sh) => {
      const { result } = await run({ sh, hook: { on_failure: "block", timeout: 500 } });
      expect(result).toMatchObject({ decision: "deny", should_block: true });
      expect(result.results).toMatchObject([{ success: false, should_block: true }]);
    },
  );

  it("agent-hooks X3: a decision that nobody knows is an allow with a warning", async () => {
    const { result, first } = await run({ sh: says({ decision: "perhaps" }) });
    expect(result).toMatchObject({ decision: "allow", should_block: false });
    expect(first).toMatchObject({ success: true, decision: "allow" });
    expect(result.diagnostics[0]?.text).toContain("perhaps");
  });

  it("agent-hooks X3: modified_input is handed on, and one that is no object is not", async () => {
    const changed = await run({ sh: says({ modified_input: { command: "ls -l" } }) }, "before_tool", shellCall("ls"));
    expect(changed.result).toMatchObject({ modified_input: { command: "ls -l" }, modified_by: ["a-hook"] });
    const wrong = await run({ sh: says({ modified_input: "ls -l" }) }, "before_tool", shellCall("ls"));
    expect(wrong.result).toMatchObject({ modified_input: null, diagnostics: [{ level: "warning" }] });
    const late = await run({ sh: says({ modified_input: {} }) }, "after_tool", shellCall("ls"));
    expect(late.result.modified_input).toBeNull();
  });

  it("agent-hooks X3: an empty stdout is an allow", async () => {
    expect((await run({ sh: "" })).result).toMatchObject({ decision: "allow", diagnostics: [] });
  });

  it("agent-hooks X4: plain text at exit 0 is an allow and no context", async () => {
    const quiet = await run({ sh: "echo 12 tests passed" });
    expect(quiet.result).toMatchObject({ decision: "allow", additional_contexts: [], diagnostics: [] });
    expect(quiet.first?.success).toBe(true);
    const loud = await run({ sh: "echo 12 tests passed" }, "before_tool", {}, { debug: true });
    expect(loud.result.diagnostics).toMatchObject([{ level: "debug" }]);
  });

  it("agent-hooks X4: with the option it is a context", async () => {
    const tree = hooksTree({ "a-hook": { sh: "echo 12 tests passed" } });
    tree.write("workspace/.agents/hooks/hooks.toml", "[hooks]\nplain_stdout_as_context = true\n");
    expect((await tree.open().trigger("before_tool")).additional_contexts).toEqual(["12 tests passed"]);
  });

  it.each([["{not json"], ["[1, 2]"], ["null"], ['log line\\n{"decision": "deny"}'], ['{"a": 1, "a": 2}']])(
    "agent-hooks X4: what looks like JSON and is none, %s, is a failure and an allow",
    async (text) => {
      const { result, first } = await run({ sh: `printf '${text}'` });
      expect(result).toMatchObject({ decision: "allow", should_block: false });
      expect(first?.success).toBe(false);
    },
  );

  it("agent-hooks X5: without an entry script it is a failure and an allow", async () => {
    const { result, first } = await run({ sh: null });
    expect(result).toMatchObject({ decision: "allow", should_block: false });
    expect(first).toMatchObject({ success: false, exit_code: -1 });
    expect(first?.reason).toContain("scripts/run.sh");
  });

  it("agent-hooks X5: a time limit of 100 ms on a sleeper is a failure whose reason says so, and an allow", async () => {
    const { result, first } = await run({ sh: "sleep 30", hook: { timeout: 100 } });
    expect(result).toMatchObject({ decision: "allow", should_block: false });
    expect(first).toMatchObject({ success: false, exit_code: -1, reason: expect.stringMatching(/timed out/) });
  });

  it("agent-hooks X6: stdin carries the event, and the environment the session", async () => {
    const { tree } = await run({ sh: "cat > got.json; env | sort > got.env; pwd > got.dir" }, "before_tool", {
      ...shellCall("ls"),
      session_id: "sess-1",
      tool_use_id: "tool_1",
      timestamp: "2026-11-15T12:30:00+02:00",
    });
    expect(said(tree, "got.json")).toBe(
      `{"event_type": "before_tool", "timestamp": "2026-11-15T10:30:00.000Z", "session_id": "sess-1", "work_dir": "${tree.root}", ` +
        `"context": {}, "tool_name": "Shell", "tool_input": {"command": "ls"}, "tool_use_id": "tool_1"}`,
    );
    expect(said(tree, "got.dir")).toBe(`${tree.root}\n`);
    const variables = said(tree, "got.env").split("\n");
    for (const variable of [
      "AGENT_HOOK_NAME=a-hook",
      `AGENT_HOOK_DIR=${tree.root}/.agents/hooks/a-hook`,
      "AGENT_SESSION_ID=sess-1",
      `AGENT_WORK_DIR=${tree.root}`,
      "KIMI_SESSION_ID=sess-1",
      `KIMI_WORK_DIR=${tree.root}`,
      `KIMI_PROJECT_DIR=${tree.root}`,
    ])
      expect(variables).toContain(variable);
  });

  it("agent-hooks X6: event_type is spelt as the hook declares it", async () => {
    const { tree } = await run({ sh: "cat > got.json", hook: { trigger: "pre-tool-call" } }, "before_tool");
    expect(said(tree, "got.json")).toContain('"event_type": "pre-tool-call"');
  });

  it("agent-hooks X6: keys of model providers are not handed on, unless the user says so", async () => {
    const tree = hooksTree({ "a-hook": { sh: "env > got.env" } });
    Object.assign(tree.environment, { ANTHROPIC_API_KEY: "key-1", OTHER: "x" });
    await tree.open().trigger("before_tool");
    expect(said(tree, "got.env")).toContain("OTHER=x");
    expect(said(tree, "got.env")).not.toContain("key-1");
    tree.write("config/agents/hooks/hooks.toml", "[hooks]\nprovider_keys = true\n");
    await tree.open().trigger("before_tool");
    expect(said(tree, "got.env")).toContain("key-1");
  });

  it.each([
    ["exit 1", false],
    ["exit 2", true],
  ])("agent-hooks X7: deny as JSON with %s: the exit code decides", async (exit, blocks) => {
    const { result } = await run({ sh: `${says({ decision: "deny", reason: "json" })}; echo stderr >&2; ${exit}` });
    expect(result).toMatchObject({ should_block: blocks, block_reason: blocks ? "stderr" : null });
  });

  // The patterns stand between word boundaries, so one that ends in a slash needs a letter after it.
  it.each([
    ["rm -rf /tmp/x", true],
    ["mkfs", true],
    ["rm -rf /", false],
    ["ls", false],
  ])("agent-hooks X8: a script that greps for our spacing finds the command: %s", async (command, blocks) => {
    const sh = [
      "event_data=$(cat)",
      `tool_input=$(echo "$event_data" | grep -o '"command": "[^"]*"' | head -1 | cut -d'"' -f4)`,
      'dangerous_patterns=("rm -rf /" "mkfs" "dd if=/dev/zero")',
      'for pattern in "${dangerous_patterns[@]}"; do',
      '  if echo "$tool_input" | grep -qE "\\b${pattern}\\b"; then',
      '    echo "Dangerous command blocked: ${pattern} would destroy the system" >&2',
      "    exit 2",
      "  fi",
      "done",
      "exit 0",
    ].join("\n");
    expect((await run({ sh }, "before_tool", shellCall(command))).should_block).toBe(blocks);
  });

  it("bytes that are no UTF-8 are replaced", async () => {
    const { additional_contexts } = await run({ sh: `printf '{"additional_context": "a\\377b"}'` });
    expect(additional_contexts).toEqual(["a\uFFFDb"]);
  });
});

describe("ask", () => {
  const sh = says({ decision: "ask", reason: "really?" });

  it("is denied when there is nobody to ask", async () => {
    const { result } = await run({ sh });
    expect(result).toMatchObject({ decision: "deny", should_block: true });
    expect(result.block_reason).toContain("really?");
  });

  it("is allowed when the fallback says so", async () => {
    expect((await run({ sh }, "before_tool", {}, { askFallback: "allow" })).decision).toBe("allow");
  });

  it.each([
    [true, "allow"],
    [false, "deny"],
  ])("is settled by a person: %s gives %s", async (answer, decision) => {
    const asked: string[] = [];
    const confirm = ({ reason }: { reason: string }) => asked.push(reason) > 0 && answer;
    expect((await run({ sh }, "before_tool", {}, { confirm })).decision).toBe(decision);
    expect(asked).toEqual(["really?"]);
  });

  it("is denied when asking goes wrong, and allowed only if the fallback says so", async () => {
    const confirm = () => Promise.reject(new Error("the window is closed"));
    const { result } = await run({ sh }, "before_tool", {}, { confirm });
    expect(result).toMatchObject({ decision: "deny", should_block: true, results: [{ decision: "ask" }] });
    expect(result.diagnostics.at(-1)).toMatchObject({ level: "error", text: expect.stringContaining("window") });
    expect((await run({ sh }, "before_tool", {}, { confirm, askFallback: "allow" })).decision).toBe("allow");
  });

  it("blocks where nobody can be asked", async () => {
    expect((await run({ sh }, "before_stop")).should_block).toBe(true);
    expect((await run({ sh }, "subagent_start")).should_block).toBe(true);
  });
});

describe("combined results", () => {
  /** Hooks of before_tool by name, with their priority and what they do. */
  const chain = (hooks: Readonly<Record<string, readonly [priority: number, sh: string, more?: Fields]>>) =>
    hooksTree(
      Object.fromEntries(
        Object.entries(hooks).map(([name, [priority, sh, more]]) => [name, { sh, hook: { priority, ...more } }]),
      ),
    );

  it("agent-hooks G1: the first blocker's reason and the contexts in order", async () => {
    const tree = chain({
      a: [1, says({ additional_context: "third" })],
      b: [2, says({ additional_context: "second" })],
      c: [3, says({ additional_context: "first" })],
      d: [0, "echo no >&2; exit 2"],
    });
    expect(await tree.open().trigger("before_tool")).toMatchObject({
      should_block: true,
      block_reason: "no",
      additional_contexts: ["first", "second", "third"],
    });
  });

  it("agent-hooks G1: a combined result without runs is empty", async () => {
    expect(await hooksTree({}).open().trigger("session_start")).toEqual({
      results: [],
      should_block: false,
      block_reason: null,
      additional_contexts: [],
      modified_input: null,
      modified_by: [],
      decision: "allow",
      diagnostics: [],
      async: [],
    });
  });

  it("agent-hooks G2: without hooks all is allowed; a hook runs for its tool and for no other", async () => {
    const manager = hooksTree({ "a-hook": { hook: { matcher: { tool: "Shell" } } } }).open();
    expect((await manager.trigger("after_tool")).results).toEqual([]);
    expect((await manager.trigger("before_tool", shellCall("ls"))).results).toHaveLength(1);
    expect((await manager.trigger("before_tool", { tool_name: "Read" })).results).toEqual([]);
  });

  it("agent-hooks G3: a blocker at 999 keeps the hook at 10 from running", async () => {
    const tree = chain({ high: [999, "exit 2"], low: [10, "touch ran"] });
    const { results } = await tree.open().trigger("before_tool");
    expect(results.map(({ hook_name }) => hook_name)).toEqual(["high"]);
    expect(existsSync(join(tree.root, "ran"))).toBe(false);
  });

  it("agent-hooks G4: they run in the order high, medium, low", async () => {
    const tree = chain({
      low: [1, "echo low >> order"],
      medium: [500, "echo medium >> order"],
      high: [999, "echo high >> order"],
    });
    await tree.open().trigger("before_tool");
    expect(said(tree, "order")).toBe("high\nmedium\nlow\n");
  });

  it("agent-hooks G5: an async hook has a handle and no result; its effect is there when it is done", async () => {
    const tree = chain({ later: [1, "echo done > later", { async: true }], now: [2, ""] });
    const { results, async } = await tree.open().trigger("before_tool");
    expect(results.map(({ hook_name }) => hook_name)).toEqual(["now"]);
    expect(async.map(({ hook_name }) => hook_name)).toEqual(["later"]);
    expect(await async[0]?.done).toMatchObject({ success: true, exit_code: 0 });
    expect(said(tree, "later")).toBe("done\n");
  });

  it("agent-hooks G5: an async exit 2 blocks nothing, and what it prints has no effect", async () => {
    const tree = chain({
      refuses: [1, "echo no >&2; exit 2", { async: true }],
      changes: [1, says({ modified_input: { a: 1 }, additional_context: "x" }), { async: true }],
    });
    const result = await tree.open().trigger("before_tool");
    expect(result).toMatchObject({
      decision: "allow",
      should_block: false,
      additional_contexts: [],
      modified_input: null,
    });
    for (const done of await Promise.all(result.async.map(({ done }) => done)))
      expect(done).toMatchObject({ should_block: false, modified_input: null, additional_context: null });
  });

  it("agent-hooks G5: async hooks are not started after a block", async () => {
    const tree = chain({ guard: [1, "exit 2"], later: [999, "touch ran", { async: true }] });
    const manager = tree.open();
    expect((await manager.trigger("before_tool")).async).toEqual([]);
    await manager.idle();
    expect(existsSync(join(tree.root, "ran"))).toBe(false);
  });

  it("agent-hooks G5: closing lets them finish, and ends those that do not", async () => {
    const tree = chain({ slow: [1, "sleep 60; touch ran", { async: true }] });
    const manager = tree.open({ drainMs: 50 });
    const { async } = await manager.trigger("before_tool");
    await manager.close();
    expect(await async[0]?.done).toMatchObject({ success: false, exit_code: -1 });
    expect(existsSync(join(tree.root, "ran"))).toBe(false);
  });

  it("agent-hooks G6: a failing script is one failed result, and nothing is blocked", async () => {
    expect(
      await chain({ bad: [1, "exit 7"] })
        .open()
        .trigger("before_tool"),
    ).toMatchObject({
      should_block: false,
      results: [{ success: false, exit_code: 7 }],
    });
  });

  it("agent-hooks G7: a safe command passes, a dangerous one is blocked with the reason from stderr", async () => {
    const manager = chain({
      guard: [999, "echo 'Dangerous command blocked' >&2; exit 2", { matcher: { tool: "Shell", pattern: "rm -rf /" } }],
    }).open();
    expect(await manager.trigger("before_tool", shellCall("ls -la"))).toMatchObject({ decision: "allow", results: [] });
    expect(await manager.trigger("before_tool", shellCall("rm -rf /"))).toMatchObject({
      decision: "deny",
      block_reason: "Dangerous command blocked",
    });
  });

  it("agent-hooks G8: runs are counted, and debug is off by default", async () => {
    const manager = chain({
      fine: [3, "echo text"],
      bad: [2, "exit 1"],
      blocks: [1, "exit 2", { matcher: { tool: "Shell" } }],
      later: [0, "", { async: true }],
    }).open();
    const { diagnostics } = await manager.trigger("before_tool", { tool_name: "Read" });
    await manager.trigger("before_tool", shellCall("ls"));
    await manager.idle();
    expect(manager.statistics()).toMatchObject({ total: 6, successful: 4, failed: 2, blocked: 1, async: 1 });
    expect(diagnostics.every(({ level }) => level !== "debug")).toBe(true);
  });
});

describe("the gate before the agent stops", () => {
  it.each([
    ["exit 2", "echo 'Tests must pass' >&2; exit 2"],
    ["deny", says({ decision: "deny", reason: "Tests must pass" })],
  ])("agent-hooks B1: %s gives feedback and the agent goes on", async (_how, sh) => {
    const manager = hooksTree({ gate: { sh, hook: { trigger: "before_stop" } } }).open();
    const { stop } = await manager.beforeStop({ stop_reason: "no_tool_calls" });
    expect(stop).toMatchObject({
      action: "continue",
      notice: "[Hook blocked stop: Tests must pass]",
      stop_block_count: 1,
    });
    expect(stop.action === "continue" && stop.feedback).toContain("Tests must pass");
  });

  it("agent-hooks B1: the fourth block is overridden with a warning, and the hook is told the count", async () => {
    const tree = hooksTree({ gate: { sh: "cat >> got; echo >> got; exit 2", hook: { trigger: "before_stop" } } });
    const manager = tree.open();
    const data = { session_id: "s", stop_reason: "no_tool_calls" };
    const stops = [];
    for (let at = 0; at < 4; at++) stops.push((await manager.beforeStop(data)).stop);
    expect(stops.map(({ action }) => action)).toEqual(["continue", "continue", "continue", "stop"]);
    expect(stops.at(-1)).toMatchObject({ warning: expect.stringContaining("3 times") });
    expect([...said(tree, "got").matchAll(/"stop_block_count": (\d)/g)].map(([, count]) => count)).toEqual([
      "0",
      "1",
      "2",
      "3",
    ]);
    await manager.trigger("before_agent", { session_id: "s" });
    expect((await manager.beforeStop(data)).stop.action).toBe("continue");
  });

  it("agent-hooks B1: the cap can be changed", async () => {
    const manager = hooksTree({ gate: { sh: "exit 2", hook: { trigger: "before_stop" } } }).open({
      stopGate: { maxBlocks: 0 },
    });
    expect((await manager.beforeStop()).stop.action).toBe("stop");
  });

  it.each(["no_tool_calls", "tool_rejected", "max_steps"])(
    "agent-hooks B2: the reason %s and a final message of null reach the hook",
    async (stop_reason) => {
      const tree = hooksTree({ gate: { sh: "cat > got; exit 2", hook: { trigger: "before_stop" } } });
      const { stop, should_block } = await tree.open().beforeStop({ stop_reason, step_count: 5, final_message: null });
      expect(JSON.parse(said(tree, "got"))).toMatchObject({ stop_reason, step_count: 5, final_message: null });
      expect(should_block).toBe(true);
      // What a person rejected stays rejected.
      expect(stop.action).toBe(stop_reason === "no_tool_calls" ? "continue" : "stop");
    },
  );

  it("agent-hooks B3: one hook with a bad regular expression leaves the others working", async () => {
    const tree = hooksTree({ bad: { hook: { matcher: { tool: "(" } } }, good: { sh: "exit 2" } });
    const { should_block, results, diagnostics } = await tree.open().trigger("before_tool", shellCall("ls"));
    expect(should_block).toBe(true);
    expect(results.map(({ hook_name }) => hook_name)).toEqual(["good"]);
    expect(diagnostics).toMatchObject([{ level: "error", hook: "bad" }]);
  });

  it("agent-hooks B4: modified_input goes from hook to hook", async () => {
    const tree = hooksTree({
      first: { sh: says({ modified_input: { command: "two" } }), hook: { priority: 2 } },
      second: { sh: `cat > got; ${says({ modified_input: { command: "three" } })}`, hook: { priority: 1 } },
    });
    const result = await tree
      .open()
      .trigger("before_tool", { tool_name: "Shell", tool_input: { command: "one", extra: 1 } });
    expect(JSON.parse(said(tree, "got")).tool_input).toEqual({ command: "two" });
    expect(result).toMatchObject({ modified_input: { command: "three" }, modified_by: ["first", "second"] });
    expect(result.diagnostics[0]?.text).toContain('"second" changed the input after "first"');
  });

  it("agent-hooks B4: and is dropped when a later hook blocks", async () => {
    const tree = hooksTree({
      first: { sh: says({ modified_input: { command: "two" } }), hook: { priority: 2 } },
      second: { sh: "exit 2", hook: { priority: 1 } },
    });
    expect(await tree.open().trigger("before_tool", shellCall("one"))).toMatchObject({
      should_block: true,
      modified_input: null,
      modified_by: [],
    });
  });

  it("agent-hooks B5: a hook in a directory with spaces runs", async () => {
    const tree = hooksTree({ "with some spaces": { sh: "exit 2" } });
    expect(tree.root).toContain(" ");
    expect((await tree.open().trigger("before_tool")).should_block).toBe(true);
  });
});

describe("the manager", () => {
  it("goes on with what it had after an edit that cannot be used, and says so", async () => {
    const tree = hooksTree({ "a-hook": { sh: "exit 2" } });
    const manager = tree.open();
    expect((await manager.trigger("before_tool")).diagnostics).toEqual([]);
    tree.write("workspace/.agents/hooks/a-hook/HOOK.md", "---\nname: a-hook\ntrigger: before_tol\n---\n");
    const { should_block, diagnostics } = await manager.trigger("before_tool");
    expect(should_block).toBe(true);
    expect(diagnostics[0]).toMatchObject({ level: "error", text: expect.stringContaining("HOOK.md:") });
  });

  it("refuses a trigger that does not exist", async () => {
    await expect(hooksTree({}).open().trigger("before_tols")).rejects.toMatchObject({
      code: "AGENT_HOOK_TRIGGER_UNKNOWN",
    });
  });

  it("allows when the event cannot be told at all, unless a hook must not fail open", async () => {
    const data = { tool_name: 7 };
    const open = await hooksTree({ "a-hook": {} }).open().trigger("before_tool", data);
    expect(open).toMatchObject({ decision: "allow", diagnostics: [{ level: "error" }] });
    const closed = await hooksTree({ "a-hook": { hook: { on_failure: "block" } } })
      .open()
      .trigger("before_tool", data);
    expect(closed).toMatchObject({ decision: "deny", should_block: true });
  });

  it.each<[trigger: string, data: Fields, expected: Fields]>([
    ["session_start", { model: "m", args: { ui: "shell" } }, { model: "m", args: { ui: "shell" } }],
    [
      "session_end",
      { duration_seconds: 60, total_steps: 2, exit_reason: "user_exit" },
      { duration_seconds: 60, total_steps: 2, exit_reason: "user_exit" },
    ],
    ["before_agent", { context: { user_input: "hi" } }, { context: { user_input: "hi" } }],
    ["after_agent", { context: { user_input: "hi" } }, { context: { user_input: "hi" } }],
    [
      "after_tool",
      { tool_name: "x", tool_use_id: "t", tool_output: "ok", duration_ms: 3 },
      { tool_name: "x", tool_use_id: "t", tool_output: "ok", duration_ms: 3 },
    ],
    ["after_tool_failure", { tool_name: "x", error: "bad" }, { tool_name: "x", error: "bad" }],
    [
      "subagent_start",
      { subagent_name: "r", subagent_type: "coder", task_description: "review" },
      { subagent_name: "r", subagent_type: "coder", task_description: "review" },
    ],
    ["subagent_stop", { subagent_name: "r", context: { response: "done" } }, { context: { response: "done" } }],
    ["pre_compact", { context: { trigger: "auto" } }, { context: { trigger: "auto" } }],
    ["post-context-compact", { context: { summary: "s" } }, { context: { summary: "s" } }],
  ])("hands %s to the hook as the program said it", async (trigger, data, expected) => {
    const { tree, should_block } = await run({ sh: "cat > got; exit 2" }, trigger, data);
    expect(JSON.parse(said(tree, "got"))).toMatchObject({ event_type: trigger, work_dir: tree.root, ...expected });
    expect(should_block).toBe(true);
  });
});
