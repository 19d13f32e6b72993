import { Problem } from "../errors/problem.ts";
import { closest } from "../lib/closest.ts";
import { listCheckpoints } from "../lib/shadow-git/checkpoints.ts";
import type { Choice } from "../lib/shadow-git/choose-checkpoints.ts";
import type { FileChange } from "../lib/shadow-git/diff-trees.ts";
import { withShadow } from "../lib/shadow-git/shadow.ts";
import { undo as undoFiles } from "../lib/shadow-git/undo.ts";
import { dataDirOf, type Place } from "./place.ts";
import { worktreeAt } from "./worktree-at.ts";

export interface UndoOptions {
  readonly session: string | null;
  readonly choice: Choice;
  readonly force: boolean;
  readonly dryRun: boolean;
}

/** What an undo did, or would do, as every surface shows it. */
export interface UndoReport {
  /** The checkpoints that were taken back, newest first. */
  readonly undone: readonly string[];
  readonly dry_run: boolean;
  readonly files: readonly { readonly path: string; readonly action: UndoAction }[];
  /** Files that were left alone because they are ignored or were never captured. */
  readonly kept: readonly string[];
  /** For a dry run: files that only --force would overwrite. */
  readonly conflicts: readonly string[];
  /** The checkpoint that takes this undo back. */
  readonly undo: string | null;
}

export type UndoAction = "restored" | "removed" | "reverted";

const actions: Readonly<Record<FileChange["status"], UndoAction>> = {
  added: "restored",
  deleted: "removed",
  modified: "reverted",
};

/** Puts the files of a worktree back to how they were before the chosen checkpoints. */
export async function undo(place: Place, { session, choice, force, dryRun }: UndoOptions): Promise<UndoReport> {
  const worktree = worktreeAt(place);
  const { environment } = place;
  // Without a signal: an interrupted command should not leave some files in one state and some in the other.
  return await withShadow(worktree, { dataDir: dataDirOf(place), environment, signal: null }, async (shadow) => {
    const known = choice.kind === "to" ? { ...choice, id: fullId(shadow.directory, choice.id) } : choice;
    const result = await undoFiles(shadow, { session, choice: known, force, dryRun, now: new Date() });
    return {
      undone: result.checkpoints.map(({ id }) => id),
      dry_run: dryRun,
      files: result.files.map(({ path, status }) => ({ path, action: actions[status] })),
      kept: result.kept,
      conflicts: result.conflicts,
      undo: result.undo?.id ?? null,
    };
  });
}

/** The beginning of an id will do, if only one begins so. */
function fullId(directory: string, wanted: string): string {
  const ids = listCheckpoints(directory).map(({ id }) => id);
  const found = ids.filter((id) => id.startsWith(wanted));
  const [id] = found;
  if (wanted !== "" && id !== undefined && found.length === 1) return id;
  throw new Problem("CHECKPOINT_UNKNOWN", { id: wanted, suggestion: closest(wanted, ids) });
}
