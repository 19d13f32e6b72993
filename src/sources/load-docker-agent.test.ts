import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeTree } from "../../test/support/hook-tree.ts";
import { dockerEvents } from "../dialects/docker-agent/events.ts";
import type { Hook } from "../engine/hook.ts";
import { openLiveHooks } from "./live-hooks.ts";
import type { LoadedHooks } from "./load-hooks.ts";
import type { LoadRequest } from "./load-request.ts";

const workspaceYaml = "ws/hookline.yaml";
const say = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value, null, 2));

/** Writes files (texts, or what they say) and loads them. */
function load(files: Readonly<Record<string, unknown>>, changes: Partial<LoadRequest> = {}): LoadedHooks {
  return makeTree(Object.fromEntries(Object.entries(files).map(([path, value]) => [path, say(value)]))).load(changes);
}

const command = (text: string) => ({ type: "command", command: text });
const codes = ({ findings }: LoadedHooks) => findings.map(({ code }) => code);
const described = ({ event, name }: Hook) => `${event} ${name}`;
const withoutLimiter = ({ hooks }: LoadedHooks) => hooks.filter(({ name }) => name !== "limit_large_tool_results");
const namesOn = (loaded: LoadedHooks, event: string) =>
  loaded.hooks.filter((hook) => hook.event === event).map(({ name }) => name);

describe("where docker-agent hooks come from", () => {
  it("docker §10.69: agent files, hooks.d in the order of file names, then flags; all are added, none replaced", () => {
    const tree = makeTree({
      [workspaceYaml]: say({
        agents: { root: { hooks: { stop: command("agent") } } },
        hooks: { stop: command("file") },
      }),
      "home/hooks.d/20-b.yml": say({ hooks: { stop: [command("b")] } }),
      "home/hooks.d/10-a.yaml": say({ hooks: { stop: [command("a")] } }),
      "home/hooks.d/notes.txt": "not YAML: [",
      "ws/other/team.yaml": say({ agents: { helper: { hooks: { stop: [command("named")] } } } }),
    });
    const flagHooks = [
      { event: "stop", command: "flag" },
      { event: "stop", command: "  " },
    ];
    const loaded = tree.load({ agentFiles: [join(tree.root, "other/team.yaml")], flagHooks });
    expect(loaded.findings).toEqual([]);
    expect(namesOn(loaded, "turn.stopping")).toEqual(["agent", "file", "named", "a", "b", "flag"]);
    expect(flagHooks).toHaveLength(2);
  });

  it("a workspace may call its file hookline.yml; a guard in it must not go unread", () => {
    const guard = { hooks: { pre_tool_use: [{ hooks: [command("guard")] }] } };
    expect(namesOn(load({ "ws/hookline.yml": guard }), "tool.pre_call")).toEqual(["guard"]);
  });

  it("docker §10.69: each of the six flags makes one hook, those for tools match every tool", () => {
    const events = ["pre_tool_use", "post_tool_use", "session_start", "session_end", "on_user_input", "stop"];
    const loaded = load({}, { flagHooks: events.map((event) => ({ event, command: `for ${event}` })) });
    expect(loaded.findings).toEqual([]);
    expect(loaded.hooks.map(described)).toEqual([
      "tool.pre_call for pre_tool_use",
      "tool.post_call for post_tool_use",
      "tool.post_error for post_tool_use",
      "session.start for session_start",
      "session.end for session_end",
      "session.awaiting_input for on_user_input",
      "turn.stopping for stop",
    ]);
    expect(loaded.hooks.flatMap(({ matcher }) => matcher.conditions)).toEqual([]);
  });

  it("docker §9.13: flags are added on every event, whatever the files say about others", () => {
    const files = { [workspaceYaml]: { hooks: { turn_end: command("kept"), on_error: command("kept too") } } };
    const loaded = load(files, { flagHooks: [{ event: "stop", command: "flag" }] });
    expect(withoutLimiter(loaded).map(({ name }) => name)).toEqual(["kept", "kept too", "flag"]);
  });

  it("docker §2.1: what a file shares by anchors and merge keys counts", () => {
    const lines = [
      "shared: &shared",
      "  redact_secrets: true",
      "  hooks: { stop: [&one { type: command, command: one }, { <<: *one, name: two }] }",
      "agents: { root: { <<: *shared, model: x } }",
    ];
    const loaded = load({ [workspaceYaml]: `${lines.join("\n")}\n` });
    expect(loaded.findings).toEqual([]);
    expect(namesOn(loaded, "turn.stopping")).toEqual(["one", "two"]);
    expect(namesOn(loaded, "tool.pre_call")).toEqual(["redact_secrets"]);
  });

  it("docker §10.69: a broken file is reported and the others count", () => {
    const loaded = load({
      "home/hooks.d/a.yaml": "hooks:\n  stop: [\n",
      "home/hooks.d/b.yaml": { hooks: { stop: command("fine") } },
      "home/hooks.d/c.yaml": { hooks: { stop: command("good") }, hoooks: {} },
      [workspaceYaml]: { hooks: { stop: command("own") } },
    });
    expect(namesOn(loaded, "turn.stopping")).toEqual(["own", "fine", "good"]);
    expect(loaded.findings).toMatchObject([
      { code: "FILE_SYNTAX", file: expect.stringContaining("a.yaml") },
      { code: "CONFIG_KEY_UNKNOWN", file: expect.stringContaining("c.yaml"), line: 8 },
    ]);
    expect(loaded.broken).toMatchObject([
      { dialect: "docker-agent", file: expect.stringContaining("a.yaml") },
      { dialect: "docker-agent", file: expect.stringContaining("c.yaml") },
    ]);
  });

  it("a named agent file that is missing is an error", () => {
    const loaded = load({}, { agentFiles: ["/nowhere/agent.yaml"] });
    expect(loaded.findings).toMatchObject([{ code: "AGENT_FILE_MISSING", file: "/nowhere/agent.yaml" }]);
    expect(loaded.broken).toHaveLength(1);
  });

  it("the workspace's own file counts once, named or not", () => {
    const tree = makeTree({ [workspaceYaml]: say({ hooks: { stop: command("x") } }) });
    const file = join(tree.root, "hookline.yaml");
    expect(namesOn(tree.load({ agentFiles: [file, file] }), "turn.stopping")).toEqual(["x"]);
  });

  it("hooks of an agent apply to it; the first one of a file is also meant where no agent is named", () => {
    const agents = { root: { hooks: { stop: command("r") } }, helper: { hooks: { stop: command("h") } } };
    const loaded = load({ [workspaceYaml]: { agents, hooks: { stop: command("all") } } });
    const [root, helper, all] = loaded.hooks.filter(({ event }) => event === "turn.stopping");
    const holdsFor = (hook: Hook | undefined, agent: unknown) =>
      (hook?.scope.agentName ?? agent) === agent &&
      (hook?.matcher.conditions ?? []).every((condition) => condition.test(agent));
    expect([undefined, "root", "helper", "other"].map((agent) => holdsFor(root, agent))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect([undefined, "root", "helper"].map((agent) => holdsFor(helper, agent))).toEqual([false, false, true]);
    expect([undefined, "other"].map((agent) => holdsFor(all, agent))).toEqual([true, true]);
  });

  it("hooks of the workspace's file belong to the workspace, those of the user to no place", () => {
    const loaded = load({
      [workspaceYaml]: { hooks: { stop: command("own") } },
      "home/hooks.d/a.yaml": { hooks: { stop: command("user") } },
    });
    const roots = loaded.hooks.filter(({ event }) => event === "turn.stopping").map(({ scope }) => scope.workspaceRoot);
    expect(roots).toEqual([expect.stringMatching(/ws$/), null]);
  });

  it("counts as config with priority 500 and keeps the order of declaration", () => {
    const loaded = load({ [workspaceYaml]: { hooks: { stop: [command("z"), command("a")] } } });
    expect(loaded.hooks[0]).toMatchObject({ source: "config", priority: 500, tieBreak: "declaration", mode: "sync" });
    expect(namesOn(loaded, "turn.stopping")).toEqual(["z", "a"]);
  });

  it("output_limit sets the limit of an answer, which is 1 MiB otherwise", () => {
    const files = { "home/hooks.d/a.yaml": { hooks: { stop: command("x") } } };
    expect(load(files).hooks[0]?.wire?.outputLimit).toBe(1024 * 1024);
    const limited = load({ ...files, "home/config.toml": "[hooks]\noutput_limit = 4096\n" });
    expect(limited.hooks[0]?.wire?.outputLimit).toBe(4096);
  });

  it("a file that appears in hooks.d is noticed", () => {
    const tree = makeTree({ "home/hooks.d/a.yaml": say({ hooks: { stop: command("x") } }) });
    using live = openLiveHooks(tree.request());
    live.refresh();
    expect(live.current.hooks).toHaveLength(1);
    tree.write("home/hooks.d/b.yaml", say({ hooks: { stop: command("y") } }));
    live.refresh();
    expect(live.current.hooks).toHaveLength(2);
  });

  it("a nameless command is known by its text, cut and without its secrets", () => {
    const long = `curl -H "Authorization: Bearer abcdefgh12345678" https://example.com/${"x".repeat(80)}\nsecond line`;
    const [hook] = load({ "home/hooks.d/a.yaml": { hooks: { stop: command(long) } } }).hooks;
    expect(hook?.name).toMatch(/^curl .*…$/);
    expect(hook?.name).toHaveLength(60);
    expect(hook?.name).not.toContain("abcdefgh12345678");
  });
});

describe("settings that stand for hooks", () => {
  const agent = (more: Readonly<Record<string, unknown>>) => ({ [workspaceYaml]: { agents: { root: more } } });
  const shapes = (loaded: LoadedHooks) =>
    loaded.hooks.map(({ event, name, lane }) => (lane !== "preempt" ? `${event} ${name}` : `${event} ${name} ${lane}`));
  const limiter = ["tool.transform_result limit_large_tool_results", "session.end limit_large_tool_results"];

  it.each<[setting: string, more: Readonly<Record<string, unknown>>, hooks: string[]]>([
    ["add_date", { add_date: true }, ["step.start add_date"]],
    ["add_prompt_files", { add_prompt_files: ["A.md", "B.md"] }, ["step.start add_prompt_files"]],
    ["add_environment_info", { add_environment_info: true }, ["session.start add_environment_info"]],
    [
      "redact_secrets",
      { redact_secrets: true },
      ["tool.pre_call redact_secrets", "model.pre_call redact_secrets", "tool.transform_result redact_secrets"],
    ],
    ["safer", { toolsets: [{ type: "shell", safer: true }] }, ["tool.pre_call safer_shell preempt"]],
    ["nothing", { add_date: false, redact_secrets: false, add_prompt_files: [], toolsets: [{ type: "shell" }] }, []],
  ])("docker §10.48: %s, and the limiter last and always", (_setting, more, hooks) => {
    const loaded = load(agent(more));
    expect(loaded.findings).toEqual([]);
    expect(shapes(loaded)).toEqual([...hooks, ...limiter]);
  });

  it("docker §10.48: the arguments of add_prompt_files are the files", () => {
    expect(load(agent({ add_prompt_files: ["A.md", "B.md"] })).hooks[0]?.executor).toMatchObject({
      args: ["A.md", "B.md"],
    });
  });

  it("docker §10.48: hooks that users wrote are kept and come first", () => {
    const loaded = load(agent({ add_date: true, hooks: { turn_start: [command("mine")] } }));
    expect(namesOn(loaded, "step.start")).toEqual(["mine", "add_date"]);
  });

  it("docker §9.9: the limiter comes after redaction and after everybody's transforms", () => {
    const transform = { tool_response_transform: { hooks: command("mine") } };
    const loaded = load({
      ...agent({ redact_secrets: true, hooks: transform }),
      "home/hooks.d/a.yaml": { hooks: { tool_response_transform: { hooks: command("user") } } },
    });
    expect(namesOn(loaded, "tool.transform_result")).toEqual([
      "mine",
      "user",
      "redact_secrets",
      "limit_large_tool_results",
    ]);
  });

  it("docker §9.10: secrets are redacted only where somebody asks for it", () => {
    expect(shapes(load(agent({ model: "x" })))).toEqual(limiter);
  });

  it("there is no limiter where there is no agent file", () => {
    expect(load({}).hooks).toEqual([]);
    expect(load({ "home/hooks.d/a.yaml": { hooks: { stop: command("x") } } }).hooks).toHaveLength(1);
  });

  const snapshots = ["session.start snapshot", "step.start snapshot", "step.end snapshot", "session.end snapshot"];

  it("docker §10.48: snapshots are switched on by the user, for every agent; by hand they work either way", () => {
    expect(shapes(load({ "home/config.toml": "[settings]\nsnapshot = true\n" }))).toEqual(snapshots);
    expect(shapes(load({ "home/hooks.d/a.yaml": { settings: { snapshot: true } } }))).toEqual(snapshots);
    expect(shapes(load({ "home/config.toml": "[settings]\nsnapshot = false\n" }))).toEqual([]);
    const byHand = { hooks: { turn_end: { type: "builtin", command: "snapshot" } } };
    expect(shapes(load({ "home/hooks.d/a.yaml": byHand }))).toEqual(["step.end snapshot"]);
  });

  it("a repository cannot switch snapshots on", () => {
    const loaded = load({ [workspaceYaml]: { settings: { snapshot: true } } });
    expect(codes(loaded)).toEqual(["CONFIG_NOT_HERE"]);
    expect(shapes(loaded)).toEqual(limiter);
  });

  it.each<[setting: string, more: Readonly<Record<string, unknown>>, code: string]>([
    ["safer on another toolset", { toolsets: [{ type: "filesystem", safer: true }] }, "TOOLSET_SAFER_MISPLACED"],
    ["safer: maybe", { toolsets: [{ type: "shell", safer: "maybe" }] }, "CONFIG_VALUE_INVALID"],
    ["add_date: yes please", { add_date: "yes please" }, "CONFIG_VALUE_INVALID"],
    ["add_prompt_files: A.md", { add_prompt_files: "A.md" }, "CONFIG_VALUE_INVALID"],
  ])("docker §2.2: %s is an error, of which the host is told", (_setting, more, code) => {
    const loaded = load(agent(more));
    expect(loaded.findings).toMatchObject([{ code, severity: "error" }]);
    expect(loaded.broken).toMatchObject([{ what: loaded.findings[0]?.what }]);
  });

  it.each<[setting: string, more: Readonly<Record<string, unknown>>]>([
    ["safer: maybe", { toolsets: [{ type: "shell", safer: "maybe" }] }],
    ["safer on another toolset", { toolsets: [{ type: "filesystem", safer: true }] }],
    ["redact_secrets: yes", { redact_secrets: "yes" }],
  ])("docker §2.2: %s stands for a guard, which refuses until it is repaired", (_setting, more) => {
    const refusing = load(agent(more)).hooks.filter(({ executor }) => executor.kind === "broken");
    expect(refusing).toMatchObject([{ event: "tool.pre_call", onFailure: "block" }]);
  });

  it("docker §2.2: redact_secrets at the top of a file is nobody's setting, and refuses until it is moved", () => {
    const loaded = load({ [workspaceYaml]: { redact_secrets: true } });
    expect(codes(loaded)).toEqual(["HOOK_MISPLACED"]);
    const refusing = loaded.hooks.filter(({ executor }) => executor.kind === "broken");
    expect(refusing).toMatchObject([{ event: "tool.pre_call", onFailure: "block" }]);
  });

  it("docker §2.2: a toolset that stands alone instead of in a list is read as well", () => {
    expect(shapes(load(agent({ toolsets: { type: "shell", safer: true } })))).toContain(
      "tool.pre_call safer_shell preempt",
    );
  });

  it.each<[what: string, agents: unknown]>([
    ["a list of agents", [{ hooks: { pre_tool_use: { hooks: command("x") } } }]],
    ["an agent that is a list", { root: [{ hooks: { pre_tool_use: { hooks: command("x") } } }] }],
  ])("a guard in %s refuses until the file is repaired", (_what, agents) => {
    const loaded = load({ [workspaceYaml]: { agents } });
    expect(codes(loaded)).toEqual(["CONFIG_VALUE_INVALID"]);
    const refusing = loaded.hooks.filter(({ executor }) => executor.kind === "broken");
    expect(refusing).toMatchObject([{ event: "tool.pre_call", onFailure: "block" }]);
  });
});

describe("what is checked in a docker-agent file", () => {
  it("docker §10.70: every event takes command, built-in and model hooks, in lists or alone", () => {
    const kinds = [
      command("x"),
      { type: "builtin", command: "add_date" },
      { type: "model", model: "openai/gpt-4o-mini", prompt: "Is {{ .ToolName }} fine?", schema: "" },
    ];
    for (const { name, events, toolPath } of dockerEvents) {
      const lists = toolPath === null ? kinds : [{ hooks: kinds }];
      const alone = toolPath === null ? kinds[0] : { hooks: kinds[0] };
      const loaded = load({ "home/hooks.d/a.yaml": { hooks: { [name]: lists } } });
      expect(
        loaded.findings.filter(({ severity }) => severity === "error"),
        name,
      ).toEqual([]);
      expect(new Set(loaded.hooks.map(({ event }) => event)), name).toEqual(new Set(events));
      expect(loaded.hooks.map(({ executor }) => executor.kind).slice(0, events.length), name).toEqual(
        events.map(() => "process"),
      );
      expect(loaded.hooks).toHaveLength(3 * events.length);
      expect(load({ "home/hooks.d/a.yaml": { hooks: { [name]: alone } } }).hooks).toHaveLength(events.length);
    }
  });

  const yaml = (hook: readonly string[]) => [
    "hooks:",
    "  pre_tool_use:",
    "    - matcher: shell",
    "      hooks:",
    ...hook,
  ];
  const hook = (...lines: string[]) => yaml(lines.map((line, at) => `        ${at === 0 ? "- " : "  "}${line}`));
  const at = "hooks.pre_tool_use[0].hooks[0]";

  it.each<[mistake: string, lines: readonly string[], code: string, line: number, place: string]>([
    ["an unknown type", hook("type: webhook", "command: x"), "HOOK_TYPE_UNKNOWN", 5, at],
    ["no type", hook("command: x"), "HOOK_TYPE_MISSING", 5, at],
    ["no command", hook("type: command"), "HOOK_SHELL_COMMAND_MISSING", 5, at],
    ["an empty command", hook("type: command", 'command: "  "'), "HOOK_SHELL_COMMAND_MISSING", 6, at],
    ["no built-in", hook("type: builtin"), "HOOK_BUILTIN_MISSING", 5, at],
    ["an unknown built-in", hook("type: builtin", "command: add_dates"), "HOOK_BUILTIN_UNKNOWN", 6, at],
    ["no model", hook("type: model", "prompt: x"), "HOOK_MODEL_INCOMPLETE", 5, at],
    ["no prompt", hook("type: model", "model: a/b"), "HOOK_MODEL_INCOMPLETE", 5, at],
    ["a broken prompt", hook("type: model", "model: a/b", 'prompt: "{{ .X"'), "HOOK_PROMPT_INVALID", 7, at],
    [
      "an unknown schema",
      hook("type: model", "model: a/b", "prompt: x", "schema: verdict"),
      "HOOK_SCHEMA_UNKNOWN",
      8,
      at,
    ],
    ["an unknown key", hook("type: command", "command: x", "timout: 5"), "HOOK_KEY_UNKNOWN", 7, at],
    ["a timeout with a unit", hook("type: command", "command: x", "timeout: 5s"), "HOOK_FIELD_INVALID", 7, at],
    ["on_error: deny", hook("type: command", "command: x", "on_error: deny"), "HOOK_FIELD_INVALID", 7, at],
    ["a number in env", hook("type: command", "command: x", "env: { PORT: 80 }"), "HOOK_FIELD_INVALID", 7, at],
    ["a word for a flag", hook("type: command", "command: x", "strict_exit: sure"), "HOOK_FIELD_INVALID", 7, at],
    [
      "a contradiction",
      hook("type: command", "command: x", "on_error: block", "on_failure: open"),
      "HOOK_ON_ERROR_CONFLICT",
      8,
      at,
    ],
    ["a hook that is a text", yaml(["        - ./run.sh"]), "HOOK_NOT_A_MAPPING", 5, at],
    ["an entry without hooks", yaml([]), "HOOK_ENTRY_EMPTY", 3, "hooks.pre_tool_use[0]"],
    [
      "a hook where an entry belongs",
      ["hooks:", "  pre_tool_use:", "    - type: command", "      command: x"],
      "HOOK_ENTRY_EMPTY",
      3,
      "hooks.pre_tool_use[0]",
    ],
    [
      "an unknown key of an entry",
      ["hooks:", "  pre_tool_use:", "    - match: shell", "      hooks: [{ type: command, command: x }]"],
      "HOOK_KEY_UNKNOWN",
      3,
      "hooks.pre_tool_use[0]",
    ],
    [
      "a bad matcher",
      ["hooks:", "  pre_tool_use:", "    - matcher: shell(", "      hooks: [{ type: command, command: x }]"],
      "HOOK_MATCHER_REGEX",
      3,
      "hooks.pre_tool_use[0]",
    ],
  ])("docker §2.4: %s is told with its line and place, and the guard refuses", (_mistake, lines, code, line, place) => {
    const request = { knownBuiltins: new Set(["add_date", "limit_large_tool_results"]) };
    const loaded = load({ [workspaceYaml]: `${lines.join("\n")}\n` }, request);
    expect(loaded.findings).toMatchObject([{ code, line, severity: "error" }]);
    expect(loaded.findings[0]?.what).toContain(place);
    expect(loaded.broken).toMatchObject([{ dialect: "docker-agent", event: "tool.pre_call" }]);
    expect(withoutLimiter(loaded)).toMatchObject([{ executor: { kind: "broken" }, onFailure: "block" }]);
  });

  it("docker §2.4: all problems of a file are told in one pass", () => {
    const loaded = load({
      [workspaceYaml]: {
        agents: { root: { hooks: { stop: [{ type: "x" }, { type: "command" }], pre_tool_uses: [] } } },
        hooks: { turn_start: [{ command: "y" }], turn_end: command("fine") },
      },
    });
    expect(codes(loaded)).toEqual([
      "HOOK_TYPE_UNKNOWN",
      "HOOK_SHELL_COMMAND_MISSING",
      "DOCKER_EVENT_UNKNOWN",
      "HOOK_TYPE_MISSING",
    ]);
    expect(loaded.findings[2]).toMatchObject({ what: expect.stringContaining("agents.root.hooks.pre_tool_uses") });
    expect(loaded.findings[2]?.fix).toBe('Did you mean "pre_tool_use"?');
    expect(withoutLimiter(loaded).map(({ name }) => name)).toEqual(["fine"]);
  });

  it("docker §4: a bad matcher spoils its entry for every tool, a good one keeps the broken guard to its tools", () => {
    const entry = (matcher: string) => ({ pre_tool_use: [{ matcher, hooks: [{ type: "typo" }] }] });
    const patternsOf = (matcher: string) =>
      load({ "home/hooks.d/a.yaml": { hooks: entry(matcher) } }).hooks.flatMap((guard) =>
        guard.matcher.conditions.map(({ pattern }) => pattern),
      );
    expect(patternsOf("shell")).toEqual(["shell"]);
    expect(patternsOf("shell(")).toEqual([]);
  });

  it.each<[broken: string, hooks: unknown, refuses: boolean]>([
    ["an observer", { stop: { type: "typo" } }, false],
    ["a guard that may fail", { user_prompt_submit: { type: "typo" } }, false],
    ["a guard that must hold", { user_prompt_submit: { type: "typo", on_error: "block" } }, true],
    ["one that says it our way", { pre_compact: { type: "typo", on_failure: "block" } }, true],
    ["pre_tool_use", { pre_tool_use: { hooks: { type: "typo" } } }, true],
    ["pre_tool_use that may fail", { pre_tool_use: { hooks: { type: "typo", on_failure: "open" } } }, false],
    ["an entry that is a text", { pre_tool_use: ["shell"] }, true],
  ])("of broken declarations, %s refuses: %s", (_broken, hooks, refuses) => {
    const loaded = load({ "home/hooks.d/a.yaml": { hooks } });
    expect(loaded.broken.length).toBeGreaterThan(0);
    expect(loaded.hooks.map(({ executor }) => executor.kind)).toEqual(refuses ? ["broken"] : []);
  });

  it("guards in a file that cannot be parsed refuse", () => {
    const text = [
      "agents:",
      "  root:",
      "    hooks:",
      "      pre_tool_use:",
      "        - hooks:",
      "          - type: command",
      "            command: x",
      "      user_prompt_submit:",
      "        - type: command",
      "          on_error: block",
      "      # permission_request: { type: command, on_error: block }",
      "      stop:",
      "        - type: command",
      "  broken: [",
      "",
    ].join("\n");
    const loaded = load({ [workspaceYaml]: text });
    expect(codes(loaded)).toEqual(["FILE_SYNTAX"]);
    expect(loaded.hooks.map(({ event }) => event)).toEqual(["tool.pre_call", "input.pre_submit"]);
    expect(loaded.hooks.map(({ origin }) => origin.line)).toEqual([4, 8]);
  });

  it.each<[place: string, file: unknown]>([
    ["beside hooks", { agents: { root: { pre_tool_use: [{ hooks: [command("x")] }] } } }],
    ["under a misspelt key", { agents: { root: { hook: { pre_tool_use: [{ hooks: [command("x")] }] } } } }],
    ["at the top of the file", { pre_tool_use: [{ hooks: [command("x")] }] }],
  ])("a guard %s is an error, and it refuses", (_place, file) => {
    const loaded = load({ [workspaceYaml]: file });
    expect(codes(loaded)).toEqual(["HOOK_MISPLACED"]);
    expect(withoutLimiter(loaded)).toMatchObject([{ event: "tool.pre_call", executor: { kind: "broken" } }]);
  });

  it("a guard in a list of mappings refuses", () => {
    const loaded = load({ "home/hooks.d/a.yaml": { hooks: [{ pre_tool_use: [{ hooks: [command("x")] }] }] } });
    expect(codes(loaded)).toEqual(["CONFIG_VALUE_INVALID"]);
    expect(loaded.hooks).toMatchObject([{ event: "tool.pre_call", executor: { kind: "broken" } }]);
  });

  it.each<[what: string, hooks: unknown, code: string]>([
    [
      "preempt_yolo where it means nothing",
      { post_tool_use: { preempt_yolo: true, hooks: command("x") } },
      "HOOK_PREEMPT_IDLE",
    ],
    [
      "on_error: block where nothing can be blocked",
      { stop: { ...command("x"), on_error: "block" } },
      "HOOK_BLOCK_IDLE",
    ],
    [
      "a model without a schema where its text goes nowhere",
      { pre_tool_use: { hooks: { type: "model", model: "openai/x", prompt: "May it?" } } },
      "HOOK_SCHEMA_MISSING",
    ],
  ])("%s is a warning", (_what, hooks, code) => {
    const loaded = load({ "home/hooks.d/a.yaml": { hooks } });
    expect(loaded.findings).toMatchObject([{ code, severity: "warning" }]);
    expect(loaded.broken).toEqual([]);
    expect(loaded.hooks.length).toBeGreaterThan(0);
  });

  it("a built-in that has no effect on its event is a warning that names docker-agent's events", () => {
    const builtinEvents = new Map([["add_date", ["step.start"]]]);
    const hooks = { stop: { type: "builtin", command: "add_date" } };
    const loaded = load({ "home/hooks.d/a.yaml": { hooks } }, { builtinEvents });
    expect(loaded.findings).toMatchObject([{ code: "HOOK_BUILTIN_EVENT", fix: expect.stringContaining("turn_start") }]);
  });

  it.each<[what: string, text: string]>([
    ["an empty file", ""],
    ["a file without hooks", "version: 2\nmodels: {}\n"],
    ["empty events", "hooks:\n  stop:\nagents:\n  root:\n"],
  ])("%s is fine", (_what, text) => {
    const loaded = load({ [workspaceYaml]: text });
    expect(loaded).toMatchObject({ findings: [], broken: [] });
    expect(withoutLimiter(loaded)).toEqual([]);
  });
});
