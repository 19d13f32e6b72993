import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { callsShell, openRunWorkspace, type RunWorkspace, scriptOf, teamOf } from "./program.ts";

function git({ root, env }: RunWorkspace, ...args: string[]): string {
  const identity = ["-c", "user.name=Test", "-c", "user.email=test@example.test", "-c", "commit.gpgsign=false"];
  return execFileSync("git", [...identity, ...args], { cwd: root, env, encoding: "utf8" });
}

async function openRepository(hook: string): Promise<RunWorkspace> {
  const workspace = openRunWorkspace({
    "s.yaml": scriptOf(callsShell("pwd > where; cat .prepared"), { text: "Done." }),
    "team.yaml": teamOf({ worktree_create: hook }),
  });
  git(workspace, "init", "-q", "-b", "main");
  git(workspace, "add", ".");
  git(workspace, "commit", "-q", "-m", "begin");
  await workspace.trust("team.yaml");
  return workspace;
}

const argv = ["run", "team.yaml", "go", "--yolo", "--worktree=try-it"];

describe("hookline run --worktree", () => {
  it("works in a checkout of its own, which worktree_create hooks prepare in it", async () => {
    using workspace = await openRepository("pwd > .prepared; echo prepared by a hook");
    const { stdout, stderr, exitCode } = await workspace.run(argv);
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: expect.stringContaining("Done.") });
    const path = /Working in (\S+) on branch (\S+)\./.exec(stderr)?.[1] ?? "";
    expect(path).toContain(workspace.home);
    expect(stderr).toContain("prepared by a hook");
    // The tool printed what the hook wrote, and both were in the worktree.
    expect(stdout).toContain(`│ ${path}`);
    expect(workspace.read("where")).toBe("");
    expect(stderr).toContain(`The worktree stays: ${path}`);
    expect(git(workspace, "worktree", "list")).toContain(path);
  });

  it("is not begun when a hook refuses, and the worktree is removed", async () => {
    using workspace = await openRepository("echo the disk is full >&2; exit 2");
    const { stdout, stderr, exitCode } = await workspace.run(argv);
    expect({ stdout, exitCode }).toEqual({ stdout: "", exitCode: 1 });
    expect(stderr).toContain("the disk is full");
    expect(git(workspace, "worktree", "list").trim().split("\n")).toHaveLength(1);
    expect(git(workspace, "branch", "--list").trim()).toBe("* main");
  });

  it("leaves no worktree behind when the agent cannot begin", async () => {
    using workspace = await openRepository("true");
    const { stderr, exitCode } = await workspace.run([...argv, "--model", "scripted/missing.yaml"]);
    expect(exitCode).toBe(1);
    expect(stderr).toContain("there is no such file");
    const path = /Working in (\S+) on branch/.exec(stderr)?.[1] ?? "";
    expect(path).not.toBe("");
    expect(existsSync(path)).toBe(false);
  });
});
