import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { commands } from "../../src/cli/commands.ts";
import { adapterFlags } from "../../src/dialects/adapter-call.ts";
import { until } from "../../src/executors/testing.ts";

const launcher = join(import.meta.dirname, "..", "..", "bin", "hookline.js");
const cwd = realpathSync(mkdtempSync(join(tmpdir(), "hookline-adapt-")));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

const event = JSON.stringify({ hook_event_name: "pre_tool_use", session_id: "s", cwd, tool_name: "shell" });

function start(words: readonly string[]) {
  const child = spawn(process.execPath, [launcher, "adapt", ...words], { cwd });
  let stdout = "";
  child.stdout.on("data", (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  const ended = new Promise<{ code: number | null; stdout: string }>((resolve) => {
    child.on("close", (code) => resolve({ code, stdout }));
  });
  child.stdin.end(event);
  return { child, ended };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe("hookline adapt as an agent runs it", () => {
  it("answers in the agent's words", async () => {
    const script = `cat > /dev/null; echo '{"deny":true,"deny_reason":"no"}'`;
    const { code, stdout } = await start(["agh", "tool.pre_call", "--", "/bin/sh", "-c", script]).ended;
    expect([code, JSON.parse(stdout)]).toEqual([0, { decision: "block", reason: "no" }]);
  });

  it("ends the hook when it is told to end, and does not pass that off as consent", async () => {
    const file = join(cwd, "pid");
    const script = `echo $$ > '${file}.new'; mv '${file}.new' '${file}'; exec sleep 60`;
    const { child, ended } = start(["agh", "tool.pre_call", "--", "/bin/sh", "-c", script]);
    await until(() => existsSync(file));
    const pid = Number(readFileSync(file, "utf8"));
    child.kill("SIGTERM");
    const { code, stdout } = await ended;
    expect([code, stdout]).toEqual([143, ""]);
    await until(() => !isAlive(pid));
  });
});

describe("the flags of hookline adapt", () => {
  it("are the same on the command line and in hook files", () => {
    const { flags = {} } = commands.find(({ name }) => name === "adapt") ?? {};
    const shapes = Object.entries(flags).map(([name, flag]) => [name, flag.type, "many" in flag && flag.many === true]);
    const known = Object.entries(adapterFlags).map(([name, flag]) => [name, flag.type, "multiple" in flag]);
    expect(shapes.sort()).toEqual(known.sort());
  });
});
