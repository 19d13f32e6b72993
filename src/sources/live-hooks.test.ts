import { renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { type HookTree, makeTree } from "../../test/support/hook-tree.ts";
import { createEngine } from "../engine/engine.ts";
import { type LiveHooks, openLiveHooks } from "./live-hooks.ts";
import { resolveWorkspace } from "./workspace.ts";

const config = "ws/.hookline/config.toml";
const declare = (name: string, ...lines: string[]) =>
  ["[[hooks.declarations]]", `name = "${name}"`, 'event = "session.post_create"', 'command = "x"', ...lines, ""].join(
    "\n",
  );
const gate = (...lines: string[]) =>
  [
    "[[hooks.declarations]]",
    'name = "gate"',
    'event = "tool.pre_call"',
    'mode = "sync"',
    "required = true",
    ...lines,
    "",
  ].join("\n");

const open = (tree: HookTree, onChange?: (live: LiveHooks) => void): LiveHooks => {
  const live = openLiveHooks(tree.request(), onChange);
  onTestFinished(() => live.close());
  return live;
};
const names = (live: LiveHooks) => live.current.hooks.map(({ name }) => name);

describe("live hooks", () => {
  it("C050 start empty, with version 0", () => {
    const live = open(makeTree({ [config]: declare("a") }));
    expect(live.version).toBe(0);
    expect(live.current).toMatchObject({ hooks: [], broken: [], findings: [], files: [] });
  });

  it("C051 the first refresh fills them", () => {
    const live = open(makeTree({ [config]: declare("a") }));
    expect(live.refresh()).toBe(true);
    expect(names(live)).toEqual(["a"]);
    expect(live.version).toBe(1);
  });

  it("C052 a bad edit keeps the old set and says what is wrong, until it is corrected", () => {
    const tree = makeTree({ [config]: declare("a") });
    const live = open(tree);
    live.refresh();
    const before = live.current;
    tree.write(config, declare("a") + declare("b", "prority = 1"));
    expect(live.refresh()).toBe(false);
    expect(live.current).toBe(before);
    expect(live.version).toBe(1);
    expect(live.problems).toMatchObject([{ code: "HOOK_KEY_UNKNOWN", line: 9, fix: 'Did you mean "priority"?' }]);

    tree.write(config, declare("a") + declare("b", "priority = 1"));
    expect(live.refresh()).toBe(true);
    expect(names(live)).toEqual(["a", "b"]);
    expect(live.problems).toEqual([]);
  });

  it.each<[what: string, edit: (tree: HookTree) => void]>([
    ["half a file", (tree) => tree.write(config, gate('command = "x').slice(0, -3))],
    ["a file that is not TOML", (tree) => tree.write(config, "oops")],
    ["a giant file", (tree) => tree.write(config, `# ${"x".repeat(2 ** 20)}`)],
  ])("C052 F27 %s keeps the old set", (_what, edit) => {
    const tree = makeTree({ [config]: gate('command = "x"') });
    const live = open(tree);
    live.refresh();
    edit(tree);
    live.refresh();
    expect(live.current.hooks).toMatchObject([{ name: "gate", executor: { kind: "process" } }]);
    expect(live.problems).toHaveLength(1);
  });

  it("C052 a first load with errors takes what is valid, and broken guards refuse", () => {
    const live = open(makeTree({ [config]: declare("a") + gate() }));
    live.refresh();
    expect(live.current.hooks).toMatchObject([{ name: "a" }, { name: "gate", executor: { kind: "broken" } }]);
    expect(live.version).toBe(1);
  });

  it("C053 a rebuild that changes nothing keeps the version", () => {
    const tree = makeTree({ [config]: declare("a") });
    const live = open(tree);
    live.refresh();
    tree.write(config, `# a comment moves the line\n${declare("a")}`);
    expect(live.refresh()).toBe(false);
    expect(live.version).toBe(1);
    expect(live.current.hooks[0]?.origin.line).toBe(2);
  });

  it.each<[what: string, edit: (tree: HookTree) => void, names: string[]]>([
    ["an edit", (tree) => tree.write(config, declare("b")), ["b"]],
    ["an edit of the same size", (tree) => tree.write(config, declare("c")), ["c"]],
    ["a setting", (tree) => tree.write("home/config.toml", "[hooks]\noutput_limit = 999\n"), ["a"]],
    ["a deleted file", (tree) => rmSync(join(tree.directory, config)), []],
    [
      "a new agent",
      (tree) => tree.write("home/agents/x/AGENT.md", "---\nhooks: [{ name: n, event: turn.end, command: x }]\n---\n"),
      ["a", "n"],
    ],
    ["a new folder of hooks", (tree) => tree.write("ws/.agh/config.toml", declare("b")), ["b", "a"]],
  ])("C054 %s raises the version", (_what, edit, expected) => {
    const tree = makeTree({ [config]: declare("a") });
    const live = open(tree);
    live.refresh();
    edit(tree);
    expect(live.refresh()).toBe(true);
    expect(live.version).toBe(2);
    expect(names(live)).toEqual(expected);
  });

  it("C054 a file that an editor replaces by renaming is noticed", () => {
    const tree = makeTree({ [config]: declare("a") });
    const live = open(tree);
    live.refresh();
    writeFileSync(join(tree.directory, "ws/.hookline/new"), declare("b"));
    renameSync(join(tree.directory, "ws/.hookline/new"), join(tree.directory, config));
    live.refresh();
    expect(names(live)).toEqual(["b"]);
  });

  it("C055 a rebuild while a dispatch runs does not disturb it", async () => {
    const tree = makeTree({ [config]: gate('command = "first"') });
    const live = open(tree);
    live.refresh();
    const seen: string[] = [];
    let reached: () => void = () => {};
    let release: () => void = () => {};
    const isRunning = new Promise<void>((resolve) => {
      reached = resolve;
    });
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const engine = createEngine({
      hooks: live.current.hooks,
      executors: {
        process: async ({ hook }) => {
          seen.push(hook.executor.kind === "process" ? hook.executor.command : "");
          reached();
          await released;
        },
      },
    });
    onTestFinished(async () => {
      await engine.close();
    });
    const dispatch = engine.fire("tool.pre_call", { tool_name: "Edit" });
    await isRunning;
    tree.write(config, gate('command = "second"'));
    expect(live.refresh()).toBe(true);
    release();
    expect((await dispatch).runs).toMatchObject([{ hook_name: "gate", outcome: "applied" }]);
    expect(seen).toEqual(["first"]);
  });

  it("C056 a new set is another object; the old one stays as it was", () => {
    const tree = makeTree({ [config]: declare("a") });
    const live = open(tree);
    live.refresh();
    const before = live.current;
    tree.write(config, declare("b"));
    live.refresh();
    expect(before.hooks.map(({ name }) => name)).toEqual(["a"]);
    expect(live.current).not.toBe(before);
  });

  it("C057 a new skill is there before the next dispatch", () => {
    const tree = makeTree({ [config]: declare("a") });
    const live = open(tree);
    live.refresh();
    tree.write(
      "ws/.agh/skills/notes/SKILL.md",
      "---\nname: notes\nmetadata:\n  agh:\n    hooks:\n      - { event: turn.end, command: x }\n---\n",
    );
    live.refresh();
    expect(names(live)).toEqual(["a", "notes"]);
  });

  it("C058 registering a workspace brings its hooks in", () => {
    const tree = makeTree({ [config]: declare("a") });
    const place = { home: tree.home, cwd: tree.directory };
    expect(() => resolveWorkspace("checkout", place)).toThrow('There is no workspace "checkout".');
    tree.write("home/config.toml", '[[workspaces]]\nid = "ws_checkout"\nname = "checkout"\nroot = "../ws"\n');
    const workspace = resolveWorkspace("checkout", place);
    expect(workspace).toMatchObject({ id: "ws_checkout", name: "checkout", root: tree.root });
    const live = openLiveHooks(tree.request({ workspace }));
    onTestFinished(() => live.close());
    live.refresh();
    expect(live.current.hooks).toMatchObject([{ name: "a", scope: { workspaceId: "ws_checkout" } }]);
  });

  it("a look at unchanged files reads nothing", async () => {
    const tree = makeTree({ [config]: declare("a") });
    const live = open(tree);
    live.refresh();
    // Files this new are read again until their time stamps can be trusted.
    await vi.waitFor(
      () => {
        const before = live.current;
        live.refresh();
        expect(live.current).toBe(before);
      },
      { timeout: 10_000 },
    );
  });

  it("files are watched: a change arrives without being asked for, and so does a mistake", async () => {
    const tree = makeTree({ [config]: declare("a") });
    const told: [version: number, problems: number][] = [];
    const live = open(tree, ({ version, problems }) => told.push([version, problems.length]));
    live.refresh();
    tree.write(config, declare("b"));
    await vi.waitFor(() => expect(names(live)).toEqual(["b"]), { timeout: 20_000 });
    tree.write(config, "oops");
    await vi.waitFor(() => expect(live.problems).toHaveLength(1), { timeout: 20_000 });
    tree.write(config, declare("b"));
    await vi.waitFor(() => expect(live.problems).toHaveLength(0), { timeout: 20_000 });
    expect(told).toEqual([
      [1, 0],
      [2, 0],
      [2, 1],
      [2, 0],
    ]);
    expect(names(live)).toEqual(["b"]);
  });

  it("after close nothing is read any more", () => {
    const tree = makeTree({ [config]: declare("a") });
    const live = open(tree);
    live.refresh();
    live.close();
    tree.write(config, declare("b"));
    expect(live.refresh()).toBe(false);
    expect(names(live)).toEqual(["a"]);
  });
});
