import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { compareVersions } from "./claude-plugins.ts";
import { openLiveHooks } from "./live-hooks.ts";
import { type LoadedHooks, type LoadRequest, loadHooks } from "./load-hooks.ts";
import { resolveWorkspace } from "./workspace.ts";

type Files = Readonly<Record<string, unknown>>;

interface Setup {
  readonly directory: string;
  readonly request: LoadRequest;
  readonly write: (path: string, said: unknown) => void;
  readonly load: (more?: Partial<LoadRequest>) => LoadedHooks;
}

/** A machine of its own: `user/` is the user's folder, `user/.hookline` ours, `repo/` the workspace. */
function setUp(files: Files, more: Partial<LoadRequest> = {}): Setup {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "hookline-claude-")));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const write = (path: string, said: unknown) => {
    const file = join(directory, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof said === "string" ? said : JSON.stringify(said, null, 2));
  };
  mkdirSync(join(directory, "repo", ".hookline"), { recursive: true });
  for (const [path, said] of Object.entries(files)) write(path, said);
  const home = join(directory, "user", ".hookline");
  const root = join(directory, "repo");
  const request: LoadRequest = {
    home,
    workspace: resolveWorkspace(root, { home, cwd: root }),
    cwd: root,
    environment: { HOME: join(directory, "user") },
    trust: "unchecked",
    ...more,
  };
  return { directory, request, write, load: (again = {}) => loadHooks({ ...request, ...again }) };
}

const named = (name: string, more: object = {}) => ({ type: "command", command: "true", name, ...more });
const stopping = (...names: string[]) => ({ hooks: { Stop: names.map((name) => named(name)) } });
const grouped = (name: string, more: object = {}) => ({ hooks: { Stop: [{ hooks: [named(name, more)] }] } });
const namesOf = ({ hooks }: Pick<LoadedHooks, "hooks">) => hooks.map(({ name }) => name);
const codesOf = ({ findings }: LoadedHooks) => findings.map(({ code }) => code);

describe("hooks.json", () => {
  it("is the user's and the workspace's; only the workspace's needs trust and is for the workspace alone", () => {
    const { load, request } = setUp({
      "user/.hookline/hooks.json": stopping("mine"),
      "repo/.hookline/hooks.json": stopping("theirs"),
    });
    const loaded = load();
    expect(loaded.findings).toEqual([]);
    expect(loaded.hooks.map(({ name, fromWorkspace, scope }) => [name, fromWorkspace, scope.workspaceRoot])).toEqual([
      ["mine", false, null],
      ["theirs", true, request.workspace?.root],
    ]);
  });

  it("of the user counts without a workspace", () => {
    const { load } = setUp({ "user/.hookline/hooks.json": stopping("mine") });
    expect(namesOf(load({ workspace: null }))).toEqual(["mine"]);
  });

  it("is read once where the workspace is the user's folder", () => {
    const { directory, load } = setUp({ "user/.hookline/hooks.json": stopping("mine") });
    const home = join(directory, "user", ".hookline");
    const workspace = resolveWorkspace(join(directory, "user"), { home, cwd: directory });
    expect(namesOf(load({ workspace }))).toEqual(["mine"]);
  });

  it("keeps rules that are alike apart", () => {
    const { load } = setUp({ "repo/.hookline/hooks.json": stopping("same", "same") });
    expect(namesOf(load())).toEqual(["same", "same"]);
  });

  it("is followed while it changes", () => {
    const { request, write } = setUp({ "repo/.hookline/hooks.json": stopping("one") });
    using live = openLiveHooks(request);
    live.refresh();
    write("repo/.hookline/hooks.json", stopping("one", "another"));
    live.refresh();
    expect(namesOf(live.current)).toEqual(["one", "another"]);
    write("user/.hookline/plugins/new/hooks/hooks.json", stopping("installed"));
    live.refresh();
    expect(namesOf(live.current)).toEqual(["installed", "one", "another"]);
    write("repo/.hookline/hooks.json", "{");
    live.refresh();
    expect(namesOf(live.current)).toEqual(["installed", "one", "another"]);
    expect(live.problems).toMatchObject([{ code: "FILE_SYNTAX" }]);
  });

  it("that cannot be opened is told as one of this dialect", () => {
    const { load, directory } = setUp({});
    mkdirSync(join(directory, "repo/.hookline/hooks.json"));
    expect(load().broken).toMatchObject([{ dialect: "claude", event: null }]);
  });
});

describe("plugins", () => {
  it("agentao P16: rules of two plugins follow each other and know whose they are", () => {
    const { load } = setUp({
      "user/.hookline/plugins/audit/plugin.json": { name: "audit", hooks: "./rules.json" },
      "user/.hookline/plugins/audit/rules.json": stopping("a1", "a2"),
      "user/.hookline/plugins/notes/hooks/hooks.json": stopping("n1"),
    });
    const loaded = load();
    expect(loaded.hooks.map(({ name, metadata }) => [name, metadata.plugin])).toEqual([
      ["a1", "audit"],
      ["a2", "audit"],
      ["n1", "notes"],
    ]);
    expect(loaded.findings).toEqual([]);
  });

  it("agentao P16: a file that is named and missing is told", () => {
    const { load } = setUp({
      "user/.hookline/plugins/audit/plugin.json": '{\n  "hooks": "./gone.json"\n}',
      "user/.hookline/plugins/audit/hooks/hooks.json": stopping("the usual file"),
    });
    const loaded = load();
    expect(loaded.hooks).toEqual([]);
    expect(loaded.findings).toMatchObject([
      { code: "PLUGIN_HOOKS_MISSING", line: 2, what: expect.stringContaining("not found") },
    ]);
  });

  it("agentao P17: without a manifest the usual file counts", () => {
    const { load } = setUp({ "user/.hookline/plugins/p/hooks/hooks.json": stopping("usual") });
    expect(namesOf(load())).toEqual(["usual"]);
  });

  it("agentao P17: a manifest that does not speak of hooks leaves the usual file in force", () => {
    const { load } = setUp({
      "user/.hookline/plugins/p/plugin.json": { name: "p", version: "1.0.0" },
      "user/.hookline/plugins/p/hooks/hooks.json": stopping("usual"),
    });
    expect(namesOf(load())).toEqual(["usual"]);
  });

  it("agentao P17: several files and rules in the manifest itself count in its order", () => {
    const { load } = setUp({
      "user/.hookline/plugins/p/plugin.json": {
        name: "p",
        hooks: ["./b.json", { Stop: [named("inline")] }, "./a.json", { hooks: { Stop: named("wrapped") } }],
      },
      "user/.hookline/plugins/p/a.json": stopping("a"),
      "user/.hookline/plugins/p/b.json": stopping("b"),
      "user/.hookline/plugins/p/hooks/hooks.json": stopping("not this one"),
    });
    const loaded = load();
    expect(namesOf(loaded)).toEqual(["b", "inline", "a", "wrapped"]);
    expect(loaded.hooks[1]?.origin).toMatchObject({ file: expect.stringMatching(/plugin\.json$/), line: 7 });
  });

  it.each([
    ["an absolute path", "/etc/hooks.json"],
    ["a path without a dot", "hooks.json"],
    ["a way out", "./../other/hooks.json"],
    ["a way out in the middle", "./a/../../hooks.json"],
    ["a way up that stays inside", "./hooks/../a.json"],
    ["a number", 7],
    ["nothing", null],
    ["a list with a number", ["./a.json", 7]],
    ["a list in a list", [["./a.json"]]],
  ])("are not loaded with %s for hooks", (_what, hooks) => {
    const { load } = setUp({
      "user/.hookline/plugins/p/plugin.json": { name: "p", hooks },
      "user/.hookline/plugins/p/a.json": stopping("a"),
      "user/.hookline/plugins/p/hooks/hooks.json": stopping("usual"),
    });
    const loaded = load();
    expect(loaded.hooks).toEqual([]);
    expect(codesOf(loaded)).toEqual(["PLUGIN_MANIFEST_INVALID"]);
    expect(loaded.broken).toHaveLength(1);
  });

  it.each(["a.json", "hooks/hooks.json"])("are not loaded when %s is a link that leads out of them", (path) => {
    const { load, directory } = setUp({
      "elsewhere.json": stopping("stolen"),
      ...(path === "a.json" && { "user/.hookline/plugins/p/plugin.json": { hooks: "./a.json" } }),
      "user/.hookline/plugins/p/hooks/other.json": {},
    });
    symlinkSync(join(directory, "elsewhere.json"), join(directory, "user/.hookline/plugins/p", path));
    const loaded = load();
    expect(loaded.hooks).toEqual([]);
    expect(codesOf(loaded)).toEqual(["PLUGIN_MANIFEST_INVALID"]);
  });

  it("that reach out of their folder leave their guards refusing", () => {
    const guard = { PreToolUse: [{ type: "command", command: "true", on_failure: "block" }] };
    const { load, directory } = setUp({
      "elsewhere.json": stopping("stolen"),
      "user/.hookline/plugins/p/plugin.json": { hooks: ["./a.json", guard] },
    });
    symlinkSync(join(directory, "elsewhere.json"), join(directory, "user/.hookline/plugins/p/a.json"));
    const loaded = load();
    expect(codesOf(loaded)).toEqual(["PLUGIN_MANIFEST_INVALID"]);
    expect(loaded.hooks).toMatchObject([{ event: "tool.pre_call", executor: { kind: "broken" } }]);
  });

  it("with a manifest that cannot be read are told, and their guards refuse", () => {
    const text = '{"hooks": {"PreToolUse": [{"type": "command", "command": "x", "on_failure": "block"}]},}';
    const { load } = setUp({ "user/.hookline/plugins/p/plugin.json": text });
    expect(load().hooks).toMatchObject([{ executor: { kind: "broken" }, event: "tool.pre_call" }]);
  });

  it("written for Claude Code get its payloads", () => {
    const { load } = setUp({
      "user/.hookline/plugins/p/.claude-plugin/plugin.json": { name: "genuine" },
      "user/.hookline/plugins/p/hooks/hooks.json": { hooks: { SubagentStop: [{ hooks: [named("watch")] }] } },
    });
    expect(load().hooks).toMatchObject([
      { name: "watch", event: "subagent.stop", metadata: { plugin: "genuine", payload: "claude-code" } },
    ]);
  });

  it("of a marketplace count in their highest version", () => {
    const home = "user/.hookline/plugins";
    const { load } = setUp({
      [`${home}/local/own/hooks/hooks.json`]: stopping("own"),
      [`${home}/market/tool/1.9.0/hooks/hooks.json`]: stopping("old"),
      [`${home}/market/tool/1.10.0/hooks/hooks.json`]: stopping("new"),
      [`${home}/market/tool/2.0.0-beta/README.md`]: "no plugin",
    });
    expect(namesOf(load())).toEqual(["own", "new"]);
  });

  it.each([
    ["1.9.0", "1.10.0"],
    ["1.0.0-beta", "1.0.0"],
    ["1.0.0-beta.2", "1.0.0-beta.10"],
    ["0.9", "1"],
  ])("have versions: %s comes before %s", (a, b) => {
    expect([compareVersions(a, b), compareVersions(b, a), compareVersions(a, a)]).toEqual([-1, 1, 0]);
  });

  const agentao = {
    "user/.agentao/plugins/local/audit/hooks/hooks.json": stopping("user's audit"),
    "user/.agentao/plugins/local/notes/hooks/hooks.json": stopping("user's notes"),
    "repo/.agentao/plugins/local/audit/hooks/hooks.json": stopping("repo's audit"),
  };

  it("of Agentao are read when somebody asks", () => {
    const { load, write } = setUp(agentao);
    expect(namesOf(load())).toEqual([]);
    expect(namesOf(load({ include: ["agentao"] }))).toEqual(["user's notes", "repo's audit"]);
    write("user/.hookline/config.toml", "[sources]\nagentao = true\n");
    expect(load().hooks.map(({ name, fromWorkspace }) => [name, fromWorkspace])).toEqual([
      ["user's notes", false],
      ["repo's audit", true],
    ]);
  });

  it("with the same name: the workspace's counts before the user's, one named on the command line before both", () => {
    const { load, directory } = setUp({ ...agentao, "named/audit/hooks/hooks.json": stopping("named audit") });
    const loaded = load({ include: ["agentao"], pluginDirs: [join(directory, "named", "audit")] });
    expect(namesOf(loaded)).toEqual(["user's notes", "named audit"]);
    expect(codesOf(loaded)).toEqual(["PLUGIN_REPLACED", "PLUGIN_REPLACED"]);
  });

  it("that are rejected leave the next copy in force", () => {
    const { load } = setUp({ ...agentao, "repo/.agentao/plugins/local/audit/plugin.json": { hooks: 7 } });
    const loaded = load({ include: ["agentao"] });
    expect(namesOf(loaded)).toEqual(["user's audit", "user's notes"]);
    expect(codesOf(loaded)).toEqual(["PLUGIN_MANIFEST_INVALID"]);
  });

  const required = { hooks: { PreToolUse: [named("watch"), named("guard", { on_failure: "block" })] } };

  it("of the user keep the guards that the user requires when a workspace brings another copy", () => {
    const { load } = setUp({ ...agentao, "user/.agentao/plugins/local/audit/hooks/hooks.json": required });
    const loaded = load({ include: ["agentao"] });
    expect(namesOf(loaded)).toEqual(["guard", "user's notes", "repo's audit"]);
    expect(codesOf(loaded)).toEqual(["PLUGIN_REPLACED", "PLUGIN_GUARDS_KEPT"]);
  });

  it.each([
    ["switched off by the user", { "user/.agentao/plugins_config.json": { notes: false } }, ["repo's audit"], []],
    [
      "switched off at length",
      { "user/.agentao/plugins_config.json": { notes: { disabled: true } } },
      ["repo's audit"],
      [],
    ],
    [
      "switched on again by the workspace",
      {
        "user/.agentao/plugins_config.json": { notes: false },
        "repo/.agentao/plugins_config.json": { notes: { disabled: false } },
      },
      ["user's notes", "repo's audit"],
      [],
    ],
    [
      "switched off by the workspace",
      { "repo/.agentao/plugins_config.json": { notes: false } },
      ["repo's audit"],
      ["PLUGIN_DISABLED"],
    ],
    ["switched off in our own list", { "user/.hookline/plugins_config.json": { audit: false } }, ["user's notes"], []],
    [
      "spoken of in a list that cannot be read",
      { "user/.agentao/plugins_config.json": "{" },
      ["user's notes", "repo's audit"],
      ["FILE_SYNTAX"],
    ],
  ])("%s", (_what, files, names, codes) => {
    const { load } = setUp({ ...agentao, ...files });
    const loaded = load({ include: ["agentao"] });
    expect(namesOf(loaded)).toEqual(names);
    expect(codesOf(loaded).filter((code) => code !== "PLUGIN_REPLACED")).toEqual(codes);
  });

  it("of the user keep their guards when a workspace switches them off", () => {
    const { load } = setUp({
      "user/.agentao/plugins/local/audit/hooks/hooks.json": required,
      "repo/.agentao/plugins_config.json": { audit: false },
    });
    expect(namesOf(load({ include: ["agentao"] }))).toEqual(["guard"]);
  });

  it.each([
    ["another copy", {}],
    ["a list that switches it off", { "repo/.agentao/plugins_config.json": { audit: false } }],
  ])("of the user go on while nobody has trusted the workspace's %s", (_what, files) => {
    const { request } = setUp({ ...agentao, ...files });
    const { trust: _unchecked, ...checked } = request;
    const { hooks } = loadHooks({ ...checked, include: ["agentao"] });
    const running = hooks.filter(({ trust }) => (trust?.refusal ?? null) === null);
    expect(namesOf({ hooks: running }).sort()).toEqual(["user's audit", "user's notes"]);
  });

  it("named on the command line need trust unless they are the user's own", () => {
    const { load, directory } = setUp({
      "elsewhere/hooks/hooks.json": stopping("foreign"),
      "user/.hookline/mine/hooks/hooks.json": stopping("mine"),
    });
    const pluginDirs = ["elsewhere", "user/.hookline/mine", "elsewhere"].map((path) => join(directory, path));
    expect(load({ pluginDirs }).hooks.map(({ name, fromWorkspace }) => [name, fromWorkspace])).toEqual([
      ["foreign", true],
      ["mine", false],
    ]);
  });

  it("named on the command line and missing are told", () => {
    const { load, directory } = setUp({});
    expect(codesOf(load({ pluginDirs: [join(directory, "nowhere")] }))).toEqual(["PLUGIN_DIR_MISSING"]);
  });

  it("that are named run although a list switches them off", () => {
    const { load, directory } = setUp({
      "user/.hookline/plugins_config.json": { audit: false },
      "named/audit/hooks/hooks.json": stopping("audit"),
    });
    expect(namesOf(load({ pluginDirs: [join(directory, "named", "audit")] }))).toEqual(["audit"]);
  });
});

describe("settings of Claude Code", () => {
  const files = {
    "user/.claude/settings.json": grouped("user's"),
    "repo/.claude/settings.json": { model: "opus", permissions: { allow: [] }, ...grouped("project's") },
    "repo/.claude/settings.local.json": grouped("local"),
  };
  const include: LoadRequest["include"] = ["claude-code"];

  it("are read when somebody asks", () => {
    const { load, write } = setUp(files);
    expect(namesOf(load())).toEqual([]);
    write("user/.hookline/config.toml", "[sources]\nclaude_code = true\n");
    const loaded = load();
    expect(loaded.findings).toEqual([]);
    expect(loaded.hooks.map(({ name, fromWorkspace, metadata }) => [name, fromWorkspace, metadata.payload])).toEqual([
      ["user's", false, "claude-code"],
      ["project's", true, "claude-code"],
      ["local", true, "claude-code"],
    ]);
    expect(namesOf(load({ include }))).toEqual(namesOf(loaded));
  });

  it.each([
    ["user/.claude/settings.json", []],
    ["repo/.claude/settings.json", ["user's"]],
    ["repo/.claude/settings.local.json", ["user's"]],
  ])("in %s can switch hooks off, but a repository only its own", (path, names) => {
    const { load } = setUp({ ...files, [path]: { disableAllHooks: true, ...grouped("x") } });
    const loaded = load({ include });
    expect(namesOf(loaded)).toEqual(names);
    expect(codesOf(loaded)).toEqual(["CLAUDE_HOOKS_DISABLED"]);
  });

  it("name what counts elsewhere or not at all", () => {
    const { load } = setUp({
      "repo/.claude/settings.json": {
        allowManagedHooksOnly: true,
        disableAllHooks: "yes",
        hooks: { Setup: [{ hooks: [named("x")] }], Stop: [{ hooks: [{ ...named("kept"), if: "Bash(*)" }] }] },
        PreToolUse: [{ hooks: [named("lost")] }],
      },
    });
    const loaded = load({ include });
    expect(namesOf(loaded)).toEqual(["kept"]);
    expect(codesOf(loaded)).toEqual([
      "CLAUDE_SETTING_IGNORED",
      "CONFIG_VALUE_INVALID",
      "CLAUDE_EVENT_UNMAPPED",
      "CLAUDE_OPTION_IGNORED",
      "HOOK_MISPLACED",
    ]);
  });

  it("that cannot be read are told, and their guards refuse", () => {
    const { load } = setUp({ "repo/.claude/settings.json": '{"hooks": {"PreToolUse": [{"onFailure": "block"}]}' });
    const loaded = load({ include });
    expect(loaded.hooks).toMatchObject([{ executor: { kind: "broken" } }]);
    expect(codesOf(loaded)).toEqual(["FILE_SYNTAX"]);
  });

  const posting = (url: string) => ({ hooks: { Stop: [{ hooks: [{ type: "http", url, name: url }] }] } });
  const [inside, outside] = ["https://hooks.example/x", "https://other.example/x"];

  it.each<[what: string, user: object, project: object, names: readonly string[]]>([
    ["nothing is said", {}, {}, [inside, outside]],
    ["the user allows one", { allowedHttpHookUrls: ["https://hooks.example/*"] }, {}, [inside]],
    ["the user allows none", { allowedHttpHookUrls: [] }, {}, []],
    [
      "a repository allows more than the user",
      { allowedHttpHookUrls: ["https://hooks.example/*"] },
      { allowedHttpHookUrls: ["https://other.example/*"] },
      [inside],
    ],
    ["a repository allows itself less", {}, { allowedHttpHookUrls: ["https://hooks.example/*"] }, [inside]],
    ["the list is none", { allowedHttpHookUrls: "https://hooks.example/*" }, {}, []],
  ])("say where hooks may post to: %s", (_what, user, project, names) => {
    const { load } = setUp({
      "user/.claude/settings.json": { ...user, ...posting(inside) },
      "repo/.claude/settings.json": { ...project, ...posting(outside) },
    });
    expect(namesOf(load({ include }))).toEqual(names);
  });

  it("say which variables may be posted", () => {
    const hook = { type: "http", url: inside, allowedEnvVars: ["A", "B", "C"] };
    const { load } = setUp({
      "user/.claude/settings.json": { httpHookAllowedEnvVars: ["A", "B"] },
      "repo/.claude/settings.json": { httpHookAllowedEnvVars: ["B", "C"], hooks: { Stop: [{ hooks: [hook] }] } },
    });
    expect(load({ include }).hooks).toMatchObject([{ executor: { allowedEnv: ["B"] } }]);
  });
});
