import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";

/** A checked-out git repository around a directory. */
export interface Worktree {
  /** The real path of its top directory. */
  readonly root: string;
  /** Where in it the directory is, with slashes; empty for the top. Everything else in the worktree is out of scope. */
  readonly scope: string;
  /** The source repository's own files: only read, and only its ignore rules. */
  readonly commonDir: string;
}

/**
 * Finds the worktree around a directory; null outside of any, in a bare repository and inside a `.git` folder.
 * Git is not asked: a hook that has nothing to do should not start a process, and git refuses to look at repositories of
 * other users, which are as good as any for us.
 */
export function findWorktree(directory: string): Worktree | null {
  const start = realDirectory(directory);
  for (let folder = start; folder !== null; folder = parentOf(folder)) {
    if (isGitDir(folder)) return null;
    const gitDir = gitDirOf(folder);
    if (gitDir === null || start === null) continue;
    const scope = relative(folder, start).split(sep).join("/");
    return scope.split("/").includes(".git") ? null : { root: folder, scope, commonDir: commonDirOf(gitDir) };
  }
  return null;
}

function realDirectory(path: string): string | null {
  try {
    const real = realpathSync.native(path);
    return statSync(real).isDirectory() ? real : null;
  } catch {
    return null;
  }
}

function parentOf(folder: string): string | null {
  const parent = dirname(folder);
  return parent === folder ? null : parent;
}

/** The `.git` folder, or the one that a `.git` file of a linked worktree or submodule names. */
function gitDirOf(folder: string): string | null {
  const path = join(folder, ".git");
  const link = /^gitdir: (.+?)\r?\n?$/s.exec(textOf(path) ?? "")?.[1];
  const gitDir = link === undefined ? path : resolve(folder, link);
  return existsSync(join(gitDir, "HEAD")) ? gitDir : null;
}

function commonDirOf(gitDir: string): string {
  const shared = textOf(join(gitDir, "commondir"))?.trim();
  return shared ? resolve(gitDir, shared) : gitDir;
}

function isGitDir(folder: string): boolean {
  return ["HEAD", "objects", "refs"].every((name) => existsSync(join(folder, name)));
}

function textOf(path: string): string | null {
  try {
    return statSync(path).size > 64 * 1024 ? null : readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
