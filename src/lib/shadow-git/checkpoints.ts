import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { writeAtomically } from "../write-atomically.ts";
import type { FileChange } from "./diff-trees.ts";

/** A change of the worktree that can be undone. */
export interface Checkpoint {
  /** Sorts by time. */
  readonly id: string;
  /** `undo` marks what an undo did, so that it can be undone as well. */
  readonly kind: "change" | "undo";
  readonly session: string;
  /** What the change belongs to, in its maker's words. */
  readonly event: string;
  /** When the change began and when it was written down, in ISO form. */
  readonly since: string;
  readonly at: string;
  readonly scope: string;
  readonly before: string;
  readonly after: string;
  readonly files: readonly FileChange[];
  /** For an undo: the checkpoints it took out of the history, and those it put back. */
  readonly removed: readonly string[];
  readonly revived: readonly string[];
}

/*
 * One file each, written whole and then put in place: no crash can leave half a checkpoint, and none needs the others.
 * What an undo takes out of the history moves aside, from where another undo can put it back.
 */
const shelves = ["checkpoints", "undone"] as const;
type Shelf = (typeof shelves)[number];

/** The history of a worktree, oldest first. What cannot be read is left out. */
export function listCheckpoints(directory: string): Checkpoint[] {
  return readShelf(directory, "checkpoints");
}

/** Writes a checkpoint down under an id that sorts after all others. */
export function addCheckpoint(directory: string, made: Omit<Checkpoint, "id">): Checkpoint {
  const checkpoint: Checkpoint = { id: nextId(directory, new Date(made.at)), ...made };
  mkdirSync(join(directory, "checkpoints"), { recursive: true });
  writeAtomically(fileOf(directory, "checkpoints", checkpoint.id), JSON.stringify(checkpoint));
  return checkpoint;
}

/** Forgets a checkpoint that came to nothing. */
export function deleteCheckpoint(directory: string, id: string): void {
  for (const shelf of shelves) rmSync(fileOf(directory, shelf, id), { force: true });
}

/** Takes checkpoints out of the history without forgetting them. */
export function setAside(directory: string, ids: readonly string[]): void {
  move(directory, ids, "checkpoints", "undone");
}

/** Puts checkpoints back into the history. */
export function putBack(directory: string, ids: readonly string[]): void {
  move(directory, ids, "undone", "checkpoints");
}

/** Forgets what was written down before a time. Answers with the rest, in the history or set aside. */
export function forgetOldCheckpoints(directory: string, before: Date): Checkpoint[] {
  return shelves.flatMap((shelf) =>
    readShelf(directory, shelf).filter((checkpoint) => {
      const isOld = new Date(checkpoint.at) < before;
      if (isOld) rmSync(fileOf(directory, shelf, checkpoint.id), { force: true });
      return !isOld;
    }),
  );
}

function readShelf(directory: string, shelf: Shelf): Checkpoint[] {
  return idsOn(directory, shelf).flatMap((id) => read(fileOf(directory, shelf, id)) ?? []);
}

function read(file: string): Checkpoint | null {
  try {
    const value = JSON.parse(readFileSync(file, "utf8")) as Checkpoint;
    return typeof value.id === "string" && Array.isArray(value.files) ? value : null;
  } catch {
    return null;
  }
}

function move(directory: string, ids: readonly string[], from: Shelf, to: Shelf): void {
  mkdirSync(join(directory, to), { recursive: true });
  for (const id of ids) {
    try {
      renameSync(fileOf(directory, from, id), fileOf(directory, to, id));
    } catch (error) {
      // Moved before, by an undo that was killed on the way; or too old and gone.
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
  }
}

/** Milliseconds in base 36, which has eight digits until the year 2059, and a little chance for the rest. */
function nextId(directory: string, now: Date): string {
  const newest = shelves
    .flatMap((shelf) => idsOn(directory, shelf))
    .map((id) => Number.parseInt(id.slice(3, 11), 36))
    .reduce((latest, time) => Math.max(latest, time), 0);
  const time = Math.max(now.getTime(), newest + 1);
  return `cp_${time.toString(36).padStart(8, "0")}${randomBytes(2).toString("hex")}`;
}

function idsOn(directory: string, shelf: Shelf): string[] {
  try {
    const names = readdirSync(join(directory, shelf)).filter((name) => /^cp_[0-9a-z]{12}\.json$/.test(name));
    return names.map((name) => name.slice(0, -".json".length)).sort();
  } catch {
    return [];
  }
}

function fileOf(directory: string, shelf: Shelf, id: string): string {
  return join(directory, shelf, `${id}.json`);
}
