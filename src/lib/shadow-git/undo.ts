import { Problem } from "../../errors/problem.ts";
import { type Capture, capture } from "./capture.ts";
import { addCheckpoint, type Checkpoint, deleteCheckpoint, listCheckpoints, putBack, setAside } from "./checkpoints.ts";
import { type Choice, type Chosen, chooseCheckpoints } from "./choose-checkpoints.ts";
import { diffTrees, type FileChange, type FileState } from "./diff-trees.ts";

import { findObstacles } from "./find-obstacles.ts";
import { openForeignView } from "./foreign-view.ts";
import { keepPermissions } from "./permissions.ts";
import { plannedTree } from "./planned-tree.ts";
import { readTree } from "./read-tree.ts";
import type { Shadow } from "./shadow.ts";
import { withWorkingIndex } from "./working-index.ts";

export interface UndoRequest {
  /** Null means the checkpoints of all sessions. */
  readonly session: string | null;
  readonly choice: Choice;
  /** Also overwrite what somebody has changed since. */
  readonly force: boolean;
  /** Only say what would be done. */
  readonly dryRun: boolean;
  readonly now: Date;
}

export interface Undone {
  /** Newest first. */
  readonly checkpoints: readonly Checkpoint[];
  readonly files: readonly FileChange[];
  /** Files in the way that are not ours to touch, because rules hide them or they were never captured. */
  readonly kept: readonly string[];
  /** What only `force` overwrites. Empty unless this was a dry run. */
  readonly conflicts: readonly string[];
  /** How to take this back; null when nothing was done. */
  readonly undo: Checkpoint | null;
}

/** Puts files back to how they were before the chosen checkpoints, or refuses and touches none of them. */
export async function undo(shadow: Shadow, request: UndoRequest): Promise<Undone> {
  const { session, choice, force, dryRun } = request;
  const all = listCheckpoints(shadow.directory);
  const history = session === null ? all : all.filter((checkpoint) => checkpoint.session === session);
  return await withWorkingIndex(shadow, async (index) => {
    const start = await capture(shadow, index, commonScope(history));
    const current = await readTree(shadow, start.tree);
    const chosen = chooseCheckpoints(history, choice, current);
    const { wanted, kept } = withoutForeign(shadow, chosen.wanted, current);
    const conflicts = [...new Set([...chosen.conflicts, ...findObstacles(wanted, current)])].sort();
    if (conflicts.length > 0 && !force && !dryRun) throw new Problem("UNDO_CONFLICT", { files: listed(conflicts) });
    const planned = await plannedTree(shadow, index, wanted);
    const files = await diffTrees(shadow, start.tree, planned);
    const plan = { checkpoints: files.length === 0 ? [] : chosen.checkpoints, files, kept };
    if (dryRun || files.length === 0) return { ...plan, conflicts: dryRun ? conflicts : [], undo: null };
    return { ...plan, conflicts: [], undo: await carryOut(shadow, index, request, { chosen, start, planned, files }) };
  });
}

interface Plan {
  readonly chosen: Chosen;
  readonly start: Capture;
  readonly planned: string;
  readonly files: readonly FileChange[];
}

async function carryOut(
  shadow: Shadow,
  index: string,
  { now }: UndoRequest,
  { chosen, start, planned, files }: Plan,
): Promise<Checkpoint> {
  const { directory } = shadow;
  const removed = chosen.checkpoints.map(({ id }) => id);
  const revived = chosen.checkpoints.flatMap((checkpoint) => checkpoint.removed).filter((id) => !removed.includes(id));
  const withdrawn = chosen.checkpoints.flatMap((checkpoint) => checkpoint.revived);
  // Written down first: an undo that is killed half-way can be finished, or taken back, like any other.
  const undo = addCheckpoint(directory, {
    kind: "undo",
    session: chosen.checkpoints[0]?.session ?? "",
    event: "undo",
    since: now.toISOString(),
    at: now.toISOString(),
    scope: start.scope,
    before: start.tree,
    after: planned,
    files,
    removed: [...removed, ...withdrawn],
    revived,
  });
  try {
    await moveWorktree(shadow, index, start.tree, planned, files);
  } catch (error) {
    // Git looks before it leaps: as a rule nothing has been touched, and there is nothing to take back.
    if ((await capture(shadow, index, start.scope)).tree === start.tree) deleteCheckpoint(directory, undo.id);
    throw error;
  }
  await checkOutcome(shadow, index, start.scope, planned, files, undo);
  setAside(directory, undo.removed);
  putBack(directory, undo.revived);
  return undo;
}

/** Git compares the worktree with the captured state first and refuses, as a whole, when a file has changed meanwhile. */
async function moveWorktree(
  shadow: Shadow,
  index: string,
  from: string,
  to: string,
  files: readonly FileChange[],
): Promise<void> {
  const restorePermissions = keepPermissions(shadow.worktree.root, files);
  try {
    await shadow.git(["read-tree", "-m", "-u", from, to], { index });
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== "SNAPSHOT_GIT_FAILED") throw error;
    throw new Problem("UNDO_BLOCKED", { why: error.message }, { cause: error });
  } finally {
    restorePermissions();
  }
}

/** Git goes on after a file that it may not write, so the outcome is looked at. */
async function checkOutcome(
  shadow: Shadow,
  index: string,
  scope: string,
  planned: string,
  files: readonly FileChange[],
  undo: Checkpoint,
): Promise<void> {
  const reached = await capture(shadow, index, scope);
  const meant = new Set(files.map(({ path }) => path));
  const missed = (await diffTrees(shadow, reached.tree, planned)).filter(({ path }) => meant.has(path));
  if (missed.length === 0) return;
  throw new Problem("UNDO_INCOMPLETE", { files: listed(missed.map(({ path }) => path)), undo: undo.id });
}

/** Leaves out what would have to take the place of files that are in no capture: ignored, too large or not readable ones. */
function withoutForeign(
  shadow: Shadow,
  wanted: ReadonlyMap<string, FileState>,
  current: ReadonlyMap<string, FileState>,
): { wanted: Map<string, FileState>; kept: string[] } {
  const isOccupied = openForeignView(shadow.worktree.root, current);
  const kept = [...wanted.keys()].filter((path) => !current.has(path) && isOccupied(path));
  const left = new Set(kept);
  return { wanted: new Map([...wanted].filter(([path]) => !left.has(path))), kept: kept.sort() };
}

function commonScope(history: readonly Checkpoint[]): string {
  const scopes = new Set(history.map(({ scope }) => scope));
  const [first = ""] = scopes;
  return scopes.size > 1 ? "" : first;
}

function listed(paths: readonly string[]): string {
  const shown = paths.slice(0, 5).map((path) => JSON.stringify(path));
  return paths.length > 5 ? `${shown.join(", ")} and ${paths.length - 5} more` : shown.join(", ");
}
