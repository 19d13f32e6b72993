import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { plainCall } from "../dialects/adapter-call.ts";
import { adapt } from "./adapt.ts";

const cwd = realpathSync(mkdtempSync(join(tmpdir(), "hookline-adapt-")));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

const world = { environment: { PATH: process.env.PATH, SHELL: "/bin/sh" }, cwd, signal: null };

/** What agents of the four dialects write before a tool. */
const asked = {
  agh: { event: "tool.pre_call", timestamp: "2026-04-16T15:04:05Z", tool_name: "Bash", tool_input: { command: "ls" } },
  "docker-agent": {
    session_id: "s",
    cwd,
    hook_event_name: "pre_tool_use",
    tool_name: "Bash",
    tool_input: { command: "ls" },
  },
  claude: { event: "PreToolUse", data: { toolName: "Bash", toolInput: { command: "ls" }, sessionId: "s" } },
  "agent-hooks": {
    event_type: "before_tool",
    session_id: "s",
    tool_name: "Bash",
    tool_input: { command: "ls" },
    context: {},
  },
} as const;

/** How each says no, and what its hooks read of the command. */
const hooks = {
  agh: ["tool.pre_call", '{"deny":true,"deny_reason":"no"}', '"command":"ls"'],
  "docker-agent": ["pre_tool_use", '{"decision":"block","reason":"no"}', '"command":"ls"'],
  claude: ["PreToolUse", '{"blockingError":"no"}', '"toolInput": {"command": "ls"}'],
  "agent-hooks": ["before_tool", '{"decision":"deny","reason":"no"}', '"command": "ls"'],
} as const;
const refusals = {
  agh: { deny: true, deny_reason: "no" },
  "docker-agent": { decision: "block", reason: "no" },
  claude: {
    hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "deny", permissionDecisionReason: "no" },
  },
  "agent-hooks": { decision: "deny", reason: "no" },
} as const;

type Dialect = keyof typeof asked;
const dialects = Object.keys(asked) as Dialect[];
const pairs = dialects.flatMap((hook) => dialects.map((agent) => [hook, agent] as const));

function shell(dialect: Dialect, script: string, more: object = {}) {
  const [event] = hooks[dialect];
  const command = dialect === "docker-agent" || dialect === "claude" ? [script] : ["/bin/sh", "-c", script];
  return { ...plainCall(dialect, event, command), ...more };
}

describe("adapt", () => {
  it.each(pairs)("lets a hook of %s refuse a tool to an agent that speaks %s", async (dialect, agent) => {
    const seen = join(cwd, `${dialect}-${agent}.json`);
    const call = shell(dialect, `cat > '${seen}'; printf '%s' '${hooks[dialect][1]}'`);
    const said = await adapt(call, JSON.stringify(asked[agent]), world);
    expect(JSON.parse(said.stdout)).toEqual(refusals[agent]);
    expect(said).toMatchObject({ exitCode: 0, stderr: "", unsaid: [] });
    expect(readFileSync(seen, "utf8")).toContain(hooks[dialect][2]);
  });

  it.each(pairs)("tells of a crash of a hook of %s to an agent that speaks %s", async (dialect, agent) => {
    const open = dialect === "docker-agent" ? { rules: { "on-failure": "open" } } : {};
    const said = await adapt(shell(dialect, "exit 3", open), JSON.stringify(asked[agent]), world);
    expect(said).toMatchObject({ exitCode: 1, stdout: "" });
    expect(said.stderr).toContain("code 3");
  });

  it.each(pairs)("refuses when a guard of %s crashes under %s", async (dialect, agent) => {
    const call = shell(dialect, "exit 3", { rules: { "on-failure": "block" } });
    const said = await adapt(call, JSON.stringify(asked[agent]), world);
    expect(said.exitCode).toBe(0);
    expect(said.stdout).toMatch(/"deny":true|"block"|"deny"/);
  });

  it.each([
    ["docker-agent", 127],
    ["claude", 127],
    ["agent-hooks", 1],
    ["agh", 1],
  ] as const)("says to %s in its own way that there is no such program", async (agent, exitCode) => {
    const call = plainCall("agh", "tool.pre_call", ["./nobody"]);
    expect(await adapt(call, JSON.stringify(asked[agent]), world)).toMatchObject({ exitCode, stdout: "" });
  });

  it.each<[what: string, more: object, runs: boolean]>([
    ["a tool that is meant", { tool: "Ba.h" }, true],
    ["another tool", { tool: "Edit" }, false],
    ["a condition that holds", { match: [["tool_name", "B*"]] }, true],
    ["a condition that does not hold", { match: [["tool_name", "X*"]] }, false],
    ["a condition about what the agent does not tell", { match: [["tool_namespace", "fs"]] }, true],
    ["an agent that says who it is not", { agent: "root" }, true],
  ])("runs for %s: %j", async (_what, more, runs) => {
    const call = shell("agh", `printf '{"deny":true}'`, more);
    const { stdout } = await adapt(call, JSON.stringify(asked["docker-agent"]), world);
    expect(stdout !== "").toBe(runs);
  });

  it("has nothing to say about the other half of an event that the agent has only one name for", async () => {
    const call = plainCall("agh", "tool.post_call", ["./nobody"]);
    const failed = { ...asked["docker-agent"], hook_event_name: "post_tool_use", tool_error: true };
    expect(await adapt(call, JSON.stringify(failed), world)).toMatchObject({ exitCode: 0, stdout: "", stderr: "" });
  });

  it.each([
    ["open", 1],
    ["block", 2],
  ])("says that it was asked about another event (on failure: %s)", async (policy, exitCode) => {
    const call = { ...plainCall("agh", "tool.post_call", ["./nobody"]), rules: { "on-failure": policy } };
    const said = await adapt(call, JSON.stringify(asked.claude), world);
    expect(said).toMatchObject({ exitCode, stdout: "" });
    expect(said.stderr).toContain("tells of tool.pre_call, but the hook is for tool.post_call");
  });

  it("fails under an agent that gives a guard no way to refuse", async () => {
    const call = { ...plainCall("agh", "session.end", ["./nobody"]), rules: { "on-failure": "block" } };
    const ended = { event_type: "session_end", session_id: "s", context: {} };
    expect((await adapt(call, JSON.stringify(ended), world)).stdout).toContain("deny");
    const said = await adapt(call, JSON.stringify({ hook_event_name: "SessionEnd", reason: "exit" }), world);
    expect(said).toMatchObject({ exitCode: 127, stdout: "" });
    expect(said.stderr).toContain("not-found");
  });

  it.each(dialects)("refuses in time when a guard hangs under %s", async (agent) => {
    const call = shell("agh", "exec sleep 60", { timeoutMs: 200, rules: { "on-failure": "block" } });
    const { exitCode, stdout } = await adapt(call, JSON.stringify(asked[agent]), world);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/timed-out/);
  });

  it.each(dialects)("runs a built-in hook for %s", async (agent) => {
    const call = { ...plainCall("docker-agent", "pre_tool_use", ["safer_shell"]), runs: "builtin" } as const;
    const risky = JSON.stringify(asked[agent]).replaceAll('"ls"', '"rm -rf /"');
    const { stdout } = await adapt(call, risky, { ...world, environment: { ...world.environment, HOME: cwd } });
    expect(stdout).toMatch(agent === "agh" ? /"deny":true/ : /"ask"/);
    expect((await adapt(call, JSON.stringify(asked[agent]), world)).stdout).toBe("");
  });

  it("fails when there is no such built-in hook", async () => {
    const call = { ...plainCall("docker-agent", "pre_tool_use", ["safer_shel"]), runs: "builtin" } as const;
    expect((await adapt(call, JSON.stringify(asked.claude), world)).stdout).toContain("deny");
  });

  it("adds a text for an agent that has no such hooks", async () => {
    const call = {
      ...plainCall("claude", "UserPromptSubmit", ["About {userMessage}: be brief."]),
      runs: "prompt",
    } as const;
    const prompted = { hook_event_name: "user_prompt_submit", session_id: "s", cwd, prompt: "cats" };
    const { stdout } = await adapt(call, JSON.stringify(prompted), world);
    expect(JSON.parse(stdout).hook_specific_output.additional_context).toBe("About cats: be brief.");
  });

  it("puts on standard error what a hook tells the user and the agent has no field for", async () => {
    const call = shell("docker-agent", `printf '%s' '{"system_message":"look here"}'`);
    const said = await adapt(call, JSON.stringify(asked.agh), world);
    expect(said).toEqual({ exitCode: 0, stdout: "", stderr: "look here\n", unsaid: [] });
  });

  it.each(["agh", "docker-agent", "agent-hooks"] as const)(
    "runs a hook of %s in the project, wherever Claude Code is at the moment",
    async (dialect) => {
      const below = join(cwd, "below");
      mkdirSync(below, { recursive: true });
      const call = shell(dialect, `pwd >&2; exit 3`, { rules: { "on-failure": "open" } });
      const there = { hook_event_name: "PreToolUse", cwd: below, tool_name: "Bash", tool_input: {} };
      const environment = { ...world.environment, CLAUDE_PROJECT_DIR: cwd };
      const seen = join(cwd, `${dialect}-pwd`);
      const script = { ...call, command: call.command.map((word) => word.replace("pwd >&2", `pwd > '${seen}'`)) };
      await adapt(script, JSON.stringify(there), { environment, cwd: below, signal: null });
      expect(readFileSync(seen, "utf8").trim()).toBe(cwd);
    },
  );

  it("gives no answer of a hook that is async", async () => {
    const call = shell("agh", `printf '{"deny":true}'`, { isAsync: true });
    expect(await adapt(call, JSON.stringify(asked.claude), world)).toMatchObject({ exitCode: 0, stdout: "" });
  });

  it.each([
    ["open", 1],
    ["block", 2],
  ])("does not pass what it cannot read (on failure: %s)", async (policy, exitCode) => {
    const call = shell("agh", "exit 0", { rules: { "on-failure": policy } });
    for (const stdin of ["", "[]", "{", '{"event":"nothing.known"}'])
      expect(await adapt(call, stdin, world)).toMatchObject({ exitCode, stdout: "" });
  });

  it("names what the agent has no words for", async () => {
    const call = shell("docker-agent", `printf '%s' '{"hook_specific_output":{"permission_decision":"ask"}}'`);
    const said = await adapt(call, JSON.stringify(asked.agh), world);
    expect(said.unsaid).toEqual(["ask"]);
    expect(JSON.parse(said.stdout)).toMatchObject({ deny: true });
  });

  it("refuses a call that means nothing", async () => {
    await expect(adapt(plainCall("latin", "x", ["y"]), "{}", world)).rejects.toMatchObject({
      code: "ADAPT_CALL_INVALID",
    });
    await expect(adapt(plainCall("agh", "x", ["y"]), "{}", world)).rejects.toMatchObject({
      code: "ADAPT_CALL_INVALID",
    });
  });

  it("runs a hook of Agent Hooks where its variables say", async () => {
    const script = join(cwd, "run");
    writeFileSync(script, `#!/bin/sh\nprintf '{"decision":"deny","reason":"%s"}' "$AGENT_HOOK_NAME"\n`, {
      mode: 0o755,
    });
    const call = { ...plainCall("agent-hooks", "before_tool", ["./run"]), name: "gate" };
    const { stdout } = await adapt(call, JSON.stringify(asked["docker-agent"]), world);
    expect(JSON.parse(stdout)).toEqual({ decision: "block", reason: "gate" });
  });
});
