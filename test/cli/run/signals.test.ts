import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isStillRunning } from "../../../src/store/process-mark.ts";
import {
  callsShell,
  openRunWorkspace,
  type RunWorkspace,
  type StartedProgram,
  scriptOf,
  teamOf,
  until,
} from "./program.ts";

const closing = { turn_end: "echo turn_end >> log", session_end: "echo session_end >> log" };

/** A run whose tool call has begun and does not end by itself. */
async function startLong(workspace: RunWorkspace, hooks: Record<string, string> = closing): Promise<StartedProgram> {
  workspace.write("s.yaml", scriptOf(callsShell("echo $$ > pid; exec sleep 60")));
  workspace.write("team.yaml", teamOf(hooks));
  await workspace.trust("team.yaml");
  const program = workspace.start(["run", "team.yaml", "go", "--yolo", "-o", "jsonl"]);
  await until("the tool call", () => workspace.read("pid").endsWith("\n"), program.stdout);
  return program;
}

/** A process that has ended and that nobody has noticed yet does not count. */
function isAlive(pid: number): boolean {
  return isStillRunning(pid, null);
}

async function sessionsOf(workspace: RunWorkspace): Promise<{ id: string; state: string }[]> {
  return JSON.parse((await workspace.run(["sessions", "-o", "json"])).stdout);
}

describe("signals to hookline run", () => {
  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const)(
    "%s cancels the turn, runs the closing hooks, stops the session and exits with %i",
    async (signal, code) => {
      using workspace = openRunWorkspace();
      const program = await startLong(workspace);
      program.child.kill(signal);
      const { stdout, stderr, exitCode } = await program.ended;
      expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: code });
      expect(isAlive(Number(workspace.read("pid")))).toBe(false);
      expect(workspace.read("log")).toBe("turn_end\nsession_end\n");
      for (const kind of ["tool_returned", "step_ended", "turn_ended", "session_ended"])
        expect(stdout.split(`{"kind":"${kind}"`)).toHaveLength(2);
      expect(stdout).toMatch(/"kind":"turn_ended".*"reason":"canceled"/);
      expect(await sessionsOf(workspace)).toMatchObject([{ state: "stopped" }]);
    },
  );

  it("SIGINT while the session starts: the message is not sent, and the session is closed", async () => {
    using workspace = openRunWorkspace({
      "s.yaml": scriptOf({ text: "Too late." }),
      "team.yaml": teamOf({ ...closing, session_start: "touch started; until [ -e go ]; do sleep 0.05; done" }),
    });
    await workspace.trust("team.yaml");
    const program = workspace.start(["run", "team.yaml", "go", "-o", "json"]);
    await until("the hook", () => existsSync(join(workspace.root, "started")));
    program.child.kill("SIGINT");
    workspace.write("go", "");
    const { stdout, exitCode } = await program.ended;
    expect(exitCode).toBe(130);
    expect(JSON.parse(stdout)).toMatchObject({ reason: "canceled", answer: "", totals: { steps: 0 } });
    expect(workspace.read("log")).toBe("session_end\n");
  });

  it("a second SIGINT does not wait for a hook that takes long", async () => {
    using workspace = openRunWorkspace();
    const program = await startLong(workspace, { session_end: "echo $$ > hook-pid; exec sleep 60" });
    program.child.kill("SIGINT");
    await until("the closing hook", () => workspace.read("hook-pid").endsWith("\n"), program.stdout);
    program.child.kill("SIGINT");
    expect(await program.ended).toMatchObject({ stderr: "", signal: "SIGINT" });
    expect(isAlive(Number(workspace.read("pid")))).toBe(false);
    const hook = Number(workspace.read("hook-pid"));
    if (isAlive(hook)) process.kill(hook, "SIGKILL");
  });

  it("hookline sessions shows a session that runs, refuses to resume it elsewhere, and stops it", async () => {
    using workspace = openRunWorkspace();
    const program = await startLong(workspace);
    const [session] = await sessionsOf(workspace);
    expect(session).toMatchObject({ state: "active", owner: { pid: program.child.pid, is_alive: true } });
    const id = session?.id ?? "";

    const resumed = await workspace.run(["run", "team.yaml", "--resume", id, "again"]);
    expect(resumed).toMatchObject({ stdout: "", exitCode: 1 });
    expect(resumed.stderr).toContain(`process ${program.child.pid}`);

    const stopped = await workspace.run(["sessions", "stop", id]);
    expect(stopped).toMatchObject({ stderr: "", exitCode: 0 });
    expect(await program.ended).toMatchObject({ exitCode: 143 });
    expect(workspace.read("log")).toBe("turn_end\nsession_end\n");
    expect(await sessionsOf(workspace)).toMatchObject([{ state: "stopped", owner: null }]);
  });
});
