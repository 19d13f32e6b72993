import { describe, expect, it } from "vitest";
import type { ExecutorSpec } from "../../../engine/hook.ts";
import { problems } from "../../../errors/problems.ts";
import { isSupported, unmappedEvents } from "../events.ts";
import { codesOf, compiled, onlyHook } from "./compile.fixture.ts";

const echo = { type: "command", command: "echo hi" };
const on = (event: string, ...rules: unknown[]) => ({ hooks: { [event]: rules } });

describe("rules", () => {
  it("agentao P1: a wrapped file with one command", () => {
    const file = compiled(on("PreToolUse", echo), { plugin: { name: "audit", root: "/plugins/audit" } });
    expect(file.findings).toEqual([]);
    expect(onlyHook(file)).toMatchObject({
      name: "echo hi",
      event: "tool.pre_call",
      dialect: "claude",
      source: "config",
      priority: 500,
      tieBreak: "declaration",
      mode: "sync",
      onFailure: "open",
      required: false,
      metadata: { event: "PreToolUse", plugin: "audit" },
      executor: { kind: "process", command: "/bin/sh", args: ["-c", "echo hi"] },
      origin: { file: "/project/.hookline/hooks.json", line: 4 },
    });
  });

  it("agentao P2: a prompt keeps its text", () => {
    const hook = onlyHook(compiled(on("UserPromptSubmit", { type: "prompt", prompt: "Answer {userMessage}." })));
    expect(hook.executor).toEqual({
      kind: "prompt",
      text: "Answer {userMessage}.",
      placeholders: { userMessage: "message" },
    });
    expect(hook.name).toBe("prompt_hook");
  });

  it.each(["http", "agent"])("agentao P3: a rule of the type %s is no hook, and named", (type) => {
    const file = compiled(on("PreToolUse", { type }));
    expect(file.hooks).toEqual([]);
    expect(file.broken).toHaveLength(1);
    expect(file.findings).toHaveLength(1);
    expect(file.findings[0]?.what).toMatch(new RegExp(`'${type}' is not supported`));
  });

  it("agentao P4: an event that does not exist is named, and the others count", () => {
    const file = compiled({ hooks: { PreToolUsed: [echo, echo], Stop: [echo] } });
    expect(file.hooks.map(({ event }) => event)).toEqual(["turn.stopping"]);
    expect(file.findings).toHaveLength(1);
    expect(file.findings[0]).toMatchObject({
      code: "CLAUDE_EVENT_UNKNOWN",
      line: 3,
      fix: expect.stringMatching(/PreToolUse/),
    });
    expect(file.findings[0]?.what).toContain('"PreToolUsed"');
  });

  it.each([
    [{ type: "webhook", command: "x" }, /Unknown hook type 'webhook'/],
    [{ command: "x" }, /Unknown hook type/],
    [{ type: 7, command: "x" }, /Unknown hook type 7/],
    [{ type: ["command"] }, /Unknown hook type/],
  ])("agentao P5: %j has no type that is known", (rule, what) => {
    const file = compiled(on("PreToolUse", rule));
    expect(file.hooks).toEqual([]);
    expect(file.findings.map((finding) => finding.what)).toEqual([expect.stringMatching(what)]);
  });

  it("agentao P6: three rules over two events, in their order", () => {
    const file = compiled({
      hooks: {
        PreToolUse: [
          { ...echo, name: "a" },
          { ...echo, name: "b" },
        ],
        Stop: [{ ...echo, name: "c" }],
      },
    });
    expect(file.hooks.map(({ name }) => name)).toEqual(["a", "b", "c"]);
    expect(file.findings).toEqual([]);
  });

  it("agentao P7: the map of events may stand alone", () => {
    expect(onlyHook(compiled({ SessionStart: [echo] })).event).toBe("session.start");
  });

  it.each(["{", "", "nonsense", '{"hooks": }', "null", "7"])("agentao P8: %j is no hooks.json", (text) => {
    const file = compiled(text);
    expect(file.hooks).toEqual([]);
    expect(file.findings).toHaveLength(1);
    expect(file.findings[0]).toMatchObject({ file: "/project/.hookline/hooks.json", line: expect.any(Number) });
    expect(file.broken).toHaveLength(1);
  });

  it("agentao P9: one object may stand for a list of one", () => {
    expect(onlyHook(compiled({ hooks: { Stop: echo } })).origin.line).toBe(3);
  });

  it.each([
    [undefined, 60, 0],
    [120, 120, 0],
    [2.7, 2, 0],
    ["30", 30, 0],
    [" 30 ", 30, 0],
    ["1_000", 1000, 0],
    [true, 1, 0],
    [86_400, 86_400, 0],
    ["abc", 60, 1],
    ["3.5", 60, 1],
    [null, 60, 1],
    [[], 60, 1],
    [0, 60, 1],
    [0.5, 60, 1],
    [false, 60, 1],
    [-5, 60, 1],
    [86_401, 60, 1],
    ["9".repeat(400), 60, 1],
  ])("agentao P10: the timeout %j means %d seconds", (timeout, seconds, warnings) => {
    const file = compiled(on("PreToolUse", { ...echo, ...(timeout !== undefined && { timeout }) }));
    expect(onlyHook(file).timeoutMs).toBe(seconds * 1000);
    expect(codesOf(file)).toEqual(Array(warnings).fill("CLAUDE_TIMEOUT_INVALID"));
    if (warnings > 0) expect(file.findings[0]?.what).toContain(JSON.stringify(timeout));
  });

  it.each([
    ["UserPromptSubmit", "command", true],
    ["UserPromptSubmit", "prompt", true],
    ["UserPromptSubmit", "http", false],
    ["UserPromptSubmit", "agent", false],
    ["NoSuchEvent", "command", false],
    ["PermissionRequest", "command", false],
  ])("agentao P11: %s with %s is supported: %s", (event, type, expected) => {
    expect(isSupported({ event, type })).toBe(expected);
  });

  it.each(["Stop", "PreCompact", "PreToolUse", "PostToolUse", "PostToolUseFailure", "SessionStart", "SessionEnd"])(
    "agentao P12: a prompt is refused on %s, in Agentao's words",
    (event) => {
      const file = compiled(on(event, { type: "prompt", prompt: "x" }, echo));
      expect(onlyHook(file).executor.kind).toBe("process");
      expect(file.findings.map(({ what, line }) => [what, line])).toEqual([
        [
          `Hook type 'prompt' is not supported for event '${event}' — skipped. (Allowed for this event: ['command'])`,
          5,
        ],
      ]);
    },
  );

  it.each([
    ["Stop", "prompt", false],
    ["PreCompact", "prompt", false],
    ["Stop", "command", true],
    ["PreCompact", "command", true],
  ])("agentao P13: a rule made by hand on %s with %s is supported: %s", (event, type, expected) => {
    expect(isSupported({ event, type })).toBe(expected);
  });

  it.each([["Bash"], [["Bash"]], [7], [true], [""]])(
    "agentao P14: the matcher %j does not match everything",
    (matcher) => {
      const file = compiled(on("PreToolUse", { ...echo, matcher }, { ...echo, name: "other" }));
      expect(onlyHook(file).name).toBe("other");
      expect(codesOf(file)).toEqual(["CLAUDE_MATCHER_NOT_OBJECT"]);
      expect(file.findings[0]?.what).toMatch(/non-object matcher.*'PreToolUse'/);
    },
  );

  it("agentao P15: an object is kept as its author wrote it", () => {
    const matcher = { toolName: "mcp__*", session_id: ["a", "b"] };
    const { conditions } = onlyHook(compiled(on("PreToolUse", { ...echo, matcher }))).matcher;
    expect(conditions.map(({ key, pattern }) => [key, pattern])).toEqual([
      ["toolName", "mcp__*"],
      ["session_id", '["a","b"]'],
    ]);
  });

  it("agentao P18: a group of Claude Code's becomes its rules", () => {
    const file = compiled({
      hooks: {
        PreToolUse: [
          {
            matcher: "Edit|Write",
            hooks: [
              { ...echo, name: "first" },
              { ...echo, name: "second", matcher: { tool_name: "Read" }, timeout: 5 },
            ],
          },
          { matcher: "", hooks: [{ ...echo, name: "third" }] },
        ],
        PreCompact: [{ matcher: "manual", hooks: { ...echo, name: "fourth" } }],
      },
    });
    expect(file.findings).toEqual([]);
    expect(
      file.hooks.map(({ name, timeoutMs, matcher }) => [
        name,
        timeoutMs,
        matcher.conditions.map((c) => [c.key, c.pattern]),
      ]),
    ).toEqual([
      ["first", 60_000, [["tool_name", "Edit|Write"]]],
      ["second", 5_000, [["tool_name", "Read"]]],
      ["third", 60_000, []],
      ["fourth", 60_000, [["trigger", "manual"]]],
    ]);
  });

  it("agentao P18: the matcher of a group is ignored where there is nothing to match, and that is said", () => {
    const file = compiled(on("Stop", { matcher: "x", hooks: [echo] }));
    expect(onlyHook(file).matcher.conditions).toEqual([]);
    expect(codesOf(file)).toEqual(["CLAUDE_GROUP_MATCHER_IGNORED"]);
  });

  it.each([
    ["[{}]", ["CLAUDE_HOOKS_INVALID"]],
    ['[{"hooks": {}}]', ["CLAUDE_HOOKS_INVALID"]],
    ['{"hooks": []}', ["CLAUDE_HOOKS_INVALID"]],
    ['{"hooks": "x"}', ["CLAUDE_HOOKS_INVALID"]],
    ['{"hooks": null}', ["CLAUDE_HOOKS_INVALID"]],
    ["{}", []],
    ["[]", []],
    ['{"hooks": {}}', []],
    ['{"hooks": {"Stop": []}}', []],
    ['{"hooks": {"Stop": [{}]}}', ["CLAUDE_TYPE_UNKNOWN"]],
    ['{"hooks": {"Stop": ["x"]}}', ["CLAUDE_RULE_INVALID"]],
    ['{"hooks": {"Stop": 7}}', ["CLAUDE_RULE_INVALID"]],
    ['{"hooks": {"Stop": [{"hooks": [7]}]}}', ["CLAUDE_RULE_INVALID"]],
  ])("agentao P18: %s has no rules and stops nothing", (text, codes) => {
    const file = compiled(text);
    expect(file.hooks).toEqual([]);
    expect(codesOf(file)).toEqual(codes);
    if (codes[0] === "CLAUDE_HOOKS_INVALID") expect(file.findings[0]?.what).toMatch(/"hooks".*object/);
  });

  it.each([
    [{ type: "command" }],
    [{ type: "command", command: "" }],
    [{ type: "command", command: "  " }],
    [{ type: "command", command: null }],
    [{ type: "command", command: ["ls"] }],
    [{ type: "command", command: "a\0b" }],
  ])("a rule without a command that can be run is told: %j", (rule) => {
    const file = compiled(on("PreToolUse", rule));
    expect(file.hooks).toEqual([]);
    expect(file.findings).toHaveLength(1);
    expect(file.broken).toMatchObject([{ event: "tool.pre_call", line: 4 }]);
  });

  it("an empty prompt is told as well", () => {
    expect(codesOf(compiled(on("UserPromptSubmit", { type: "prompt", prompt: "" })))).toEqual(["CLAUDE_FIELD_MISSING"]);
  });

  it("the same key twice is refused: programs disagree about which one counts", () => {
    const file = compiled('{"hooks": {"Stop": [], "Stop": [{"type": "command", "command": "x"}]}}');
    expect(file.hooks).toEqual([]);
    expect(file.findings[0]?.what).toContain("same key twice");
  });

  it("a key that means nothing is told and does no harm", () => {
    const file = compiled(on("PreToolUse", { ...echo, timout: 5, priority: 9 }));
    expect(onlyHook(file).priority).toBe(500);
    expect(codesOf(file)).toEqual(["CLAUDE_KEY_UNKNOWN", "CLAUDE_KEY_UNKNOWN"]);
    expect(file.findings[0]?.fix).toContain("timeout");
  });

  it("rules beside hooks are told and do not run", () => {
    const file = compiled({ hooks: {}, PreToolUse: [{ ...echo, on_failure: "block" }] });
    expect(codesOf(file)).toEqual(["HOOK_MISPLACED"]);
    expect(file.broken).toHaveLength(1);
    expect(onlyHook(file).executor.kind).toBe("broken");
  });

  it("the same rule twice is two rules to Agentao, and one to Claude Code", () => {
    const twice = on("PreToolUse", echo, echo);
    const identities = (file: ReturnType<typeof compiled>) => new Set(file.hooks.map(({ identity }) => identity)).size;
    expect(identities(compiled(twice))).toBe(2);
    expect(identities(compiled({ ...twice, payload: "claude-code" }))).toBe(1);
  });
});

it("a file with very many mistakes is told all of them, each with its line, in bearable time", () => {
  const rules = Array.from({ length: 20_000 }, () => '"x"');
  const file = compiled(`{"PreToolUse": [\n${rules.join(",\n")}\n]}`);
  expect(file.findings).toHaveLength(20_000);
  expect(file.findings.map(({ line }) => line)).toEqual(rules.map((_rule, index) => index + 2));
});

describe("what a failure means", () => {
  it.each(["on_failure", "onFailure"])("%s: block", (key) => {
    expect(onlyHook(compiled(on("PreToolUse", { ...echo, [key]: "block" })))).toMatchObject({
      onFailure: "block",
      required: true,
      metadata: { on_failure: "block" },
    });
  });

  it("open is the default and can be said", () => {
    expect(onlyHook(compiled(on("PreToolUse", { ...echo, on_failure: "open" })))).toMatchObject({ onFailure: "open" });
  });

  it.each([
    ["an unknown type", { type: "comand", command: "x" }],
    ["a type that is not run", { type: "agent" }],
    ["no command", { type: "command" }],
    ["a matcher that is none", { ...echo, matcher: "Bash" }],
    ["a pattern that cannot be used", { ...echo, matcher: { tool_name: "^(?!Read)$" } }],
    ["a word that is none", { ...echo, on_failure: "blocked" }],
    ["two words", { ...echo, onFailure: "open" }],
    ["the background", { ...echo, async: true }],
    ["an address that is none", { type: "http", url: "ftp://x" }],
  ])("a broken guard refuses: %s", (_what, rule) => {
    const file = compiled(on("PreToolUse", { on_failure: "block", ...rule }));
    expect(onlyHook(file)).toMatchObject({ executor: { kind: "broken" }, onFailure: "block", event: "tool.pre_call" });
    expect(file.broken).toHaveLength(1);
  });

  it.each<[matcher: unknown, code: string]>([
    ["Bash", "CLAUDE_MATCHER_NOT_OBJECT"],
    [{ tool_name: "^(?!Read)$" }, "CLAUDE_PATTERN_UNUSABLE"],
    [{ toolname: "Bash" }, "CLAUDE_GUARD_KEY_UNKNOWN"],
    [{ tool_name: 7 }, "CLAUDE_GUARD_MATCHER_VALUE"],
  ])("a guard with the matcher %j, of which nobody can tell what it fits, refuses everything", (matcher, code) => {
    for (const word of ["block", "blocked"]) {
      const file = compiled(on("PreToolUse", { ...echo, on_failure: word, matcher }));
      expect(onlyHook(file)).toMatchObject({ executor: { kind: "broken" }, matcher: { conditions: [] } });
      expect(codesOf(file)).toContain(code);
    }
  });

  it("a broken guard that names its tools refuses only those", () => {
    const rule = { type: "command", command: "", on_failure: "block", matcher: { tool_name: "Bash" } };
    expect(onlyHook(compiled(on("PreToolUse", rule)))).toMatchObject({
      executor: { kind: "broken" },
      matcher: { conditions: [{ key: "tool_name", pattern: "Bash" }] },
    });
  });

  it("a guard in a file that cannot be parsed refuses", () => {
    const file = compiled('{"hooks": {\n "Stop": [],\n "PreToolUse": [{"command": "x", "on_failure": "block"},]}}');
    expect(onlyHook(file)).toMatchObject({ event: "tool.pre_call", origin: { line: 3 }, executor: { kind: "broken" } });
  });

  it("a group says it for all its rules, unless one says otherwise", () => {
    const rules = [echo, { ...echo, onFailure: "open" }, { type: "comand" }, "x"];
    const file = compiled(on("PreToolUse", { matcher: "Bash", on_failure: "block", hooks: rules }));
    const policies = file.hooks.map(({ executor, onFailure }) => [executor.kind, onFailure]);
    expect(policies).toEqual([
      ["process", "block"],
      ["process", "open"],
      ["broken", "block"],
      ["broken", "block"],
    ]);
    expect(codesOf(file)).toEqual(["CLAUDE_TYPE_UNKNOWN", "CLAUDE_RULE_INVALID"]);
  });

  it.each([
    ["PreToolUSe", ["tool.pre_call"]],
    ["pre_tool_use", ["tool.pre_call"]],
    ["Anything", []],
  ])("a guard on %s refuses what it was meant to guard, as far as that can be told", (name, events) => {
    const file = compiled(on(name, { ...echo, on_failure: "block" }));
    expect(codesOf(file)).toEqual(["CLAUDE_EVENT_UNKNOWN"]);
    expect(file.broken).toHaveLength(1);
    expect(file.hooks.map(({ event, executor }) => [event, executor.kind])).toEqual(
      events.map((event) => [event, "broken"]),
    );
    expect(compiled(on(name, echo)).hooks).toEqual([]);
  });

  it.each(["SessionStart", "PostToolUse", "PreCompact"])("nothing can hold up %s, and that is said", (event) => {
    const file = compiled(on(event, { ...echo, on_failure: "block" }));
    expect(onlyHook(file).onFailure).toBe("open");
    expect(codesOf(file)).toEqual(["HOOK_BLOCK_IDLE"]);
  });
});

describe("commands", () => {
  const executorOf = (rule: unknown, more: Parameters<typeof compiled>[1] = {}) =>
    onlyHook(compiled(on("PreToolUse", rule), more)).executor as Extract<ExecutorSpec, { kind: "process" }>;

  it("run where the session works, with everything but the keys to the models", () => {
    expect(executorOf(echo, { environment: { LLM_PROVIDER: "acme" } })).toEqual({
      kind: "process",
      command: "/bin/sh",
      args: ["-c", "echo hi"],
      env: { CLAUDE_PROJECT_DIR: "/project" },
      inherits: "everything",
      without: expect.arrayContaining(["ANTHROPIC_API_KEY", "LLM_API_KEY", "ACME_API_KEY"]),
      cwd: "/project",
      cwdField: { name: "cwd|workspace", below: "." },
    });
  });

  it.each(["0", "false", "No", "OFF"])("agentao X2: AGENTAO_SCRUB_CHILD_ENV=%s hands all on", (value) => {
    expect(executorOf(echo, { environment: { AGENTAO_SCRUB_CHILD_ENV: value } }).without).toEqual([]);
  });

  it("agentao X2: the key of Google is kept on purpose", () => {
    expect(executorOf(echo).without).not.toContain("GOOGLE_API_KEY");
  });

  it("of a plugin know its folder", () => {
    const plugin = { name: "p", root: "/plugins/p" };
    expect(executorOf(echo, { plugin }).env).toEqual({
      CLAUDE_PROJECT_DIR: "/project",
      CLAUDE_PLUGIN_ROOT: "/plugins/p",
    });
    expect(executorOf({ ...echo, command: "'${CLAUDE_PLUGIN_ROOT}/a.sh' x" }, { plugin }).args[1]).toBe(
      "'/plugins/p/a.sh' x",
    );
    expect(executorOf({ ...echo, command: '"${CLAUDE_PLUGIN_ROOT}/a.sh"' }, { plugin }).args[1]).toBe(
      '"${CLAUDE_PLUGIN_ROOT}/a.sh"',
    );
  });

  it("do not make a command of the name of a folder", () => {
    const plugin = { name: "p", root: "/plugins/'; touch x; '" };
    expect(executorOf({ ...echo, command: "'${CLAUDE_PLUGIN_ROOT}/a.sh'" }, { plugin }).args[1]).toBe(
      "'${CLAUDE_PLUGIN_ROOT}/a.sh'",
    );
  });

  it("with args are programs, and no shell reads them", () => {
    const rule = {
      type: "command",
      command: "${CLAUDE_PROJECT_DIR}/check",
      args: ["--in", "${CLAUDE_PROJECT_DIR}", "$HOME"],
    };
    expect(executorOf(rule)).toMatchObject({ command: "/project/check", args: ["--in", "/project", "$HOME"] });
  });

  it.each([
    ["bash", "linux", "bash", "-c"],
    ["powershell", "linux", "pwsh", "-NoProfile"],
    [undefined, "win32", "cmd.exe", "/C"],
  ] as const)("with the shell %s on %s run %s", (shell, platform, command, first) => {
    const spec = executorOf({ ...echo, ...(shell && { shell }) }, { platform });
    expect([spec.command, spec.args[0], spec.args.at(-1)]).toEqual([command, first, "echo hi"]);
  });

  it.each([
    [{ async: true }, "async", []],
    [{ async: false }, "sync", []],
    [{ asyncRewake: true }, "async", ["asyncRewake"]],
    [{ if: "Bash(git *)" }, "sync", ["if"]],
    [{ once: true, statusMessage: "…" }, "sync", ["once", "statusMessage"]],
    [{ once: false }, "sync", []],
  ])("with Claude Code's options %j are %s", (options, mode, ignored) => {
    const file = compiled(on("PreToolUse", { matcher: "", hooks: [{ ...echo, ...options }] }));
    expect(onlyHook(file).mode).toBe(mode);
    expect(codesOf(file)).toEqual(ignored.map(() => "CLAUDE_OPTION_IGNORED"));
    for (const [index, option] of ignored.entries()) expect(file.findings[index]?.what).toContain(`"${option}"`);
  });
});

describe("http hooks", () => {
  const post = {
    type: "http",
    url: "https://hooks.example/a/secret",
    headers: { "X-Key": "$KEY" },
    allowedEnvVars: ["KEY"],
  };

  it.each(["agentao", "claude-code"] as const)("run on every event, in files for %s", (payload) => {
    const hook = onlyHook(compiled({ ...on("PostToolUse", { ...post, timeout: 5 }), payload }));
    expect(hook).toMatchObject({
      timeoutMs: 5000,
      executor: { kind: "http", url: post.url, headers: post.headers, allowedEnv: ["KEY"] },
    });
    // A path is often a secret.
    expect(hook.name).toBe("post to hooks.example");
  });

  it.each([
    ["no web address", { url: "file:///etc/passwd" }, "CLAUDE_URL_INVALID"],
    ["no address", { url: "hooks" }, "CLAUDE_URL_INVALID"],
    ["a password", { url: "https://u:p@hooks.example/" }, "CLAUDE_URL_INVALID"],
    ["headers that are none", { headers: ["x"] }, "HOOK_FIELD_INVALID"],
    ["a header that is no text", { headers: { a: 1 } }, "HOOK_FIELD_INVALID"],
    ["a header with a strange name", { headers: { "a b": "x" } }, "HOOK_FIELD_INVALID"],
    ["variables that are none", { allowedEnvVars: "KEY" }, "HOOK_FIELD_INVALID"],
  ])("are refused with %s", (_what, more, code) => {
    const file = compiled(on("PreToolUse", { ...post, ...more }));
    expect(file.hooks).toEqual([]);
    expect(codesOf(file)).toEqual([code]);
  });

  it("go only where the settings allow", () => {
    const http = { urls: [["https://hooks.example/*"], ["https://*/a/*"]], env: [["KEY", "OTHER"], ["OTHER"]] };
    const hook = onlyHook(compiled(on("PreToolUse", { ...post, allowedEnvVars: ["KEY", "OTHER"] }), { http }));
    expect(hook.executor).toMatchObject({ allowedEnv: ["OTHER"] });
    const elsewhere = compiled(on("PreToolUse", { ...post, url: "https://hooks.example.evil/a/" }), { http });
    expect(codesOf(elsewhere)).toEqual(["CLAUDE_URL_NOT_ALLOWED"]);
  });

  it("are held to the address that is posted to, not to how it is written", () => {
    const http = { urls: [["https://hooks.example/public/*", "https://other.example"]], env: [] };
    const codes = (url: string) => codesOf(compiled(on("PreToolUse", { ...post, url }), { http }));
    expect(codes("https://hooks.example/public/a")).toEqual([]);
    expect(codes("https://other.example")).toEqual([]);
    expect(codes("https://hooks.example/public/../admin")).toEqual(["CLAUDE_URL_NOT_ALLOWED"]);
    expect(codes("https://hooks.example/public/%2e%2e/admin")).toEqual(["CLAUDE_URL_NOT_ALLOWED"]);
  });
});

describe("files for Claude Code", () => {
  const genuine = (hooks: unknown) => compiled({ payload: "claude-code", hooks });

  it.each([
    ["PermissionRequest", "permission.request", "sync"],
    ["PermissionDenied", "permission.denied", "async"],
    ["Notification", "notice.raised", "sync"],
    ["SubagentStart", "subagent.start", "sync"],
    ["SubagentStop", "subagent.stop", "sync"],
    ["PostCompact", "context.post_compact", "sync"],
    ["StopFailure", "turn.error", "sync"],
  ])("have %s, which is our %s", (name, event, mode) => {
    const file = genuine({ [name]: [{ hooks: [echo] }] });
    expect(file.findings).toEqual([]);
    expect(onlyHook(file)).toMatchObject({ event, mode, timeoutMs: 600_000, metadata: { payload: "claude-code" } });
  });

  it("say how to get these events elsewhere", () => {
    const file = compiled(on("PermissionRequest", { hooks: [{ ...echo, on_failure: "block" }] }));
    expect(codesOf(file)).toEqual(["CLAUDE_EVENT_FLAT_ONLY"]);
    expect(file.findings[0]?.fix).toContain('"payload": "claude-code"');
    expect(onlyHook(file).executor.kind).toBe("broken");
  });

  it.each([...unmappedEvents.keys()])("name %s, for which nothing fires here", (event) => {
    const file = genuine({ [event]: [{ hooks: [echo] }] });
    expect(file.hooks).toEqual([]);
    expect(codesOf(file)).toEqual(["CLAUDE_EVENT_UNMAPPED"]);
    expect(file.findings[0]?.what).toContain(`"${event}"`);
  });

  it.each(["prompt", "agent", "mcp_tool"])("name the type %s, which is not run here", (type) => {
    const file = genuine({
      UserPromptSubmit: [{ hooks: [{ type, prompt: "Is this fine? $ARGUMENTS", onFailure: "block" }] }],
    });
    expect(codesOf(file)).toEqual(["CLAUDE_TYPE_ELSEWHERE"]);
    expect(file.findings[0]?.what).toContain(`'${type}'`);
    expect(onlyHook(file).executor.kind).toBe("broken");
  });

  it("do not run a hook whose matcher cannot be used", () => {
    const file = genuine({ PreToolUse: [{ matcher: "^(?!Read)", hooks: [echo] }] });
    expect(file.hooks).toEqual([]);
    expect(codesOf(file)).toEqual(["CLAUDE_PATTERN_UNUSABLE"]);
  });

  it("are told by a word that is known", () => {
    expect(codesOf(compiled({ payload: "gemini", hooks: {} }))).toEqual(["CONFIG_VALUE_INVALID"]);
  });
});

it("every problem of this dialect is said in full sentences", () => {
  for (const file of [compiled("{"), compiled(on("PreToolUse", { type: "x" })), compiled({ hooks: { Nope: [] } })])
    for (const { code, what, fix } of file.findings) {
      expect(problems).toHaveProperty(code);
      expect(what).toMatch(/\.$/);
      expect(fix).toMatch(/[.?]$/);
    }
});
