import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { allPids } from "../../lib/process/process-group.ts";
import { executionOf, processesOf, shell, until } from "../testing.ts";
import { createProcessExecutor, type ProcessExecutor } from "./executor.ts";

describe.skipIf(process.platform !== "linux")("the helper process (only Linux needs one)", () => {
  let executor: ProcessExecutor;
  let cwd: string;

  beforeEach(() => {
    cwd = realpathSync(mkdtempSync(join(tmpdir(), "hookline-helper-")));
    executor = createProcessExecutor({ environment: process.env, helperAboveBytes: 0 });
  });
  afterEach(async () => {
    await executor.close();
    rmSync(cwd, { recursive: true, force: true });
  });

  const start = (script: string, runId: string, timeoutMs = 20_000) =>
    executor.execute(executionOf(shell(script, cwd), { runId, timeoutMs }));

  it("is one for all hooks, and ends when the executor is closed", async () => {
    await start("exit 0", randomUUID());
    const [helper, ...others] = helpersOf(process.pid);
    expect(others).toEqual([]);
    await start("exit 0", randomUUID());
    expect(helpersOf(process.pid)).toEqual([helper]);
    await executor.close();
    expect(helpersOf(process.pid)).toEqual([]);
  });

  it("killed in the middle of a run: the run fails by name, nothing of it survives, the next run gets a new helper", async () => {
    const runId = randomUUID();
    const reply = start("touch started; setsid sleep 300 & sleep 300", runId);
    await until(() => existsSync(join(cwd, "started")) && processesOf(runId).length >= 3);
    const [helper] = helpersOf(process.pid);
    process.kill(Number(helper), "SIGKILL");
    expect(await reply).toMatchObject({ failure: "spawn-error", detail: expect.stringContaining("SIGKILL") });
    expect(processesOf(runId)).toEqual([]);
    expect(await start("echo '{}'", randomUUID())).toMatchObject({ kind: "output", stdout: "{}\n" });
  });

  it("hung: the deadline still holds, and nothing survives", async () => {
    const runId = randomUUID();
    const reply = start("touch started; sleep 300", runId, 500);
    await until(() => existsSync(join(cwd, "started")));
    process.kill(Number(helpersOf(process.pid)[0]), "SIGSTOP");
    expect(await reply).toMatchObject({ failure: "timed-out" });
    expect(processesOf(runId)).toEqual([]);
  });

  it("ends what it runs, and itself, when its parent is killed", async () => {
    const runId = randomUUID();
    const parent = startParent(runId, "touch started; sleep 300");
    await until(() => existsSync(join(cwd, "started")));
    const helpers = helpersOf(Number(parent.pid));
    expect(helpers).toHaveLength(1);
    parent.kill("SIGKILL");
    await until(() => processesOf(runId).length === 0 && !helpers.some(isAlive));
  });

  it("does not keep its parent alive when there is nothing to do", async () => {
    const parent = startParent(randomUUID(), "exit 0");
    const code = await new Promise((resolve) => parent.once("exit", resolve));
    expect(code).toBe(0);
  });

  /** Another process that runs one hook through a helper and has nothing else to do. */
  function startParent(runId: string, script: string): ChildProcess {
    const program = join(cwd, "parent.mjs");
    const url = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);
    writeFileSync(
      program,
      `import { createProcessExecutor } from ${url("./executor.ts")};
       import { executionOf, shell } from ${url("../testing.ts")};
       const executor = createProcessExecutor({ environment: process.env, helperAboveBytes: 0 });
       const hook = shell(${JSON.stringify(script)}, ${JSON.stringify(cwd)});
       const reply = await executor.execute(executionOf(hook, { runId: "${runId}", timeoutMs: 20_000 }));
       if (reply.kind !== "output") process.exitCode = 1;`,
    );
    return spawn(process.execPath, [program], { stdio: "ignore" });
  }
});

function helpersOf(parent: number): number[] {
  return allPids().filter((pid) => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
      const [, ppid] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      return Number(ppid) === parent && readFileSync(`/proc/${pid}/cmdline`, "latin1").includes("spawn-helper");
    } catch {
      return false;
    }
  });
}

function isAlive(pid: number): boolean {
  return existsSync(`/proc/${pid}`) && readFileSync(`/proc/${pid}/cmdline`, "latin1") !== "";
}
