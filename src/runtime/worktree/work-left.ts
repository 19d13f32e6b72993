import { existsSync } from "node:fs";
import { type GitPlace, runGit } from "./git.ts";
import type { Environment, Worktree } from "./worktree.ts";

/** What would be lost with a worktree. */
export interface WorkLeft {
  /** Files that are changed, staged, deleted or not tracked; those that git ignores do not count. */
  readonly files: readonly string[];
  /** Commits that are on no other branch, remote branch or tag of the repository. */
  readonly commits: number;
}

/** True when nothing would be lost with the worktree. */
export async function isClean(worktree: Worktree, environment: Environment): Promise<boolean> {
  const { files, commits } = await workLeftIn(worktree, environment);
  return files.length === 0 && commits === 0;
}

export async function workLeftIn(worktree: Worktree, environment: Environment): Promise<WorkLeft> {
  const source = { cwd: worktree.sourceDir, environment };
  // A worktree that somebody has deleted by hand still has its branch.
  if (!existsSync(worktree.path)) return { files: [], commits: await ownCommits(source, worktree, []) };
  const here = { cwd: worktree.path, environment };
  // What is checked out now need not be the branch that it began with.
  return { files: await touchedFiles(here), commits: await ownCommits(here, worktree, ["HEAD"]) };
}

async function touchedFiles(here: GitPlace): Promise<readonly string[]> {
  const status = [
    "status",
    "--porcelain=v1",
    "-z",
    "--no-renames",
    "--untracked-files=all",
    "--ignore-submodules=none",
  ];
  const entries = (await runGit(here, status)).split("\0").filter((entry) => entry !== "");
  return entries.map((entry) => entry.slice(3));
}

async function ownCommits(place: GitPlace, { branch, base }: Worktree, also: readonly string[]): Promise<number> {
  const own = (await hasBranch(place, branch)) ? [`refs/heads/${branch}`] : [];
  const tips = [...own, ...also];
  if (tips.length === 0) return 0;
  const elsewhere = ["--not", base, `--exclude=${branch}`, "--branches", "--remotes", "--tags"];
  return Number(await runGit(place, ["rev-list", "--count", ...tips, ...elsewhere]));
}

async function hasBranch(place: GitPlace, branch: string): Promise<boolean> {
  return (await runGit(place, ["for-each-ref", "--format=%(refname)", `refs/heads/${branch}`])).trim() !== "";
}
