import { execFile } from "node:child_process";
import { devNull } from "node:os";
import { Problem } from "../../errors/problem.ts";
import { printable } from "../../lib/printable.ts";
import { withoutGitVariables } from "../../lib/shadow-git/git.ts";
import type { Environment } from "./worktree.ts";

/** Even a status of a million files is less. */
const mostBytes = 256 * 1024 * 1024;

/*
 * A repository can bring programs that git runs on checkouts and on the quietest of commands (hooks kept in the tree,
 * `core.fsmonitor`). Making or looking at a worktree must not start them: nobody has trusted anything in it yet.
 */
const nothingElseRuns = ["--no-pager", "-c", `core.hooksPath=${devNull}`, "-c", "core.fsmonitor=false"];

export interface GitAnswer {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface GitPlace {
  readonly cwd: string;
  readonly environment: Environment;
}

/** Runs git and answers with what it printed, whatever its exit code. */
export function askGit({ cwd, environment }: GitPlace, args: readonly string[]): Promise<GitAnswer> {
  const env = { ...withoutGitVariables(environment), GIT_TERMINAL_PROMPT: "0", GIT_OPTIONAL_LOCKS: "0", LC_ALL: "C" };
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, stdout: string, stderr: string) => {
      const code = error === null ? 0 : "code" in error ? error.code : null;
      if (typeof code === "number") return resolve({ code, stdout, stderr: printable(stderr).trim() });
      reject(new Problem("GIT_UNAVAILABLE", { why: error?.message ?? "it was ended" }, { cause: error }));
    };
    const git = execFile(
      "git",
      [...nothingElseRuns, ...args],
      { cwd, env, maxBuffer: mostBytes, windowsHide: true },
      done,
    );
    git.stdin?.on("error", () => {});
    git.stdin?.end();
  });
}

/** Runs git and answers with what it printed. Throws a Problem with git's own words when it fails. */
export async function runGit(place: GitPlace, args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await askGit(place, args);
  if (code === 0) return stdout;
  const command = args.slice(0, args[0] === "worktree" ? 2 : 1).join(" ");
  throw new Problem("WORKTREE_GIT_FAILED", { command, path: place.cwd, why: stderr || `it exited with ${code}` });
}
