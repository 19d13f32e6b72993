import { Problem } from "../errors/problem.ts";
import { findWorktree, type Worktree } from "../lib/shadow-git/find-worktree.ts";
import { resolveWorkspace } from "../sources/workspace.ts";
import type { Place } from "./place.ts";

/** The git worktree around the current directory, or around the workspace that was named. */
export function worktreeAt(place: Place): Worktree {
  const path = place.workspace === null ? place.cwd : resolveWorkspace(place.workspace, place).root;
  const worktree = findWorktree(path);
  if (worktree === null) throw new Problem("SNAPSHOT_NO_WORKTREE", { path });
  return worktree;
}
