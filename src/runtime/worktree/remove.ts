import { askGit, runGit } from "./git.ts";
import type { Environment, Worktree } from "./worktree.ts";

/**
 * Removes the worktree and its branch. Unless `losesWork`, git looks once more and refuses when files would be lost, so
 * that nothing disappears that was written since the last look.
 */
export async function removeWorktree(
  worktree: Worktree,
  environment: Environment,
  options: { readonly losesWork?: boolean } = {},
): Promise<void> {
  // Not from inside the worktree: it would take away the ground under git's own feet.
  const source = { cwd: worktree.sourceDir, environment };
  await runGit(source, ["worktree", "remove", ...(options.losesWork ? ["--force", "--force"] : []), worktree.path]);
  // The agent may have renamed or deleted it, which is no reason to keep anything else.
  const branch = `refs/heads/${worktree.branch}`;
  const { code } = await askGit(source, ["show-ref", "--verify", "--quiet", branch]);
  if (code === 0) await runGit(source, ["branch", "--quiet", "-D", "--", worktree.branch]);
}
