import { createHash } from "node:crypto";
import { cpSync, realpathSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeTree, onlyHook } from "../../test/support/hook-tree.ts";
import type { EventName } from "../catalog/catalog.ts";
import type { Hook } from "../engine/hook.ts";
import { nativeHook } from "../engine/native-hook.ts";
import type { LoadedHooks } from "./load-hooks.ts";

const config = "ws/.hookline/config.toml";
const agent = "ws/.hookline/agents/coder/AGENT.md";
const skill = "ws/.hookline/skills/notes/SKILL.md";
const manifest = "home/extensions/tools/extension.toml";

const declare = (name: string, ...lines: string[]): string => {
  const event = lines.some((line) => line.startsWith("event")) ? [] : ['event = "session.post_create"'];
  return ["[[hooks.declarations]]", `name = "${name}"`, ...event, 'command = "./run.sh"', ...lines, ""].join("\n");
};
const agentFile = (...lines: string[]) =>
  ["---", "name: coder", "hooks:", ...lines, "---", "", "You write code."].join("\n");
const skillFile = (...lines: string[]) =>
  ["---", "name: notes", "metadata:", "  agh:", "    hooks:", ...lines.map((line) => `      ${line}`), "---", ""].join(
    "\n",
  );
const extension = (...lines: string[]) =>
  [
    "[extension]",
    'name = "tools"',
    "[[resources.hooks]]",
    'name = "run"',
    'event = "session.post_create"',
    ...lines,
    "",
  ].join("\n");

const load = (files: Readonly<Record<string, string>>) => makeTree(files).load();
const loadConfig = (...lines: string[]) => load({ [config]: declare("gate", ...lines) });
const codes = ({ findings }: LoadedHooks) => findings.map(({ code }) => code);
const messages = ({ findings }: LoadedHooks) => findings.map(({ what }) => what).join("\n");
const names = ({ hooks }: LoadedHooks) => hooks.map(({ name }) => name);
const processOf = (hook: Hook) => {
  if (hook.executor.kind !== "process") throw new Error(`${hook.name} is not a process`);
  return hook.executor;
};

describe("declarations in config.toml", () => {
  it("C010 a full entry parses: name, event, mode, priority, timeout, matcher, nested executor, env", () => {
    const loaded = load({
      [config]: `[[hooks.declarations]]
name = " gate "
event = "tool.pre_call"
mode = "sync"
required = true
priority = 700
timeout = "1m30s"
metadata = { team = "platform" }

[hooks.declarations.matcher]
tool_name = " Edit* "
tool_read_only = false

[hooks.declarations.executor]
kind = "subprocess"
command = " /usr/bin/env "
args = ["bash", " ./gate.sh "]
env = { POLICY = "strict" }
`,
    });
    expect(loaded.findings).toEqual([]);
    const hook = onlyHook(loaded);
    expect(hook).toMatchObject({
      name: "gate",
      event: "tool.pre_call",
      dialect: "agh",
      source: "config",
      skillSource: null,
      mode: "sync",
      required: true,
      onFailure: "block",
      priority: 700,
      timeoutMs: 90_000,
      metadata: { team: "platform" },
      executor: { kind: "process", command: "/usr/bin/env", args: ["bash", " ./gate.sh "], env: { POLICY: "strict" } },
      origin: { line: 1 },
    });
    expect(hook.matcher.conditions.map(({ key, pattern }) => [key, pattern])).toEqual([
      ["tool_name", "Edit*"],
      ["tool_read_only", false],
    ]);
  });

  it("C011 a minimal entry is async, 500 and a subprocess with 5 seconds", () => {
    expect(onlyHook(loadConfig())).toMatchObject({
      mode: "async",
      required: false,
      onFailure: "open",
      priority: 500,
      timeoutMs: 5_000,
      executor: { kind: "process", command: "./run.sh", args: [], env: {} },
    });
  });

  it("C012 an explicit priority of 0 is kept", () => {
    expect(onlyHook(loadConfig("priority = 0")).priority).toBe(0);
    expect(onlyHook(loadConfig("priority = -5")).priority).toBe(-5);
  });

  it("C013 native hooks have 1000, agents' 100, skills' 0", () => {
    const entry = ["- event: session.post_create", "  command: x"];
    const loaded = load({
      [agent]: agentFile("  - name: a", "    event: turn.end", "    command: x"),
      [skill]: skillFile(...entry),
    });
    expect(loaded.hooks.map(({ source, priority }) => [source, priority])).toEqual([
      ["agent_definition", 100],
      ["skill", 0],
    ]);
    expect(nativeHook({ name: "n", event: "turn.end", run: () => {} }).priority).toBe(1000);
  });

  it("C014 an unknown event is rejected; the message names the section and the event", () => {
    const loaded = loadConfig('event = "tool.precall"');
    expect(loaded.hooks).toEqual([]);
    expect(messages(loaded)).toMatch(/hooks\.declarations\[0\].*"tool\.precall"/);
  });

  it.each<[rule: string, lines: string[], code: string, names: RegExp]>([
    ["C015 required and async", ["required = true"], "HOOK_REQUIRED_ASYNC", /required = true/],
    [
      "C016 sync on message.delta",
      ['event = "message.delta"', 'mode = "sync"'],
      "HOOK_EVENT_ASYNC_ONLY",
      /message\.delta/,
    ],
    [
      "C017 a matcher field of another family",
      ['matcher = { tool_name = "x" }'],
      "HOOK_MATCHER_FIELD",
      /session\.post_create cannot match on tool_name/,
    ],
    [
      "C018 an autonomy field of another family",
      ['event = "task.run.completed"', 'matcher = { autonomy = { parent_session_id = "x" } }'],
      "HOOK_MATCHER_FIELD",
      /task\.run\.completed cannot match on autonomy\.parent_session_id/,
    ],
    ["C020 a bad pattern", ['matcher = { agent_name = "[" }'], "HOOK_MATCHER_PATTERN", /matcher\.agent_name/],
    ["C021 native from a file", ['executor = { kind = "native" }'], "HOOK_EXECUTOR_NATIVE", /"native"/],
    ["C022 skill_source", ['skill_source = "user"'], "HOOK_KEY_RESERVED", /"skill_source"/],
    [
      "C023 two forms of executor",
      ['executor = { command = "y" }'],
      "HOOK_EXECUTOR_MIXED",
      /command and executor\.command/,
    ],
    ["C026 an unknown key", ["shell = true"], "HOOK_KEY_UNKNOWN", /"shell"/],
    ["C048 agent_type", ['matcher = { agent_type = "x" }'], "HOOK_MATCHER_FIELD", /agent_type/],
  ])("%s is rejected", (_rule, lines, code, named) => {
    const loaded = loadConfig(...lines);
    expect(codes(loaded)).toEqual([code]);
    expect(messages(loaded)).toMatch(named);
    expect(loaded.broken).toMatchObject([{ name: "gate", what: messages(loaded) }]);
  });

  it.each<[event: EventName, fields: string[]]>([
    [
      "coordinator.pre_spawn",
      ["task_id", "run_id", "workflow_id", "coordination_channel_id", "coordinator_session_id"],
    ],
    ["task.run.released", ["task_id", "run_id", "workflow_id", "coordination_channel_id", "release_reason"]],
    [
      "spawn.pre_create",
      [
        "task_id",
        "run_id",
        "workflow_id",
        "coordination_channel_id",
        "parent_session_id",
        "root_session_id",
        "child_session_id",
        "spawn_role",
      ],
    ],
  ])("C019 autonomy fields of %s are accepted", (event, fields) => {
    const autonomy = fields.map((field) => `${field} = "x-*"`).join(", ");
    const loaded = loadConfig(`event = "${event}"`, `matcher = { autonomy = { ${autonomy} } }`);
    expect(loaded.findings).toEqual([]);
    expect(onlyHook(loaded).matcher.conditions.map(({ key }) => key)).toEqual(
      fields.map((field) => `autonomy.${field}`),
    );
  });

  it("C024 a workspace's entry replaces the user's of the same name in place; the others stay", () => {
    const loaded = load({
      "home/config.toml": [declare("first"), declare(" shared ", 'metadata = { from = "home" }'), declare("last")].join(
        "",
      ),
      "ws/.agh/config.toml": [declare("agh"), declare("shared", 'metadata = { from = "agh" }')].join(""),
      [config]: [declare("own"), declare("shared", 'metadata = { from = "hookline" }')].join(""),
    });
    expect(names(loaded)).toEqual(["first", "shared", "last", "agh", "own"]);
    expect(loaded.hooks[1]?.metadata).toEqual({ from: "hookline" });
    expect(loaded.findings).toMatchObject([{ code: "HOOK_REPLACES_YOURS", severity: "warning", line: 5 }]);
    expect(messages(loaded)).toContain("home/config.toml:5");
  });

  it("a workspace that switches off the user's own hook says so", () => {
    const loaded = load({
      "home/config.toml": declare("gate"),
      [config]: '[[hooks.declarations]]\nname = "gate"\nenabled = false\n',
    });
    expect(loaded.hooks).toEqual([]);
    expect(messages(loaded)).toContain('switches off your own hook "gate"');
  });

  it.each([
    ["switches it off", "enabled = false\n"],
    ["puts another in its place", 'event = "tool.pre_call"\ncommand = "/bin/true"\n'],
  ])("a required hook of the user's stays when a workspace %s, and that is said", (_how, entry) => {
    const guard = declare("gate", 'mode = "sync"', "required = true");
    const loaded = load({ "home/config.toml": guard, [config]: `[[hooks.declarations]]\nname = "gate"\n${entry}` });
    expect(loaded.hooks).toMatchObject([{ name: "gate", required: true }]);
    expect(codes(loaded)).toEqual(["HOOK_CANNOT_REPLACE_YOURS"]);
    expect(loaded.broken).toMatchObject([{ name: "gate", what: expect.stringContaining("yours runs") }]);
  });

  it("a broken entry replaces nothing: the hook it was written over goes on", () => {
    const loaded = load({ "home/config.toml": declare("gate"), [config]: declare("gate", "x = 1") });
    expect(loaded.hooks.map(({ origin }) => origin.file)).toEqual([expect.stringContaining("home/config.toml")]);
    expect(loaded.broken).toMatchObject([{ name: "gate", file: expect.stringContaining("ws/.hookline/config.toml") }]);
  });

  it("C024 of two entries with one name in one file the later counts, and that is said", () => {
    const loaded = load({ [config]: declare("gate", "priority = 1") + declare("gate", "priority = 2") });
    expect(onlyHook(loaded).priority).toBe(2);
    expect(loaded.findings).toMatchObject([{ code: "HOOK_NAME_REPEATED", severity: "warning", line: 6 }]);
  });

  it.each(["", "[hooks]\n", "[hooks]\ndeclarations = []\n"])("C025 an empty section declares nothing: %j", (text) => {
    expect(load({ [config]: text })).toMatchObject({ hooks: [], broken: [], findings: [] });
  });

  it("C026 an unknown setting is an error in every config file", () => {
    const text = "[hooks]\nworkers = 9\n";
    expect(codes(load({ [config]: text }))).toEqual(["CONFIG_KEY_UNKNOWN"]);
    expect(codes(load({ "ws/.agh/config.toml": text }))).toEqual(["CONFIG_KEY_UNKNOWN"]);
    expect(codes(load({ "home/config.toml": text }))).toEqual(["CONFIG_KEY_UNKNOWN"]);
  });

  it("leaves the tables of other programs alone in .agh/config.toml, and wonders about them in its own", () => {
    const text = "[providers.codex]\nmodel = 'x'\n[skills]\nenabled = true\n[store]\nkind = 'x'\n";
    expect(load({ "ws/.agh/config.toml": text }).findings).toEqual([]);
    expect(codes(load({ [config]: text }))).toEqual(["CONFIG_TABLE_UNKNOWN", "CONFIG_NOT_HERE", "CONFIG_NOT_HERE"]);
  });

  it("C037 a disabled declaration is skipped, whatever else is wrong with it", () => {
    const loaded = loadConfig("enabled = false", 'event = "nonsense"', "required = true");
    expect(loaded).toMatchObject({ hooks: [], broken: [], findings: [] });
    expect(names(loadConfig("enabled = true"))).toEqual(["gate"]);
  });

  it("C049 executor.kind may accompany a command at the top", () => {
    const loaded = loadConfig('args = ["a"]', 'env = { A = "1" }', 'executor = { kind = "subprocess" }');
    expect(processOf(onlyHook(loaded))).toMatchObject({ command: "./run.sh", args: ["a"], env: { A: "1" } });
  });

  it("wasm is accepted and left to the executor to refuse", () => {
    const loaded = load({
      [config]: '[[hooks.declarations]]\nname = "w"\nevent = "turn.end"\nexecutor = { kind = "wasm" }\n',
    });
    expect(onlyHook(loaded).executor).toEqual({ kind: "wasm" });
  });

  it("reads the settings beside the hooks; the workspace's lie over the user's", () => {
    const { settings, findings } = load({
      "home/config.toml": `[hooks]
output_limit = 4096
debug_patches = true
[skills]
allowed_marketplace_hooks = ["notes"]
[extensions]
allowed_env = ["tools:GITHUB_TOKEN"]
[sources]
claude_code = true
[store]
max_age_days = 30
max_runs = 100000
`,
      [config]: "[hooks]\noutput_limit = 65536\ndebug_patches = false\n[sources]\nagentao = true\n",
    });
    // A repository has no say in what holds for the user's own hooks and records.
    expect(findings.map(({ code, line }) => [code, line])).toEqual([
      ["CONFIG_NOT_HERE", 2],
      ["CONFIG_NOT_HERE", 3],
    ]);
    expect(settings).toEqual({
      outputLimit: 4096,
      debugPatches: true,
      allowedMarketplaceHooks: ["notes"],
      allowedExtensionEnv: ["tools:GITHUB_TOKEN"],
      snapshot: false,
      sources: { claudeCode: true, agentao: false },
      workspaceSources: { claudeCode: false, agentao: true },
      store: { maxAgeDays: 30, maxRuns: 100_000 },
    });
  });

  it("output_limit reaches the wire of every hook", () => {
    const loaded = load({ "home/config.toml": "[hooks]\noutput_limit = 4096\n", [config]: declare("gate") });
    expect(onlyHook(loaded).wire?.outputLimit).toBe(4096);
    expect(onlyHook(loadConfig()).wire?.outputLimit).toBe(8192);
  });
});

describe("declarations in AGENT.md", () => {
  it("C027 a YAML hook gets the agent's scope", () => {
    const hook = onlyHook(load({ [agent]: agentFile("  - name: a", "    event: message.end", "    command: x") }));
    expect(hook).toMatchObject({ source: "agent_definition", scope: { agentName: "coder" }, origin: { line: 4 } });
    expect(hook.matcher.conditions).toEqual([]);
  });

  it("C028 a TOML hook likewise", () => {
    const text =
      '---\nname = "coder"\n\n[[hooks]]\nname = "a"\nevent = "turn.end"\ncommand = "x"\n---\nYou write code.\n';
    expect(onlyHook(load({ [agent]: text }))).toMatchObject({
      source: "agent_definition",
      scope: { agentName: "coder" },
      origin: { line: 4 },
    });
  });

  it("C029 a conflicting agent_name is rejected, naming the agent", () => {
    const entry = [
      "  - name: a",
      "    event: turn.end",
      "    command: x",
      "    matcher:",
      "      agent_name: reviewer",
    ];
    const loaded = load({ [agent]: agentFile(...entry) });
    expect(codes(loaded)).toEqual(["HOOK_AGENT_CONFLICT"]);
    expect(messages(loaded)).toContain('the agent "coder"');
    expect(names(load({ [agent]: agentFile(...entry).replace("agent_name: reviewer", "agent_name: coder") }))).toEqual([
      "a",
    ]);
  });

  it("C030 config and agent hooks combine with their own priorities", () => {
    const loaded = load({
      [config]: declare("c"),
      [agent]: agentFile("  - name: a", "    event: turn.end", "    command: x"),
    });
    expect(loaded.hooks.map(({ name, priority }) => [name, priority])).toEqual([
      ["c", 500],
      ["a", 100],
    ]);
  });

  it("the strongest root's definition of an agent counts: .hookline, .agh, additional roots, the user's", () => {
    const hook = (from: string) => agentFile(`  - name: ${from}`, "    event: turn.end", "    command: x");
    const tree = makeTree({ "home/agents/coder/AGENT.md": hook("home") });
    expect(names(tree.load())).toEqual(["home"]);
    tree.write("more/.agh/agents/coder/AGENT.md", hook("more"));
    tree.write(config, '[workspace]\nadditional_roots = ["../more"]\n');
    expect(names(tree.load())).toEqual(["more"]);
    tree.write("ws/.agh/agents/coder/AGENT.md", hook("agh"));
    expect(names(tree.load())).toEqual(["agh"]);
    tree.write(agent, hook("hookline"));
    expect(names(tree.load())).toEqual(["hookline"]);
  });

  it("a broken AGENT.md does not touch the others", () => {
    const loaded = load({
      [agent]: "---\nname: coder\nhooks: [\n---\n",
      "ws/.hookline/agents/other/AGENT.md": agentFile("  - name: a", "    event: turn.end", "    command: x").replace(
        "coder",
        "other",
      ),
    });
    expect(names(loaded)).toEqual(["a"]);
    expect(codes(loaded)).toEqual(["FILE_SYNTAX"]);
    expect(loaded.broken).toMatchObject([{ name: null, event: null, line: 4 }]);
  });

  it("the hooks of an agent in the wrong folder are broken", () => {
    const entry = ["  - name: a", "    event: tool.pre_call", "    mode: sync", "    required: true", "    command: x"];
    const loaded = load({ "ws/.hookline/agents/reviewer/AGENT.md": agentFile(...entry) });
    expect(codes(loaded)).toEqual(["AGENT_NAME_MISMATCH"]);
    expect(loaded.broken).toMatchObject([{ name: "a", event: "tool.pre_call" }]);
    expect(onlyHook(loaded).executor.kind).toBe("broken");
  });
});

describe("declarations in SKILL.md", () => {
  const minimal = ["- event: session.post_create", "  command: x"];

  it("C031 a minimal hook is async, 0, and named like its skill", () => {
    expect(onlyHook(load({ [skill]: skillFile(...minimal) }))).toMatchObject({
      name: "notes",
      source: "skill",
      skillSource: "workspace",
      mode: "async",
      priority: 0,
    });
  });

  it("C032 hooks of a skill with several get #n names", () => {
    const loaded = load({
      [skill]: skillFile(...minimal, "- event: turn.end", "  command: y", "  name: own", ...minimal),
    });
    expect(names(loaded)).toEqual(["notes#1", "own", "notes#3"]);
  });

  it.each<[rule: string, entry: string[], code: string]>([
    ["C033 an unknown event", ["- event: session.created", "  command: x"], "HOOK_EVENT_UNKNOWN"],
    ["C034 no command", ["- event: session.post_create"], "HOOK_EXECUTOR_MISSING"],
    ["C035 an old event name", ["- event: on_session_created", "  command: x"], "HOOK_EVENT_LEGACY"],
  ])("%s is an error of the skill", (_rule, entry, code) => {
    const loaded = load({ [skill]: skillFile(...entry) });
    expect(codes(loaded)).toEqual([code]);
    expect(loaded.hooks).toEqual([]);
    expect(loaded.broken).toMatchObject([{ name: "notes" }]);
  });

  it("C035 the message names the new event", () => {
    expect(messages(load({ [skill]: skillFile("- event: on_session_stopped", "  command: x") }))).toContain(
      "session.post_stop",
    );
  });

  it("C036 optional fields are read, the full shape included", () => {
    const loaded = load({
      [skill]: skillFile(
        "- name: gate",
        "  event: tool.pre_call",
        "  mode: sync",
        "  required: true",
        "  priority: 7",
        "  timeout: 250ms",
        "  matcher: { tool_name: Edit }",
        "  executor: { kind: subprocess, command: ./x, args: [a], env: { A: b } }",
      ),
    });
    expect(loaded.findings).toEqual([]);
    expect(onlyHook(loaded)).toMatchObject({ name: "gate", mode: "sync", required: true, priority: 7, timeoutMs: 250 });
    expect(processOf(onlyHook(loaded))).toMatchObject({ command: "./x", args: ["a"], env: { A: "b" } });
  });

  it("metadata.hookline.hooks counts too", () => {
    expect(names(load({ [skill]: skillFile(...minimal).replace("agh:", "hookline:") }))).toEqual(["notes"]);
  });

  it("what does not look like hooks is a warning, and the rest counts", () => {
    const loaded = load({ [skill]: skillFile("- just a text", ...minimal) });
    expect(loaded.findings).toMatchObject([{ code: "SKILL_HOOKS_MALFORMED", severity: "warning", line: 6 }]);
    expect(names(loaded)).toEqual(["notes"]);
  });

  it("later sources override a skill of the same name, and the scan goes four folders deep", () => {
    const tree = makeTree({ "home/skills/notes/SKILL.md": skillFile(...minimal) });
    expect(onlyHook(tree.load()).skillSource).toBe("user");
    tree.write("ws/.agh/skills/a/b/c/notes/SKILL.md", skillFile(...minimal));
    tree.write("ws/.agh/skills/a/b/c/d/too-deep/SKILL.md", skillFile(...minimal).replace("notes", "deep"));
    tree.write("ws/.agh/skills/node_modules/x/SKILL.md", skillFile(...minimal).replace("notes", "module"));
    tree.write("ws/.agh/skills/.hidden/x/SKILL.md", skillFile(...minimal).replace("notes", "hidden"));
    const hook = onlyHook(tree.load());
    expect(hook).toMatchObject({ name: "notes", skillSource: "workspace" });
    tree.write(skill, skillFile(...minimal));
    expect(onlyHook(tree.load()).origin.file).toBe(join(tree.directory, skill));
  });

  it("C046 an invalid skill of one agent is skipped, the rest loads", () => {
    const loaded = load({
      [agent]: agentFile("  - name: a", "    event: turn.end", "    command: x"),
      "ws/.hookline/agents/coder/skills/bad/SKILL.md": "---\nname: [\n---\n",
      "ws/.hookline/agents/coder/skills/good/SKILL.md": skillFile(...minimal),
    });
    expect(loaded.hooks.map(({ name, scope }) => [name, scope.agentName])).toEqual([
      ["a", "coder"],
      ["notes", "coder"],
    ]);
    expect(codes(loaded)).toEqual(["FILE_SYNTAX"]);
  });

  describe("C039 a skill from a marketplace", () => {
    const text = skillFile(...minimal);
    const hash = createHash("sha256").update(text).digest("hex");
    const meta = (fields: object) => ({
      "home/skills/notes/SKILL.md": text,
      "home/skills/notes/.agh-meta.json": JSON.stringify({ slug: "team/notes", registry: "hub", ...fields }),
    });

    it("is blocked without consent, and says how to give it", () => {
      const loaded = load(meta({}));
      expect(loaded).toMatchObject({ hooks: [], broken: [] });
      expect(loaded.findings).toMatchObject([{ code: "SKILL_HOOKS_NOT_ALLOWED", severity: "warning" }]);
      expect(loaded.findings[0]?.fix).toContain('"hub:team/notes"');
    });

    it.each(["team/notes", "hub:team/notes", hash, `sha256:${hash}`])("is allowed by %s", (entry) => {
      const consent = `[skills]\nallowed_marketplace_hooks = ["${entry}"]\n`;
      const loaded = load({ ...meta({ hash }), "home/config.toml": consent });
      expect(onlyHook(loaded).skillSource).toBe("marketplace");
      expect(loaded.findings).toEqual([]);
    });

    it("is not allowed by the repository", () => {
      const loaded = load({ ...meta({}), [config]: '[skills]\nallowed_marketplace_hooks = ["team/notes"]\n' });
      expect(loaded.hooks).toEqual([]);
      expect(codes(loaded)).toEqual(["CONFIG_NOT_HERE", "SKILL_HOOKS_NOT_ALLOWED"]);
    });

    it("is broken when its content is not what was delivered", () => {
      const consent = '[skills]\nallowed_marketplace_hooks = ["team/notes"]\n';
      const loaded = load({ ...meta({ hash: `sha256:${"0".repeat(64)}` }), "home/config.toml": consent });
      expect(loaded.hooks).toEqual([]);
      expect(codes(loaded)).toEqual(["SKILL_CHANGED"]);
      expect(loaded.broken).toMatchObject([{ name: "notes" }]);
    });

    it("needs consent for the skills it brings along too, and their hash is not the package's", () => {
      const files = { ...meta({ hash }), "home/skills/notes/more/SKILL.md": text.replace("notes", "more") };
      expect(load(files)).toMatchObject({ hooks: [] });
      const consent = '[skills]\nallowed_marketplace_hooks = ["team/notes"]\n';
      expect(names(load({ ...files, "home/config.toml": consent }))).toEqual(["notes", "more"]);
    });

    it("is one even when what its installer wrote cannot be read", () => {
      const loaded = load({ "home/skills/notes/SKILL.md": text, "home/skills/notes/.agh-meta.json/x": "" });
      expect(loaded.hooks).toEqual([]);
      expect(codes(loaded)).toContain("SKILL_HOOKS_NOT_ALLOWED");
    });

    it("yields to a skill of the same name that the user wrote", () => {
      const loaded = load({ ...meta({}), "home/skills/a-mine/SKILL.md": text });
      expect(onlyHook(loaded).skillSource).toBe("user");
    });
  });
});

describe("declarations of extensions", () => {
  it("C041 run in the extension's root and carry metadata.extension, which they cannot write themselves", () => {
    const tree = makeTree({
      [manifest]: extension('command = "./run.sh"', 'metadata = { extension = "other", a = "b" }'),
    });
    const hook = onlyHook(tree.load());
    expect(hook).toMatchObject({ source: "config", priority: 500, metadata: { extension: "tools", a: "b" } });
    const root = join(tree.home, "extensions/tools");
    expect(processOf(hook)).toMatchObject({ command: join(root, "run.sh"), cwd: root });
  });

  it("C042 {{config_dir}} and {{env:NAME}} expand, once, and a missing variable is empty", () => {
    const tree = makeTree({
      [manifest]: extension(
        'command = " {{config_dir}}/bin/run "',
        'args = [" --dir={{config_dir}} ", "{{env:LANG}}", "{{env:MISSING}}!", "{{env:TRICK}}", "{{.Names}}"]',
        'env = { WHERE = "{{config_dir}}/{{ env:LANG }}" }',
      ),
    });
    const hook = onlyHook(tree.load({ environment: { LANG: "C", TRICK: "{{config_dir}}" } }));
    const root = join(tree.home, "extensions/tools");
    expect(processOf(hook)).toMatchObject({
      command: join(root, "bin/run"),
      args: [`--dir=${root}`, "C", "!", "{{config_dir}}", "{{.Names}}"],
      env: { WHERE: `${root}/C` },
    });
  });

  it("extension.json has the same shape, and may count nanoseconds", () => {
    const hooks = [{ name: "run", event: "turn.end", command: "node", timeout: 250_000_000 }];
    const text = JSON.stringify({ extension: { name: "tools" }, resources: { hooks } }, null, 2);
    const hook = onlyHook(load({ "home/extensions/tools/extension.json": text }));
    expect(hook).toMatchObject({ name: "run", timeoutMs: 250, origin: { line: 7 } });
  });

  it("two manifests are one too many", () => {
    const json = JSON.stringify({ resources: { hooks: [{ name: "j", event: "turn.end", command: "x" }] } });
    const loaded = load({ [manifest]: extension('command = "x"'), "home/extensions/tools/extension.json": json });
    expect(names(loaded)).toEqual(["run"]);
    expect(codes(loaded)).toEqual(["EXTENSION_MANIFEST_TWICE"]);
  });

  it.each([
    "OPENAI_API_KEY",
    "ANTHROPIC_API_KEY",
    "GITHUB_TOKEN",
    "NPM_TOKEN",
    "AWS_SECRET_ACCESS_KEY",
    "AWS_ACCESS_KEY_ID",
    "AWS_SESSION_TOKEN",
    "DB_PASSWORD",
    "PGPASSWORD",
    "SSH_PRIVATE_KEY",
    "GOOGLE_CREDENTIALS",
    "CLIENT_SECRET",
    "SESSION_COOKIE",
    "AUTHORIZATION",
    "BEARER",
    "SIGNING_KEY",
    "GH_PAT",
    "SENTRY_DSN",
    "DATABASE_URL",
    "STRIPE_KEY",
  ])("T7 does not hand %s to an extension that nobody allowed to have it", (name) => {
    const files = { [manifest]: extension('command = "x"', `env = { X = "{{env:${name}}}" }`) };
    const environment = { [name]: "hunter2" };
    const refused = makeTree(files).load({ environment });
    expect(codes(refused)).toEqual(["HOOK_ENV_SECRET"]);
    expect(JSON.stringify(refused)).not.toContain("hunter2");
    for (const entry of [name, `tools:${name}`]) {
      const allowed = { ...files, "home/config.toml": `[extensions]\nallowed_env = ["${entry}"]\n` };
      expect(processOf(onlyHook(makeTree(allowed).load({ environment }))).env).toEqual({ X: "hunter2" });
    }
    const other = { ...files, "home/config.toml": `[extensions]\nallowed_env = ["other:${name}"]\n` };
    expect(codes(makeTree(other).load({ environment }))).toEqual(["HOOK_ENV_SECRET"]);
  });

  it.each([
    "../outside",
    "./../outside",
    "a/../../outside",
    "./a/b/../../../outside",
    "..",
    "../",
    "../tools/../outside",
    "../tools-evil/run",
    ".//..//outside",
    "./.././outside",
    "{{config_dir}}/../outside",
    "{{config_dir}}/../../..",
    "{{ config_dir }}/../outside",
    "{{config_dir}}/a/../../outside",
    "{{config_dir}}-evil/run",
    "{{config_dir}}/../tools-evil/x",
    "./link/outside",
    "link/sub/outside",
    "./link",
    "{{config_dir}}/link/outside",
    "./loop/x",
    "./a\u0000/../../x",
    "./link-to-file",
    "./up/home/config.toml",
  ])("C040 T6 the command %j may not lead out of the extension", (command) => {
    const tree = makeTree({
      [manifest]: extension(`command = ${JSON.stringify(command)}`),
      "outside/sub/outside": "",
      "outside/outside": "",
      "home/extensions/tools/a/b/x": "",
    });
    const root = join(tree.home, "extensions/tools");
    symlinkSync(join(tree.directory, "outside"), join(root, "link"));
    symlinkSync(join(tree.directory, "outside/outside"), join(root, "link-to-file"));
    symlinkSync(tree.directory, join(root, "up"));
    symlinkSync("loop", join(root, "loop"));
    const loaded = tree.load();
    expect(loaded.hooks).toEqual([]);
    expect(loaded.findings).toMatchObject([{ severity: "error", line: 6 }]);
    expect(loaded.broken).toMatchObject([{ name: "run" }]);
  });

  it.each<[command: string, place: string]>([
    ["./run.sh", "<root>/run.sh"],
    ["bin//run", "<root>/bin/run"],
    ["./a/../run.sh", "<root>/run.sh"],
    ["inner/run", "<root>/inner/run"],
    ["..run", "<root>/..run"],
    ["node", "node"],
    ["/usr/bin/../bin/env", "/usr/bin/env"],
  ])("T6 the command %s is %s", (command, place) => {
    const tree = makeTree({ [manifest]: extension(`command = "${command}"`), "home/extensions/tools/a/x": "" });
    const root = join(tree.home, "extensions/tools");
    symlinkSync("a", join(root, "inner"));
    expect(processOf(onlyHook(tree.load())).command).toBe(place.replace("<root>", root));
  });

  it("a workspace's extension does not replace the user's", () => {
    const loaded = load({
      [manifest]: extension('command = "x"'),
      "ws/.hookline/extensions/tools/extension.toml": extension('command = "y"'),
    });
    expect(loaded.hooks.map((hook) => processOf(hook).command)).toEqual(["y", "x"]);
  });
});

describe("scope and place", () => {
  it.each<[event: EventName, id: boolean, root: boolean]>([
    ["session.post_create", true, true],
    ["task.run.completed", true, false],
    ["message.end", true, true],
    ["automation.job.pre_fire", true, false],
  ])("C043 on %s a workspace's hook is scoped by what the payload has (id %s, root %s)", (event, id, root) => {
    const tree = makeTree({ [config]: `[workspace]\nid = "ws_here"\n${declare("gate", `event = "${event}"`)}` });
    const hook = onlyHook(tree.load());
    expect(hook.scope).toEqual({
      agentName: null,
      workspaceId: id ? "ws_here" : null,
      workspaceRoot: root ? tree.root : null,
    });
    expect(hook.matcher.conditions).toEqual([]);
  });

  it("C043 the user's own hooks have no scope, and keep the workspace they name", () => {
    const tree = makeTree({ "home/config.toml": declare("gate", 'matcher = { workspace_id = "ws_checkout" }') });
    const hook = onlyHook(tree.load());
    expect(hook.scope).toEqual({ agentName: null, workspaceId: null, workspaceRoot: null });
    expect(hook.matcher.conditions).toMatchObject([{ key: "workspace_id", literal: "ws_checkout" }]);
  });

  it("C044 the working directory is the workspace's root; an extension keeps its own", () => {
    const tree = makeTree({
      [config]: declare("c"),
      "home/config.toml": declare("h"),
      [manifest]: extension('command = "x"'),
    });
    const cwds = Object.fromEntries(tree.load().hooks.map((hook) => [hook.name, processOf(hook).cwd]));
    expect(cwds).toEqual({ c: tree.root, h: tree.root, run: join(tree.home, "extensions/tools") });
  });

  it.each<[pattern: string, cwd: string]>([
    ["/srv/checkout", "/srv/checkout"],
    ["/srv/*", "<cwd>"],
    ["relative", "<cwd>"],
  ])("C044 without a workspace the matcher's root %s gives %s", (pattern, cwd) => {
    const tree = makeTree({ "home/config.toml": declare("gate", `matcher = { workspace_root = "${pattern}" }`) });
    expect(processOf(onlyHook(tree.load({ workspace: null }))).cwd).toBe(cwd.replace("<cwd>", tree.directory));
  });

  it("C045 a relative script is kept relative to the workspace for a task.run hook", () => {
    const tree = makeTree({ [config]: declare("gate", 'event = "task.run.pre_claim"', 'args = ["./hooks/x.sh"]') });
    expect(processOf(onlyHook(tree.load()))).toMatchObject({
      command: "./run.sh",
      args: ["./hooks/x.sh"],
      cwd: tree.root,
    });
  });

  it("the user's folder is not taken for the workspace's when it lies in the root", () => {
    const tree = makeTree({ "ws/.hookline/config.toml": declare("gate") });
    const home = join(tree.root, ".hookline");
    expect(onlyHook(tree.load({ home })).scope.workspaceId).toBeNull();
  });

  it("links are followed, and the same declaration read twice is one hook", () => {
    const tree = makeTree({ "ws/.agh/skills/notes/SKILL.md": skillFile("- event: turn.end", "  command: x") });
    symlinkSync("notes", join(tree.root, ".agh/skills/linked"));
    expect(names(tree.load())).toEqual(["notes"]);
  });
});

describe("broken guards", () => {
  it.each<[why: string, lines: string[], standsIn: boolean]>([
    ["required", ['mode = "sync"', "required = true", 'timeout = "x"'], true],
    ["on_failure = block", ['mode = "sync"', 'on_failure = "block"', 'timeout = "x"'], true],
    ["required, but async by mistake", ["required = true"], true],
    ["not required", ['mode = "sync"', 'timeout = "x"'], false],
  ])("a broken gate that is %s", (_why, lines, standsIn) => {
    const loaded = loadConfig('event = "tool.pre_call"', 'matcher = { tool_name = "Edit" }', ...lines);
    expect(loaded.broken).toHaveLength(1);
    expect(
      loaded.hooks.map(({ executor, onFailure, matcher }) => [executor.kind, onFailure, matcher.conditions]),
    ).toEqual(standsIn ? [["broken", "block", []]] : []);
  });

  it("nothing stands in where a deny refuses nothing", () => {
    expect(loadConfig('event = "tool.post_call"', 'mode = "sync"', "required = true", "x = 1").hooks).toEqual([]);
  });

  it("a guard in a file that cannot be parsed still refuses", () => {
    const text = `${declare("a")}${declare("gate", 'event = "tool.pre_call"', 'mode = "sync"', "required = true")}oops\n`;
    const loaded = load({ [config]: text });
    expect(loaded.findings).toMatchObject([{ code: "FILE_SYNTAX", line: 11 }]);
    expect(loaded.hooks).toMatchObject([
      { name: "gate", event: "tool.pre_call", required: true, executor: { kind: "broken" } },
    ]);
  });

  it("a guard in frontmatter that cannot be parsed still refuses, for its agent", () => {
    const entry = [
      "  - name: gate",
      "    event: tool.pre_call",
      "    mode: sync",
      "    required: true",
      "   command: x",
    ];
    const loaded = load({ [agent]: agentFile(...entry) });
    expect(loaded.hooks).toMatchObject([{ name: "gate", scope: { agentName: "coder" }, executor: { kind: "broken" } }]);
  });
});

describe("guards that stand where nobody looks for them", () => {
  const toml = (header: string) =>
    [header, 'name = "gate"', 'event = "tool.pre_call"', 'mode = "sync"', "required = true", 'command = "x"', ""].join(
      "\n",
    );
  const yaml = (...above: string[]) => {
    const lines = ["name: gate", "event: tool.pre_call", "mode: sync", "required: true", "command: x"];
    return ["---", ...above, ...lines.map((line) => " ".repeat(10) + line), "---", ""].join("\n");
  };

  it.each<[mistake: string, file: string, text: string, code: string, line: number]>([
    ["single brackets", config, toml("\n[hooks.declarations]"), "HOOK_LIST_INVALID", 2],
    ["a misspelt list", config, toml("\n[[hooks.declaration]]"), "HOOK_MISPLACED", 2],
    ["a misspelt table", config, toml("\n[[hook.declarations]]"), "HOOK_MISPLACED", 2],
    ["the list of another file", config, toml("\n[[hooks]]"), "HOOK_MISPLACED", 2],
    ["a misspelt key of an agent", agent, yaml("hook:", " -"), "HOOK_MISPLACED", 4],
    ["a hook without a list", agent, yaml("hooks:"), "HOOK_LIST_INVALID", 2],
    ["a line before the frontmatter", agent, `\n${yaml("hooks:", " -")}`, "FILE_SYNTAX", 2],
    ["frontmatter between +++", agent, `+++\n${toml("[[hooks]]")}+++\n`, "FILE_SYNTAX", 1],
    ["a misspelt key of a skill", skill, yaml("metadata:", " agh:", "  hook:", "   -"), "HOOK_MISPLACED", 6],
    ["a skill's hook without a list", skill, yaml("metadata:", " agh:", "  hooks:"), "HOOK_LIST_INVALID", 4],
    ["a misspelt table of an extension", manifest, toml("\n[[resource.hooks]]"), "HOOK_MISPLACED", 2],
    ["the wrong list of an extension", manifest, toml("\n[[hooks]]"), "HOOK_MISPLACED", 2],
    ["required: yes", agent, yaml("hooks:", " -").replace("true", "yes"), "HOOK_FIELD_INVALID", 7],
  ])("%s is an error, and the guard refuses", (_mistake, file, text, code, line) => {
    const loaded = load({ [file]: text });
    expect(loaded.findings).toContainEqual(expect.objectContaining({ code, line, severity: "error" }));
    expect(loaded.hooks).toMatchObject([{ name: "gate", onFailure: "block", executor: { kind: "broken" } }]);
    expect(loaded.broken).toHaveLength(1);
  });

  it("tables of other programs are not mistaken for hooks", () => {
    const text = '[[automation.triggers]]\nevent = "session.post_create"\nprompt = "x"\n';
    expect(load({ "ws/.agh/config.toml": text })).toMatchObject({ broken: [], findings: [] });
  });
});

describe("hostile files", () => {
  it("a link that leads nowhere is reported, for a file as for a folder", () => {
    const tree = makeTree({ "ws/.hookline/x": "" });
    symlinkSync("/nowhere/config.toml", join(tree.root, ".hookline/config.toml"));
    symlinkSync("/nowhere/agents", join(tree.root, ".hookline/agents"));
    const loaded = tree.load();
    expect(codes(loaded)).toEqual(["FILE_UNREADABLE", "FILE_UNREADABLE"]);
    expect(messages(loaded)).toContain("a link that leads nowhere");
    expect(loaded.broken).toHaveLength(2);
  });

  it("a byte order mark before JSON does not matter", () => {
    const text = `\uFEFF{"resources":{"hooks":[{"name":"a","event":"turn.end","command":"x"}]}}`;
    expect(names(load({ "home/extensions/tools/extension.json": text }))).toEqual(["a"]);
  });

  it("T5 no key of a file gives a hook a power it does not have by its place", () => {
    for (const key of [
      "source",
      "skill_source",
      "scope",
      "trusted",
      "dialect",
      "native",
      "run",
      "cwd",
      "working_dir",
      "managed",
    ]) {
      const loaded = loadConfig(`${key} = "native"`);
      expect(loaded.hooks, key).toEqual([]);
      expect(loaded.findings[0]?.severity, key).toBe("error");
    }
  });

  it("T22 a file over 1 MiB is not read; the others are", () => {
    const loaded = load({ [config]: `#${"x".repeat(1024 * 1024)}\n`, "ws/.agh/config.toml": declare("agh") });
    expect(names(loaded)).toEqual(["agh"]);
    expect(codes(loaded)).toEqual(["FILE_TOO_LARGE"]);
    expect(loaded.broken).toMatchObject([{ name: null, file: expect.stringContaining("config.toml") }]);
  });

  it("T22 a YAML bomb of aliases is refused", () => {
    const levels = Array.from({ length: 9 }, (_, n) => `a${n + 1}: &a${n + 1} [${Array(9).fill(`*a${n}`).join(", ")}]`);
    const loaded = load({ [agent]: ["---", "a0: &a0 [x]", ...levels, "hooks: *a9", "---"].join("\n") });
    expect(messages(loaded)).toContain("more than 32 aliases");
    expect(loaded.findings[0]?.line).toBeGreaterThan(1);
  });

  it("T22 deep nesting is refused in every format", () => {
    const deep = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth);
    expect(codes(load({ [config]: `x = ${deep("[", "]", 500)}\n` }))).toEqual(["FILE_SYNTAX"]);
    expect(codes(load({ [agent]: `---\nx: ${deep("[", "]", 500)}\n---\n` }))).toEqual(["FILE_SYNTAX"]);
    expect(codes(load({ "home/extensions/tools/extension.json": deep("[", "]", 50_000) }))).toEqual(["FILE_SYNTAX"]);
  });

  it("T22 a large but honest file is read", () => {
    const text = Array.from({ length: 2_000 }, (_, n) => declare(`hook-${n}`)).join("");
    expect(text.length).toBeGreaterThan(100_000);
    expect(load({ [config]: text }).hooks).toHaveLength(2_000);
  });

  it("a folder in place of a file is reported", () => {
    const loaded = load({ "ws/.hookline/config.toml/x": "" });
    expect(loaded.findings).toMatchObject([
      { code: "FILE_UNREADABLE", what: expect.stringContaining("not an ordinary file") },
    ]);
  });
});

describe("normalised declarations", () => {
  it("C038 share nothing with each other or with what was read", () => {
    const tree = makeTree({ [config]: declare("gate", 'args = ["a"]', 'env = { A = "1" }', 'metadata = { m = "1" }') });
    const [first, second] = [onlyHook(tree.load()), onlyHook(tree.load())];
    expect(first).toEqual({ ...second, matcher: first.matcher, wire: first.wire });
    expect(processOf(first).args).not.toBe(processOf(second).args);
    (processOf(first).args as string[]).push("b");
    (processOf(first).env as Record<string, string>).A = "2";
    expect(processOf(onlyHook(tree.load()))).toMatchObject({ args: ["a"], env: { A: "1" } });
  });

  it("are the same at every load", () => {
    const tree = makeTree({
      [config]: declare("b") + declare("a"),
      "home/agents/z/AGENT.md": agentFile("  - name: z", "    event: turn.end", "    command: x").replace("coder", "z"),
      "home/agents/y/AGENT.md": agentFile("  - name: y", "    event: turn.end", "    command: x").replace("coder", "y"),
    });
    expect(names(tree.load())).toEqual(["b", "a", "y", "z"]);
    expect(JSON.stringify(tree.load())).toBe(JSON.stringify(tree.load()));
  });
});

it("C047 every complete example of the AGH documents loads unchanged", () => {
  const tree = makeTree({});
  cpSync(join(import.meta.dirname, "../../test/fixtures/agh/seeds"), tree.root, { recursive: true });
  const loaded = tree.load({ home: join(realpathSync.native(tree.root), "home") });
  expect(loaded.findings).toEqual([]);
  expect(
    loaded.hooks.map(({ name, source, mode, priority, timeoutMs }) => [name, source, mode, priority, timeoutMs]),
  ).toEqual([
    ["block-low-priority-claim", "config", "sync", 500, 5_000],
    ["block-secret-file-edits", "config", "sync", 700, 3_000],
    ["notify-session-created", "config", "async", 500, 5_000],
    ["workspace-context", "config", "sync", 500, 5_000],
    ["add-review-context", "agent_definition", "sync", 100, 5_000],
  ]);
});
