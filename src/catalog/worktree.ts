import { defineEvent } from "./contract.ts";
import { control, hostBlock, sessionBlock, text } from "./fields.ts";

export const worktreeCreated = defineEvent({
  name: "worktree.created",
  family: "worktree",
  summary: "A working copy was checked out for a run that has not begun.",
  firedBy: "`hookline run --worktree`, before the session exists.",
  payload: [
    "WorktreeCreatedPayload",
    { ...sessionBlock, ...hostBlock, worktree_path: text, worktree_branch: text, worktree_source_dir: text },
  ],
  patch: ["WorktreeCreatedPatch", control],
  deny: "refuses",
  powers: ["add-context"],
});
