import { existsSync, lstatSync, mkdirSync, realpathSync, statSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { Problem } from "../../errors/problem.ts";
import { askGit, type GitPlace, runGit } from "./git.ts";
import { randomName, whyNotAName } from "./name.ts";
import type { Environment, Worktree } from "./worktree.ts";

export interface WorktreeRequest {
  /** A directory of the repository to check out; it need not be its top. */
  readonly sourceDir: string;
  /** Worktrees are put into its folder `worktrees`. */
  readonly dataDir: string;
  /** Null for a random one. */
  readonly name: string | null;
  /** The branch, tag or commit to begin with; what is checked out in the source when left out. */
  readonly base?: string;
  readonly environment: Environment;
}

/** Two random names are the same so rarely that more tries would hide another mistake. */
const mostTries = 5;

/** Checks the repository out once more, on a branch of its own. Throws a Problem when that cannot be. */
export async function createWorktree(request: WorktreeRequest): Promise<Worktree> {
  const { name, environment } = request;
  const whyNot = name === null ? null : whyNotAName(name);
  if (name !== null && whyNot !== null) throw new Problem("WORKTREE_NAME_INVALID", { name, why: whyNot });

  const asked = resolve(request.sourceDir);
  const sourceDir = await topOf({ cwd: asked, environment });
  const source = { cwd: sourceDir, environment };
  const base = await commitOf(source, request.base);
  const folder = folderFor(request.dataDir);
  const free = name === null ? await freeName(source, folder) : await ensureFree(source, folder, name);
  const path = join(folder, free);
  const branch = branchOf(free);
  await runGit(source, ["worktree", "add", "--quiet", "--no-track", "-b", branch, path, base]);
  return { name: free, path, branch, sourceDir, cwd: sameFolderIn(path, sourceDir, asked), base };
}

async function topOf(asked: GitPlace): Promise<string> {
  const path = asked.cwd;
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
    throw new Problem("WORKTREE_NO_REPOSITORY", { path, why: "there is no such directory" });
  }
  const { code, stdout, stderr } = await askGit(asked, ["rev-parse", "--show-toplevel"]);
  if (code !== 0) throw new Problem("WORKTREE_NO_REPOSITORY", { path, why: stderr || `git exited with ${code}` });
  return realpathSync.native(stdout.replace(/\r?\n$/, ""));
}

async function commitOf(source: GitPlace, base: string | undefined): Promise<string> {
  const wanted = `${base ?? "HEAD"}^{commit}`;
  const { code, stdout } = await askGit(source, ["rev-parse", "--verify", "--quiet", "--end-of-options", wanted]);
  // Some versions of git print the separator as well.
  const commit = stdout.trim().split("\n").at(-1) ?? "";
  if (code === 0 && /^[0-9a-f]{40,64}$/.test(commit)) return commit;
  if (base === undefined) throw new Problem("WORKTREE_NO_COMMITS", { path: source.cwd });
  throw new Problem("WORKTREE_BASE_UNKNOWN", { path: source.cwd, base });
}

function folderFor(dataDir: string): string {
  const folder = join(resolve(dataDir), "worktrees");
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return realpathSync.native(folder);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Problem("WORKTREE_FOLDER_UNUSABLE", { path: folder, why }, { cause: error });
  }
}

async function freeName(source: GitPlace, folder: string): Promise<string> {
  for (let tries = 1; ; tries++) {
    const name = randomName();
    const taken = await whatHas(source, folder, name);
    if (taken === null) return name;
    if (tries === mostTries) throw new Problem("WORKTREE_EXISTS", { name, taken });
  }
}

async function ensureFree(source: GitPlace, folder: string, name: string): Promise<string> {
  const taken = await whatHas(source, folder, name);
  if (taken !== null) throw new Problem("WORKTREE_EXISTS", { name, taken });
  return name;
}

async function whatHas(source: GitPlace, folder: string, name: string): Promise<string | null> {
  const path = join(folder, name);
  // Also a link that leads nowhere is something.
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) return `the folder ${path}`;
  const branch = branchOf(name);
  const { code } = await askGit(source, ["show-ref", "--verify", "--quiet", `refs/heads/${branch}`]);
  return code === 0 ? `the branch ${branch} of ${source.cwd}` : null;
}

const branchOf = (name: string) => `worktree-${name}`;

function sameFolderIn(path: string, sourceDir: string, asked: string): string {
  const inside = relative(sourceDir, realpathSync.native(asked));
  const isBelow = inside !== "" && inside.split(sep)[0] !== "..";
  return isBelow && existsSync(join(path, inside)) ? join(path, inside) : path;
}
