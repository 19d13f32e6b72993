import { spawn } from "node:child_process";
import { describe, expect, it } from "vitest";
import { callsShell, openRunWorkspace, type RunWorkspace, scriptOf, teamOf } from "./program.ts";

describe("the exit code of hookline run", () => {
  it.each<[code: number, when: string, script: string, argv: readonly string[], says: string]>([
    [3, "the model fails", scriptOf({ error: { code: "refused", message: "No such luck." } }), [], "No such luck."],
    [
      4,
      "the limit of model calls is reached",
      scriptOf(callsShell("echo a"), { text: "b" }),
      ["--max-iterations", "1", "--yolo"],
      "The agent has made 1 model call in this turn",
    ],
    [4, "the agent goes in circles", scriptOf(...Array.from({ length: 40 }, () => callsShell("true"))), ["--yolo"], ""],
  ])("is %i when %s", async (code, _when, script, argv, says) => {
    using workspace = openRunWorkspace({ "s.yaml": script });
    const { stdout, stderr, exitCode } = await workspace.run(["run", "--model", "scripted/s.yaml", "go", ...argv]);
    expect({ exitCode, stderr }).toEqual({ exitCode: code, stderr: "" });
    expect(stdout).toContain(says);
    expect(stdout).toContain("Session ended");
  });

  it("is 2 when a hook blocks the message, and nothing was asked of the model", async () => {
    using workspace = openRunWorkspace({
      "s.yaml": scriptOf({ text: "hi" }),
      "team.yaml": teamOf({ user_prompt_submit: "echo not today >&2; exit 2" }),
    });
    await workspace.trust("team.yaml");
    const { stdout, stderr, exitCode } = await workspace.run(["run", "team.yaml", "go", "-o", "json"]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: "" });
    expect(JSON.parse(stdout)).toMatchObject({
      reason: "hook_blocked",
      answer: "",
      error: expect.stringContaining("not today"),
      totals: { steps: 0 },
    });
  });

  it("is 130 when the reader goes away early: the turn is canceled, and the session is closed with its hooks", async () => {
    using workspace = openRunWorkspace({
      "s.yaml": scriptOf(callsShell("until [ -e gone ]; do sleep 0.05; done; echo on; sleep 60")),
      "team.yaml": teamOf({ session_end: "echo session_end >> ended" }),
    });
    await workspace.trust("team.yaml");
    const command = workspace.command("run", "team.yaml", "go", "--yolo", "-o", "jsonl");
    const line = `${command.map((word) => `'${word}'`).join(" ")} | { head -1; exec <&-; touch gone; }; echo "exit \${PIPESTATUS[0]}"`;
    const { stdout, stderr } = await outputOf("bash", ["-c", line], workspace);
    expect(stderr).toBe("");
    expect(stdout).toMatch(/^\{"kind":"session_started".*\}\nexit 130\n$/);
    expect(workspace.read("ended")).toBe("session_end\n");
    const { stdout: sessions } = await workspace.run(["sessions", "-o", "json"]);
    expect(JSON.parse(sessions)).toMatchObject([{ state: "stopped" }]);
  });
});

async function outputOf(program: string, args: readonly string[], { root, env }: RunWorkspace) {
  const child = spawn(program, args, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
  const output = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output.stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    output.stderr += text;
  });
  await new Promise((resolve) => child.once("close", resolve));
  return output;
}
