import { randomUUID } from "node:crypto";
import { existsSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Toolset } from "../../../agent/tool.ts";
import { processesOf, until } from "../../../lib/process/testing.ts";
import { openTools, type TemporaryTree, type ToolCaller, temporaryTree } from "../testing.ts";
import { createShellToolset } from "./toolset.ts";

let tree: TemporaryTree;
let toolset: Toolset;
let tools: ToolCaller;
/** Everything that the toolset runs is nested in this run. */
let outerRun: string;

beforeEach(async () => {
  tree = temporaryTree({ "sub/file.txt": "x" });
  outerRun = randomUUID();
  toolset = createShellToolset({
    cwd: tree.root,
    workspaceRoot: tree.root,
    environment: {
      ...process.env,
      HOOKLINE_RUN: outerRun,
      HOOKLINE_HOME: "/home/of/hookline",
      HOOKLINE_DEPTH: "2",
      HOOKLINE_TRUST: "everything",
      EXAMPLE_API_KEY: "secret-1",
      OTHER_TOKEN: "secret-2",
      GITHUB_PAT: "secret-2",
      MYSQL_PWD: "secret-2",
      SENTRY_DSN: "https://secret-2@example.test/1",
      NEEDED_TOKEN: "secret-3",
      MAX_TOKENS: "17",
      SHELL: "/bin/bash",
    },
    passVariables: ["NEEDED_TOKEN"],
  });
  tools = await openTools(toolset);
});
afterEach(async () => {
  await toolset.close();
  expect(processesOf(outerRun)).toEqual([]);
  tree.remove();
});

const shell = (cmd: string, more: Record<string, unknown> = {}) => tools.call("shell", { cmd, ...more });

describe("the shell tool", () => {
  it("says what it is", () => {
    const { name, namespace, category, readOnly, decisionClass, inputSchema } = tools.tool("shell");
    expect({ name, namespace, category, readOnly, decisionClass }).toEqual({
      name: "shell",
      namespace: "terminal",
      category: "shell",
      readOnly: false,
      decisionClass: "execute",
    });
    expect(Object.keys(inputSchema.properties as object)).toEqual(["cmd", "command", "cwd", "timeout"]);
  });

  it.each([
    ["one line", { cmd: "npm test" }, "$ npm test"],
    ["the other name", { command: "ls" }, "$ ls"],
    ["several lines", { cmd: "cat <<E\nx\nE" }, "$ cat <<E …"],
    ["terminal control", { cmd: "echo \u001b[2Jx" }, "$ echo x"],
    ["nothing", {}, "$"],
  ])("has a title for %s", (_case, input, title) => {
    expect(tools.tool("shell").title?.(input)).toBe(title);
  });

  it("gives what a command prints", async () => {
    expect(await shell("echo hello")).toEqual({ text: "hello\n", isError: false });
    expect(await tools.call("shell", { command: "echo hello" })).toEqual({ text: "hello\n", isError: false });
    expect(await shell("true")).toEqual({ text: "(no output)", isError: false });
  });

  it("keeps the order of stdout and stderr", async () => {
    const { text } = await shell("for i in 1 2 3 4 5 6 7 8 9; do echo out $i; echo err $i >&2; done");
    const expected = Array.from({ length: 9 }, (_, index) => `out ${index + 1}\nerr ${index + 1}\n`).join("");
    expect(text).toBe(expected);
  });

  it("lets a command open its outputs by name", async () => {
    expect((await shell("echo a > /dev/stderr; echo b > /dev/stdout; echo c | tee /dev/stderr")).text).toBe(
      "a\nb\nc\nc\n",
    );
  });

  it("streams the output as it comes, with characters whole", async () => {
    const seen: string[] = [];
    const output = (text: string) => seen.push(text);
    const call = tools.call(
      "shell",
      { cmd: "printf '\\303'; until [ -e go ]; do sleep 0.01; done; printf '\\251!'" },
      { output },
    );
    tree.write("go", "");
    expect((await call).text).toBe("é!");
    expect(seen.join("")).toBe("é!");
  });

  it.each([
    ["an exit code", "echo no; exit 3", "no\n(exit code 3)"],
    ["an exit code without output", "exit 1", "(exit code 1)"],
    ["an exit code after half a line", "printf half; exit 2", "half\n(exit code 2)"],
    ["a signal", "kill -SEGV $$", "(ended by SIGSEGV)"],
  ])("tells %s", async (_case, cmd, text) => {
    expect(await shell(cmd)).toEqual({ text, isError: true });
  });

  it("closes stdin", async () => {
    expect((await shell("cat; read x; echo $?")).text).toBe("1\n");
  });

  it("runs in the directory it is given, which must be in the workspace", async () => {
    expect((await shell("pwd")).text).toBe(`${tree.root}\n`);
    expect((await shell("pwd", { cwd: "sub" })).text).toBe(`${join(tree.root, "sub")}\n`);
    expect((await shell("pwd", { cwd: "/" })).text).toContain("outside the workspace");
    expect((await shell("pwd", { cwd: "sub/file.txt" })).text).toContain("is not a directory");
    expect((await shell("pwd", { cwd: "nowhere" })).isError).toBe(true);
    symlinkSync("/", join(tree.root, "link"));
    expect((await shell("pwd", { cwd: "link" })).text).toContain("outside the workspace");
  });

  it("withholds secrets and our own variables, and passes what it is told to", async () => {
    const { text } = await shell("env");
    const names = new Set(text.split("\n").map((line) => line.split("=")[0]));
    expect([...names].filter((name) => name?.startsWith("HOOKLINE_")).sort()).toEqual([
      "HOOKLINE_DEPTH",
      "HOOKLINE_HOME",
      "HOOKLINE_RUN",
    ]);
    expect(text).not.toMatch(/secret-[12]/);
    expect(text).toContain("NEEDED_TOKEN=secret-3");
    expect(text).toContain("MAX_TOKENS=17");
    expect(names.has("PATH") && names.has("SHLVL")).toBe(true);
  });

  it.each([
    ["no command", {}, "received none"],
    ["an empty command", { cmd: "  " }, "received none"],
    ["two commands", { cmd: "ls", command: "rm -rf /" }, "differ"],
    ["a number", { cmd: 7 }, '"cmd"'],
    ["a time that is too long", { cmd: "ls", timeout: 3601 }, '"timeout"'],
    ["a zero byte", { cmd: "ls\0" }, "zero byte"],
  ])("refuses %s", async (_case, input, part) => {
    const { text, isError } = await tools.call("shell", input);
    expect(isError).toBe(true);
    expect(text).toContain("shell was not called");
    expect(text).toContain(part);
  });

  it("says when the shell cannot be started", async () => {
    tree.remove();
    expect((await shell("true")).isError).toBe(true);
  });
});

describe("the end of a command", () => {
  it("ends all processes when the time is up", async () => {
    const { text, isError } = await shell("sleep 300 & setsid sleep 300 & sleep 300", { timeout: 1 });
    expect(isError).toBe(true);
    expect(text).toContain("(ended with all its processes after 1 s; `timeout` gives up to 3600 s)");
    expect(processesOf(outerRun)).toEqual([]);
  });

  it("ends the whole tree when it is canceled, children that moved to another session too", async () => {
    const canceler = new AbortController();
    const cmd =
      "echo begun; touch begun; setsid sleep 300 & setsid setsid bash -c 'sleep 300; true' & (sleep 300; true) & sleep 300";
    const call = tools.call("shell", { cmd }, { signal: canceler.signal });
    const least = process.platform === "linux" ? 6 : 0;
    await until(() => existsSync(join(tree.root, "begun")) && processesOf(outerRun).length >= least);
    canceler.abort();
    const { text, isError } = await call;
    expect(isError).toBe(true);
    expect(text).toMatch(/^begun\n/);
    expect(processesOf(outerRun)).toEqual([]);
  });

  it("lets a command clean up when it is canceled", async () => {
    const canceler = new AbortController();
    const cmd = "trap 'echo cleaned; touch cleaned; exit' TERM; touch begun; while :; do sleep 0.01; done";
    const call = tools.call("shell", { cmd }, { signal: canceler.signal });
    await until(() => existsSync(join(tree.root, "begun")));
    canceler.abort();
    // The shell may say before it that its own child was terminated.
    expect((await call).text).toMatch(/cleaned\n\(canceled; all its processes were ended\)$/);
    expect(existsSync(join(tree.root, "cleaned"))).toBe(true);
    expect(processesOf(outerRun)).toEqual([]);
  });

  it("kills a command that does not listen", async () => {
    const canceler = new AbortController();
    const cmd =
      "trap '' TERM; touch begun; setsid bash -c 'trap \"\" TERM; while :; do sleep 0.1; done' & while :; do sleep 0.1; done";
    const call = tools.call("shell", { cmd }, { signal: canceler.signal });
    await until(() => existsSync(join(tree.root, "begun")));
    canceler.abort();
    expect((await call).isError).toBe(true);
    expect(processesOf(outerRun)).toEqual([]);
  });

  it("starts nothing when it is canceled before", async () => {
    const { text } = await tools.call("shell", { cmd: "touch begun" }, { signal: AbortSignal.abort() });
    expect(text).toContain("canceled");
    expect(existsSync(join(tree.root, "begun"))).toBe(false);
  });

  it("does not wait for what runs in the background, which goes on until the toolset is closed", async () => {
    const loop = "while :; do echo tick; sleep 0.01; [ -e stop ] && touch stopped && exit; done";
    const { text, isError } = await shell(`(${loop}) & echo started`);
    expect(isError).toBe(false);
    expect(text).toContain("started\n");
    expect(text).toMatch(/\(something it started still runs in the background\)$/);
    // It prints on and is not ended by that: nobody has closed its output.
    tree.write("stop", "");
    await until(() => existsSync(join(tree.root, "stopped")));
  });

  it.skipIf(process.platform !== "linux")("ends what runs in the background when the toolset is closed", async () => {
    await shell("setsid sleep 300 >/dev/null 2>&1 & sleep 300 & echo started");
    expect(processesOf(outerRun).length).toBeGreaterThanOrEqual(2);
    await toolset.close();
    expect(processesOf(outerRun)).toEqual([]);
  });

  it("keeps the beginning and the end of 100 MB in bounded memory", async () => {
    const most = () => process.resourceUsage().maxRSS * 1024;
    const before = most();
    let streamed = 0;
    const output = (text: string) => {
      streamed += text.length;
    };
    const cmd = "echo first; head -c 100000000 /dev/zero | tr '\\0' x; echo; echo last";
    const { text, isError } = await tools.call("shell", { cmd }, { output });
    expect(isError).toBe(false);
    expect(text.startsWith("first\nxxx")).toBe(true);
    expect(text.endsWith("xxx\nlast\n")).toBe(true);
    expect(text).toMatch(/\n… \(94\.4 MiB left out\) …\n/);
    expect(text.length).toBeLessThan(1.1 * 1024 * 1024);
    expect(streamed).toBeLessThan(5 * 1024 * 1024);
    expect(most() - before).toBeLessThan(64 * 1024 * 1024);
  });
});
