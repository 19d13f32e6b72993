import { type Checkpoint, listCheckpoints } from "../lib/shadow-git/checkpoints.ts";
import type { FileChange } from "../lib/shadow-git/diff-trees.ts";
import { shadowDirectory } from "../lib/shadow-git/place.ts";
import { dataDirOf, type Place } from "./place.ts";
import { worktreeAt } from "./worktree-at.ts";

/** A checkpoint as every surface shows it. */
export interface SnapshotEntry {
  readonly id: string;
  readonly time: string;
  readonly session: string;
  /** The event that ended the change, or `undo`. */
  readonly event: string;
  readonly files_changed: number;
  /** Lines; files that are not text do not count. */
  readonly additions: number;
  readonly deletions: number;
  readonly files: readonly SnapshotFile[];
}

export type SnapshotFile = Pick<FileChange, "path" | "status" | "additions" | "deletions">;

/** Lists the checkpoints of a worktree, oldest first. */
export function listSnapshots(place: Place, session: string | null): SnapshotEntry[] {
  const history = listCheckpoints(shadowDirectory(dataDirOf(place), worktreeAt(place).root));
  return history.filter((checkpoint) => session === null || checkpoint.session === session).map(entryOf);
}

function entryOf({ id, at, session, event, files }: Checkpoint): SnapshotEntry {
  return {
    id,
    time: at,
    session,
    event,
    files_changed: files.length,
    additions: sum(files.map((file) => file.additions)),
    deletions: sum(files.map((file) => file.deletions)),
    files: files.map(({ path, status, additions, deletions }) => ({ path, status, additions, deletions })),
  };
}

function sum(counts: readonly (number | null)[]): number {
  return counts.reduce<number>((total, count) => total + (count ?? 0), 0);
}
