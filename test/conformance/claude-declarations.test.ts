import { mkdirSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { ExecutorSpec } from "../../src/engine/hook.ts";
import type { Failure, ProcessOutput } from "../../src/engine/ports.ts";
import { createProcessExecutor } from "../../src/executors/process/executor.ts";
import { executionOf, processesOf } from "../../src/executors/testing.ts";
import { openTestWorkspace, outcomesOf, type TestWorkspaceOptions } from "./workspace.ts";

/** A workspace with one hooks.json; it is closed with the test. */
function open(hooks: unknown, more: TestWorkspaceOptions = {}) {
  const opened = openTestWorkspace({
    ...more,
    files: { ".hookline/hooks.json": JSON.stringify({ hooks }), ...more.files },
    request: { trust: "unchecked", ...more.request },
  });
  onTestFinished(opened.close);
  return opened;
}

const command = (text: string, more: object = {}) => ({ type: "command", command: text, ...more });
const textsOf = ({ contexts }: { readonly contexts: readonly { readonly text: string }[] }) =>
  contexts.map(({ text }) => text);

describe("which rules run", () => {
  it("agentao M6: those of the event whose type is supported and whose matcher fits", async () => {
    const { fire, loaded } = open({
      UserPromptSubmit: [command("echo prompt", { name: "other event" })],
      PreToolUse: [
        command("true", { name: "fits", matcher: { tool_name: "Bash" } }),
        command("true", { name: "does not fit", matcher: { tool_name: "Edit" } }),
        { type: "agent", name: "not supported" },
        { type: "prompt", prompt: "x", name: "not allowed" },
        command("true", { name: "fits as well" }),
      ],
    });
    const verdict = await fire("tool.pre_call", { tool_name: "run_shell_command" });
    expect(outcomesOf(verdict)).toEqual(["fits:applied", "fits as well:applied"]);
    expect(loaded.broken.map(({ name }) => name)).toEqual(["not supported", "not allowed"]);
    expect(verdict.problems.map(({ code }) => code)).toEqual(["HOOK_DECLARATION_BROKEN", "HOOK_DECLARATION_BROKEN"]);
  });

  it("rules that are alike all run, one after another", async () => {
    const { fire, root } = open({
      UserPromptSubmit: [
        command("echo x >> log; wc -l < log | tr -d ' '"),
        command("echo x >> log; wc -l < log | tr -d ' '"),
      ],
    });
    expect(textsOf(await fire("input.pre_submit", { message: "hi", cwd: root }))).toEqual(["1", "2"]);
  });

  it("a guard that is broken refuses, and says why", async () => {
    const { fire } = open({ PreToolUse: [{ type: "agent", on_failure: "block" }] });
    const verdict = await fire("tool.pre_call", { tool_name: "Bash" });
    expect(verdict.decision).toBe("deny");
    expect(verdict.runs).toMatchObject([{ dialect: "claude", failure: "not-supported" }]);
  });
});

describe("what a hook of Claude Code may say that has a condition we do not check", () => {
  const answering = (permissionDecision: string, more: object = {}) =>
    command(`echo '${JSON.stringify({ hookSpecificOutput: { permissionDecision } })}'`, more);

  it.each([
    ["allow", { if: "Bash(git status)" }, "none", 1],
    ["allow", {}, "allow", 0],
    ["deny", { if: "Bash(git push *)" }, "deny", 0],
  ])("%s with %j comes to %s", async (word, more, decision, warnings) => {
    const { fire } = open({ PreToolUse: [{ matcher: "Bash", hooks: [answering(word, more)] }] });
    const verdict = await fire("tool.pre_call", { tool_name: "Bash", tool_input: { command: "rm -rf ." } });
    expect(verdict.decision).toBe(decision);
    expect(verdict.messages).toHaveLength(warnings);
  });
});

describe("how a command runs", () => {
  it("agentao X1: as shell text", async () => {
    const { fire } = open({ UserPromptSubmit: [command('for w in a b; do printf "%s-" "$w"; done | tr a-z A-Z')] });
    expect(textsOf(await fire("input.pre_submit", { message: "hi" }))).toEqual(["A-B-"]);
  });

  it("agentao X1: with the payload on stdin, which is closed behind it", async () => {
    const { fire, root } = open({ UserPromptSubmit: [command("printf 'got '; cat")] });
    const said = textsOf(await fire("input.pre_submit", { message: 'a "b", c: d', session_id: "s1", cwd: root }));
    expect(said).toEqual([
      `got {"event": "UserPromptSubmit", "data": {"userMessage": "a \\"b\\", c: d", "sessionId": "s1", "cwd": ${JSON.stringify(root)}}}`,
    ]);
  });

  it("agentao X1: also when it does not read what it is given", async () => {
    const { fire } = open({ PreToolUse: [command("exec 0<&-; exit 0")] });
    const verdict = await fire("tool.pre_call", { tool_name: "Write", tool_input: { content: "x".repeat(1_000_000) } });
    expect(outcomesOf(verdict)).toEqual(["exec 0<&-; exit 0:applied"]);
  });

  it("agentao X1: and what it prints need not be UTF-8", async () => {
    const { fire } = open({ UserPromptSubmit: [command("printf 'caf\\351'")] });
    expect(textsOf(await fire("input.pre_submit", { message: "hi" }))).toEqual(["caf\ufffd"]);
  });

  it("agentao X1: when its time is up nothing of it is left", async () => {
    const { fire, records } = open({ PreToolUse: [command("sleep 300 & (sleep 300; true)", { timeout: 1 })] });
    const verdict = await fire("tool.pre_call", { tool_name: "Bash" });
    expect(verdict.decision).toBe("none");
    expect(verdict.runs).toMatchObject([{ failure: "timed-out", error: expect.stringContaining("timed out") }]);
    expect(processesOf(records[0]?.run_id ?? "")).toEqual([]);
  });

  it("agentao X1: in the directory of the session, else in the workspace", async () => {
    const { fire, root } = open({ UserPromptSubmit: [command("pwd -P")] });
    const below = join(root, "below");
    mkdirSync(below);
    expect(textsOf(await fire("input.pre_submit", { message: "hi", cwd: below }))).toEqual([below]);
    expect(textsOf(await fire("input.pre_submit", { message: "hi" }))).toEqual([root]);
  });

  const keys = {
    OPENAI_API_KEY: "k1",
    ANTHROPIC_API_KEY: "k2",
    LLM_API_KEY: "k3",
    LLM_EXTRA_BODY: "k4",
    LLM_PROVIDER: "acme",
    ACME_API_KEY: "k5",
    GOOGLE_API_KEY: "google",
    MY_SETTING: "mine",
  };
  const show = command(
    'echo "$OPENAI_API_KEY$ANTHROPIC_API_KEY$LLM_API_KEY$LLM_EXTRA_BODY$ACME_API_KEY:$GOOGLE_API_KEY:$MY_SETTING"',
  );

  it("agentao X2: without the keys to the agent's models, with everything else", async () => {
    const { fire } = open({ UserPromptSubmit: [show] }, { environment: { ...process.env, ...keys } });
    expect(textsOf(await fire("input.pre_submit", { message: "hi" }))).toEqual([":google:mine"]);
  });

  it("agentao X2: with the keys, when the user wants it so", async () => {
    const environment = { ...process.env, ...keys, AGENTAO_SCRUB_CHILD_ENV: "off" };
    const { fire } = open({ UserPromptSubmit: [show] }, { environment });
    expect(textsOf(await fire("input.pre_submit", { message: "hi" }))).toEqual(["k1k2k3k4k5:google:mine"]);
  });

  it("agentao X2: what is set for it wins over what is kept from it", async () => {
    const { loaded } = open({ UserPromptSubmit: [show] }, { environment: { ...process.env, ...keys } });
    const spec = loaded.hooks[0]?.executor as Extract<ExecutorSpec, { kind: "process" }>;
    const executor = createProcessExecutor({ environment: { ...process.env, ...keys } });
    onTestFinished(executor.close);
    const reply = await executor.execute(executionOf({ ...spec, env: { ...spec.env, OPENAI_API_KEY: "its own" } }));
    expect((reply as ProcessOutput | Failure).kind).toBe("output");
    expect((reply as ProcessOutput).stdout).toBe("its own:google:mine\n");
  });

  it("and it finds the files of its project and of its plugin", async () => {
    const rules = [
      command('sh "$CLAUDE_PLUGIN_ROOT/say.sh"'),
      command("sh '${CLAUDE_PLUGIN_ROOT}/say.sh'"),
      { ...command("sh"), args: ["${CLAUDE_PLUGIN_ROOT}/say.sh"] },
    ];
    const { fire, root } = open(
      {},
      {
        files: {
          ".agentao/plugins/local/p/plugin.json": JSON.stringify({ hooks: { UserPromptSubmit: rules } }),
          ".agentao/plugins/local/p/say.sh": 'echo "$CLAUDE_PROJECT_DIR"',
        },
        request: { include: ["agentao"], trust: "unchecked", environment: { HOME: "/nonexistent" } },
      },
    );
    expect(textsOf(await fire("input.pre_submit", { message: "hi" }))).toEqual([root, root, root]);
  });
});

describe("http hooks of a hooks.json", () => {
  async function serve(status: number, body: string) {
    const bodies: string[] = [];
    const server = createServer(async (request, response) => {
      let text = "";
      for await (const part of request) text += part;
      bodies.push(text);
      response.writeHead(status).end(body);
    });
    await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
    onTestFinished(() => {
      server.close();
    });
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, bodies };
  }
  const environment = { ...process.env, HOOKLINE_HTTP_ALLOW: "127.0.0.1" };
  const deny = JSON.stringify({
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: "deny",
      permissionDecisionReason: "not now",
    },
  });

  it("decide like commands do", async () => {
    const { url, bodies } = await serve(200, deny);
    const { fire } = open({ PreToolUse: [{ matcher: "Bash", hooks: [{ type: "http", url }] }] }, { environment });
    const verdict = await fire("tool.pre_call", { tool_name: "Bash", tool_input: { command: "ls" }, session_id: "s" });
    expect([verdict.decision, verdict.reason]).toEqual(["deny", "not now"]);
    expect(bodies).toEqual([
      '{"event": "PreToolUse", "data": {"toolName": "Bash", "toolInput": {"command": "ls"}, "sessionId": "s"}}',
    ]);
  });

  it.each([
    [undefined, "none"],
    ["block", "deny"],
  ])("that fail with on_failure %s come to %s", async (on_failure, decision) => {
    const { url } = await serve(500, deny);
    const { fire } = open({ PreToolUse: [{ type: "http", url, on_failure }] }, { environment });
    const verdict = await fire("tool.pre_call", { tool_name: "Bash" });
    expect(verdict.decision).toBe(decision);
    expect(verdict.runs).toMatchObject([{ failure: "exit-code" }]);
  });

  it("stay away from this machine unless the user allows it", async () => {
    const { url, bodies } = await serve(200, deny);
    const { fire } = open(
      { PreToolUse: [{ type: "http", url }] },
      { environment: { ...process.env, HOOKLINE_HTTP_ALLOW: "" } },
    );
    const verdict = await fire("tool.pre_call", { tool_name: "Bash" });
    expect(verdict.runs).toMatchObject([{ failure: "spawn-error" }]);
    expect(bodies).toEqual([]);
  });
});

describe("Claude Code's own settings", () => {
  it("give their hooks Claude Code's payload", async () => {
    const settings = { hooks: { PreToolUse: [{ matcher: "Bash", hooks: [command("cat >&2; exit 2")] }] } };
    const { fire, root } = open(
      {},
      {
        files: { ".claude/settings.json": JSON.stringify(settings) },
        request: { include: ["claude-code"], trust: "unchecked", environment: { HOME: "/nonexistent" } },
      },
    );
    const payload = {
      tool_name: "run_shell_command",
      tool_input: { command: "ls" },
      tool_call_id: "t1",
      session_id: "s",
    };
    const verdict = await fire("tool.pre_call", payload);
    expect(verdict.decision).toBe("deny");
    expect(JSON.parse(verdict.reason ?? "")).toEqual({
      session_id: "s",
      transcript_path: "",
      cwd: root,
      permission_mode: "default",
      hook_event_name: "PreToolUse",
      tool_name: "Bash",
      tool_input: { command: "ls" },
      tool_use_id: "t1",
    });
  });
});
