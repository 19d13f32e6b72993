import { spawn } from "node:child_process";
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type CliResult, openTestWorkspace, repository, type TestWorkspace, trustAll } from "./workspace.ts";

const launcher = join(repository, "bin", "hookline.js");

describe("the installed command", () => {
  it("denies an edit of .env in the example with the seed's own hook, and the run is in the records", async () => {
    using workspace = openTestWorkspace();
    const fired = await run(workspace, ["fire", "tool.pre_call", "--payload", "payloads/edit-env.json", "-o", "json"]);
    expect(fired).toMatchObject({ exitCode: 0, stderr: "" });
    expect(JSON.parse(fired.stdout)).toMatchObject({ decision: "deny", reason: "Protected secret file path." });
    const { stdout } = await run(workspace, ["runs", "--session", "sess_9f4a", "-o", "json"]);
    expect(JSON.parse(stdout)).toMatchObject([{ hook_name: "block-secret-file-edits", outcome: "denied" }]);
  });

  it("reads a large payload from a pipe and exits with the code that was asked for", async () => {
    using workspace = openTestWorkspace();
    const payload = { tool_namespace: "fs", tool_input: { text: "x".repeat(3_000_000), path: ".env" } };
    const argv = ["fire", "tool.pre_call", "--payload", "-", "--exit-code", "-o", "jsonl"];
    const { stdout, exitCode } = await run(workspace, argv, { stdin: JSON.stringify(payload) });
    expect(exitCode).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({ decision: "deny", payload });
  });

  it("prints no escape sequences into a pipe and keeps to $COLUMNS", async () => {
    using workspace = openTestWorkspace();
    const { stdout } = await run(workspace, ["events"], { env: { COLUMNS: "60", FORCE_COLOR: "1" } });
    expect(stdout).not.toContain("\u001b");
    expect(Math.max(...stdout.split("\n").map((line) => line.length))).toBeLessThanOrEqual(60);
  });

  it("a command that is killed while a hook runs is missed by the next one, which says so once", async () => {
    using workspace = openTestWorkspace();
    const slow = `
[[hooks.declarations]]
name = "slow"
event = "turn.start"
mode = "sync"
timeout = "60s"
command = "/bin/sh"
args = ["-c", "echo $$ > pid; exec sleep 60"]
`;
    appendFileSync(join(workspace.root, ".hookline", "config.toml"), slow);
    await trustAll(workspace);
    const child = spawn(process.execPath, [launcher, "fire", "turn.start", "--payload", "{}"], {
      cwd: workspace.root,
      env: { ...process.env, HOOKLINE_HOME: workspace.home },
      stdio: "ignore",
    });
    const pidFile = join(workspace.root, "pid");
    await until(() => existsSync(pidFile) && readFileSync(pidFile, "utf8") !== "");
    child.kill("SIGKILL");
    await new Promise((resolve) => child.once("exit", resolve));
    process.kill(-Number(readFileSync(pidFile, "utf8")), "SIGKILL");

    const next = await run(workspace, ["fire", "tool.pre_call", "--payload", "payloads/edit-env.json"]);
    expect(next.stderr).toContain(`Process ${child.pid} ended without closing its records`);
    const third = await run(workspace, ["fire", "tool.pre_call", "--payload", "payloads/edit-env.json"]);
    expect(third.stderr).toBe("");
  });

  it("a reader that goes away early is no error", async () => {
    using workspace = openTestWorkspace();
    const script = `"$NODE" "$HOOKLINE" events -o json | head -c 10; echo "\${PIPESTATUS[0]}"`;
    const { stdout, stderr } = await start("bash", ["-c", script], workspace);
    expect({ stdout, stderr }).toEqual({ stdout: "[\n  {\n    0\n", stderr: "" });
  });

  it("a hook that fires its own event is stopped at the third level", async () => {
    using workspace = openTestWorkspace();
    const config = `[[hooks.declarations]]
name = "loop"
event = "turn.start"
mode = "sync"
timeout = "60s"
command = ${JSON.stringify(process.execPath)}
args = [${JSON.stringify(launcher)}, "fire", "turn.start", "--payload", "-", "-o", "jsonl"]
env = { HOOKLINE_HOME = ${JSON.stringify(workspace.home)} }
`;
    writeFileSync(join(workspace.root, ".hookline", "config.toml"), config);
    await run(workspace, ["fire", "turn.start", "--session", "s", "--payload", "{}"]);
    const { stdout } = await run(workspace, ["runs", "--session", "s", "-o", "json"]);
    const depths = (JSON.parse(stdout) as { dispatch_depth: number; outcome: string }[]).map(
      ({ dispatch_depth, outcome }) => `${dispatch_depth} ${outcome}`,
    );
    expect(depths.toSorted()).toEqual(["1 applied", "2 applied", "3 applied", "3 skipped"]);
  });
});

describe("completion scripts", () => {
  it("bash: the script is valid and completes an event", async () => {
    using workspace = openTestWorkspace();
    const script = `
      hookline() { "$NODE" "$HOOKLINE" "$@"; }
      hookline completion bash > completion.sh && bash -n completion.sh && source completion.sh
      COMP_WORDS=(hookline fire tool.pre) COMP_CWORD=2 && _hookline && printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout, stderr } = await start("bash", ["-c", script], workspace);
    expect({ stdout, stderr }).toEqual({ stdout: "tool.pre_call\n", stderr: "" });
  });
});

interface Call {
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
}

async function run(workspace: TestWorkspace, argv: readonly string[], call: Call = {}): Promise<CliResult> {
  await trustAll({ ...workspace, env: { ...workspace.env, ...call.env } });
  return start(process.execPath, [launcher, ...argv], workspace, call);
}

function start(
  program: string,
  args: readonly string[],
  workspace: TestWorkspace,
  call: Call = {},
): Promise<CliResult> {
  const env = { ...workspace.env, NODE: process.execPath, HOOKLINE: launcher, ...call.env };
  const child = spawn(program, args, { cwd: workspace.root, env });
  const output = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output.stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    output.stderr += text;
  });
  // A command that fails early does not read its input; that is its right.
  child.stdin.on("error", () => {});
  child.stdin.end(call.stdin ?? "");
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ ...output, exitCode: code ?? -1 }));
  });
}

async function until(condition: () => boolean): Promise<void> {
  const giveUp = Date.now() + 20_000;
  while (!condition()) {
    if (Date.now() > giveUp) throw new Error("waited 20 s in vain");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
