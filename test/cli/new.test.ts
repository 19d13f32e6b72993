import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { type DialectName, dialectNames } from "../../src/app/dialect-events.ts";
import { declarableEvents } from "../../src/app/new-hook/new-hook.ts";
import { type CliResult, hookline as runHookline, type TestWorkspace } from "./workspace.ts";

/** A directory with nothing in it, and a home of its own. */
function openEmptyWorkspace(files: Readonly<Record<string, string>> = {}): TestWorkspace {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "hookline-new-")));
  const root = join(base, "my project");
  const home = join(base, ".hookline");
  mkdirSync(join(root, ".git"), { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const { PATH, TMPDIR } = process.env;
  return {
    root,
    home,
    env: { PATH, TMPDIR, HOME: base, HOOKLINE_HOME: home },
    [Symbol.dispose]: () => rmSync(base, { recursive: true, force: true }),
  };
}

/** As somebody calls it who has trusted nothing yet. */
const hookline = (workspace: TestWorkspace, argv: readonly string[]) => runHookline(workspace, argv, { trusts: false });

const json = ({ stdout }: CliResult) => JSON.parse(stdout);

function contentsOf(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path, readFileSync(path, "utf8")]),
  );
}

async function newHook(
  workspace: TestWorkspace,
  ...args: string[]
): Promise<{ name: string; files: { path: string }[] }> {
  const result = await hookline(workspace, ["new", ...args, "-o", "json"]);
  expect(result.stderr, args.join(" ")).toBe("");
  return json(result);
}

/** Everything an author does after `new`, and that nothing is wrong on the way. */
async function expectAllWell(
  workspace: TestWorkspace,
  names: readonly string[],
  level: "workspace" | "user",
): Promise<void> {
  expect(json(await hookline(workspace, ["validate", "-o", "json"])).problems).toEqual([]);
  if (level === "workspace") {
    const trusted = await hookline(workspace, ["trust", "--yes"]);
    expect(trusted).toMatchObject({ exitCode: 0, stderr: "" });
  }
  const tested = await hookline(workspace, ["test", "-o", "json", ...(level === "user" ? ["--home"] : [])]);
  const report = json(tested);
  expect(report.tests.filter((test: { status: string }) => test.status !== "passed")).toEqual([]);
  expect(report.problems).toEqual([]);
  expect(tested.exitCode).toBe(0);
  expect(
    new Set(report.tests.flatMap((test: { runs: { hook: string }[] }) => test.runs.map(({ hook }) => hook))),
  ).toEqual(new Set(names));
  const listed = json(await hookline(workspace, ["list", "-o", "json"])).map(({ name }: { name: string }) => name);
  expect(listed).toEqual(expect.arrayContaining([...names]));
}

/** All events of all dialects, as many together as a person might have in one workspace. */
const everyEvent = dialectNames.flatMap((dialect) => {
  const events = declarableEvents(dialect).map(({ name }) => name);
  return Array.from({ length: Math.ceil(events.length / 40) }, (_, part) => {
    return [dialect, events.slice(part * 40, part * 40 + 40)] as const;
  });
});

describe("a new hook on every event", () => {
  it.each(everyEvent)("works at once in %s: %j", { timeout: 60_000 }, async (dialect, events) => {
    using workspace = openEmptyWorkspace();
    const names: string[] = [];
    for (const event of events) names.push((await newHook(workspace, dialect, event)).name);
    expect(new Set(names).size).toBe(names.length);
    await expectAllWell(workspace, names, "workspace");
  });
});

/** One event for each kind of hook that a dialect has. */
const kinds: Readonly<Record<DialectName, readonly string[]>> = {
  agh: ["tool.pre_call", "tool.transform_result", "prompt.post_assemble", "session.post_stop", "turn.stopping"],
  "docker-agent": ["pre_tool_use", "tool_response_transform", "session_start", "session_end"],
  claude: ["PreToolUse", "SessionStart", "Stop", "SessionEnd"],
  "agent-hooks": ["before_tool", "session_start", "before_stop", "session_end"],
};

describe("a new hook for Node", () => {
  it.each(dialectNames)("works at once in %s", { timeout: 60_000 }, async (dialect) => {
    using workspace = openEmptyWorkspace();
    const names: string[] = [];
    for (const event of kinds[dialect]) names.push((await newHook(workspace, dialect, event, "--lang", "node")).name);
    await expectAllWell(workspace, names, "workspace");
  });
});

describe("a new hook of the user's own", () => {
  it.each(dialectNames)("works at once in %s, without anybody's trust", { timeout: 60_000 }, async (dialect) => {
    using workspace = openEmptyWorkspace();
    const names: string[] = [];
    for (const event of kinds[dialect]) names.push((await newHook(workspace, dialect, event, "--user")).name);
    await expectAllWell(workspace, names, "user");
    expect(readdirSync(workspace.root)).toEqual([".git"]);
  });
});

describe("hookline new", () => {
  it("makes the script executable for its owner", async () => {
    using workspace = openEmptyWorkspace();
    const { files } = await newHook(workspace, "agh", "tool.pre_call", "x");
    const script = files.find(({ path }) => path.endsWith(".sh"))?.path ?? "";
    expect(() => accessSync(script, constants.X_OK)).not.toThrow();
  });

  it.each<[dialect: string, file: string, before: string]>([
    [
      "agh",
      ".hookline/config.toml",
      '# mine\n[hooks]\noutput_limit = 9000 # keep\n\n[[hooks.declarations]] # one\nname = "a"\nevent = "tool.pre_call"\ncommand = "true"',
    ],
    [
      "docker-agent",
      "hookline.yaml",
      "# mine\nagents:\n  root: {} # keep\nhooks:\n  # first\n  stop:\n    - {type: command, command: 'true'} # one\n",
    ],
    [
      "docker-agent",
      "hookline.yaml",
      "hooks:\n  # mine\n  pre_tool_use:\n  - matcher: a # keep\n    hooks:\n      - type: command\n        command: |\n          true\n# end\n",
    ],
    ["claude", ".hookline/hooks.json", '{ "hooks": {\n  "PreToolUse": [ { "type":"command","command":"true" } ]\n} }'],
    ["claude", ".hookline/hooks.json", '{"Stop":[],"PreToolUse":{"type":"command", "command":"true"}}'],
  ])("adds to a file of %s and keeps the rest byte for byte", async (dialect, file, before) => {
    using workspace = openEmptyWorkspace({ [file]: before });
    const result = await hookline(workspace, ["new", dialect, "tool.pre_call", "fresh"]);
    const after = readFileSync(join(workspace.root, file), "utf8");
    if (result.exitCode !== 0) {
      // A single object cannot become a list without being changed.
      expect(after).toBe(before);
      expect(result.stderr).toContain('"fresh"');
      expect(existsSync(join(workspace.root, ".hookline/hooks"))).toBe(false);
      return;
    }
    const start = commonStart(before, after);
    expect(after.endsWith(before.slice(start))).toBe(true);
    expect(json(await hookline(workspace, ["list", "-o", "json"])).map(({ name }: { name: string }) => name)).toContain(
      "fresh",
    );
  });

  it.each<[what: string, dialect: string, file: string, before: string]>([
    ["inline tables", "agh", ".hookline/config.toml", "hooks = { declarations = [] }\n"],
    ["broken TOML", "agh", ".hookline/config.toml", "[hooks\n"],
    ["flow style", "docker-agent", "hookline.yaml", "hooks: {}\n"],
    ["broken YAML", "docker-agent", "hookline.yaml", "hooks: [\n"],
    ["a list of hooks", "claude", ".hookline/hooks.json", '{"hooks":[]}'],
  ])("shows what to add to a file with %s, and writes nothing", async (_what, dialect, file, before) => {
    using workspace = openEmptyWorkspace({ [file]: before });
    const { exitCode, stderr } = await hookline(workspace, ["new", dialect, "tool.pre_call", "fresh"]);
    expect(exitCode).toBe(1);
    expect(stderr).toContain(join(workspace.root, file));
    expect(stderr).toMatch(/Add this to .*fresh/s);
    expect(contentsOf(workspace.root)).toEqual({ [join(workspace.root, file)]: before });
  });

  it.each<[what: string, existing: string]>([
    ["script", ".hookline/hooks/fresh.sh"],
    ["test", ".hookline/hooks/fresh.hooktest.yaml"],
  ])("does not overwrite a %s", async (_what, existing) => {
    using workspace = openEmptyWorkspace({ [existing]: "precious" });
    const { exitCode, stderr } = await hookline(workspace, ["new", "agh", "tool.pre_call", "fresh"]);
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 1, stderr: expect.stringContaining(existing) });
    expect(contentsOf(workspace.root)).toEqual({ [join(workspace.root, existing)]: "precious" });
  });

  it("does not write through a link that leads nowhere", async () => {
    using workspace = openEmptyWorkspace({ ".hookline/hooks/keep": "" });
    symlinkSync("/nowhere/at/all", join(workspace.root, ".hookline/hooks/fresh.sh"));
    expect((await hookline(workspace, ["new", "agh", "tool.pre_call", "fresh"])).exitCode).toBe(1);
  });

  it("does not give a name that is taken, in whatever dialect", async () => {
    using workspace = openEmptyWorkspace();
    await newHook(workspace, "agh", "tool.pre_call", "fresh");
    const before = contentsOf(workspace.root);
    const { exitCode, stderr } = await hookline(workspace, ["new", "claude", "Stop", "fresh"]);
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("fresh-2") });
    expect(contentsOf(workspace.root)).toEqual(before);
  });

  it("takes back what it wrote when something cannot be written", async () => {
    using workspace = openEmptyWorkspace({
      "hookline.yaml": "# mine\n",
      ".hookline/hooks": "a file where a folder should be",
    });
    const before = contentsOf(workspace.root);
    const { exitCode, stderr } = await hookline(workspace, ["new", "docker-agent", "stop", "fresh"]);
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("not a folder") });
    expect(contentsOf(workspace.root)).toEqual(before);
  });

  it("keeps the permissions of a file that it changes", async () => {
    using workspace = openEmptyWorkspace({ ".hookline/config.toml": "# mine\n" });
    const file = join(workspace.root, ".hookline/config.toml");
    chmodSync(file, 0o600);
    await newHook(workspace, "agh", "tool.pre_call", "fresh");
    expect(() => accessSync(file, constants.R_OK | constants.W_OK)).not.toThrow();
    const { statSync } = await import("node:fs");
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it("writes the user's own hook in the folder around the user's own files", async () => {
    using workspace = openEmptyWorkspace();
    const base = dirname(workspace.root);
    mkdirSync(workspace.home);
    const call = { cwd: base, trusts: false };
    const made = await runHookline(workspace, ["new", "agh", "tool.pre_call", "--workspace", base, "-o", "json"], call);
    expect(json(made)).toMatchObject({ level: "user", files: [{ path: join(workspace.home, "config.toml") }, {}, {}] });
    const tested = await runHookline(workspace, ["test", "--workspace", base, "--home"], call);
    expect(tested.stdout).toContain("2 passed");
  });

  it("writes nothing on a dry run, and shows all of it", async () => {
    using workspace = openEmptyWorkspace();
    const { stdout } = await hookline(workspace, ["new", "agent-hooks", "before_tool", "--dry-run"]);
    expect(stdout).toContain("trigger: before_tool");
    expect(stdout).toContain("#!/bin/sh");
    expect(stdout).toContain("tests:");
    expect(contentsOf(workspace.root)).toEqual({});
  });

  it.each<[dialect: string, written: string, event: string]>([
    ["claude", "tool.pre_call", "PreToolUse"],
    ["claude", "before_tool", "PreToolUse"],
    ["docker-agent", "tool.post_error", "post_tool_use"],
    ["agh", "PreToolUse", "tool.pre_call"],
    ["agent-hooks", "pre-agent-turn-stop", "before_stop"],
  ])("takes an event of %s in another spelling: %s", async (dialect, written, event) => {
    using workspace = openEmptyWorkspace();
    expect(await newHook(workspace, dialect, written)).toMatchObject({ event });
  });

  it.each<[args: string[], says: string]>([
    [["claud", "Stop"], '"claude"'],
    [["claude", "PreToolsUse"], '"PreToolUse"'],
    [["claude", "pretooluse"], '"PreToolUse"'],
    [["claude", "turn.start"], "It has: UserPromptSubmit"],
    [["claude", "Notification"], "It has: UserPromptSubmit"],
    [["agh", "tool.precall"], '"tool.pre_call"'],
    [["agh", "tool.pre_call", "My Hook"], '"my-hook"'],
    [["agh", "tool.pre_call", "../up"], '"up"'],
    [["agh", "tool.pre_call", "a".repeat(65)], "64"],
    [["agh", "tool.pre_call", "x", "--lang", "perl"], "sh, node"],
  ])("%j says what is meant", async (args, says) => {
    using workspace = openEmptyWorkspace();
    const { exitCode, stderr } = await hookline(workspace, ["new", ...args]);
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 1, stderr: expect.stringContaining(says) });
    expect(contentsOf(workspace.root)).toEqual({});
  });
});

function commonStart(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return at;
}
