import { existsSync, lstatSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Problem } from "../../errors/problem.ts";
import { writeAtomically } from "../write-atomically.ts";
import { readNulList } from "./nul-list.ts";
import type { Shadow } from "./shadow.ts";
import { drop, stage } from "./stage.ts";
import { withWorkingIndex } from "./working-index.ts";

/** A state of the worktree, as far as it is kept. */
export interface Capture {
  readonly tree: string;
  readonly scope: string;
  /** The ignore rules that held, see `Shadow.rules`. */
  readonly rules: string;
  /** Paths that are there and not kept: too large, unreadable, or (ending in a slash) a repository of their own. */
  readonly skipped: readonly string[];
}

export const mostBytesOfNewFile = 2 * 1024 * 1024;

/** Writes the state of the worktree down and leaves the index ready for the next time. */
export async function captureNow(shadow: Shadow, scope: string): Promise<Capture> {
  const file = join(shadow.directory, "settled");
  const isSettled = existsSync(file) && readFileSync(file, "utf8") === shadow.rules;
  const state = await withWorkingIndex(shadow, (index) => capture(shadow, index, scope, isSettled));
  // After the index is in place: whoever is killed in between only makes the next capture look once more.
  if (!isSettled) writeAtomically(file, shadow.rules);
  return state;
}

/** Brings an index up to date with the worktree. `isSettled` says that it holds nothing which the rules hide by now. */
export async function capture(shadow: Shadow, index: string, scope: string, isSettled = false): Promise<Capture> {
  try {
    return await captureWith(shadow, index, scope, isSettled);
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== "SNAPSHOT_GIT_FAILED") throw error;
    // An index that is broken, or that names objects which are lost, costs a second, slower look and no more.
    rmSync(index, { force: true });
    return await captureWith(shadow, index, scope, isSettled);
  }
}

async function captureWith(shadow: Shadow, index: string, scope: string, isSettled: boolean): Promise<Capture> {
  const paths = pathsOf(scope);
  const list = async (...args: string[]) => readNulList(await shadow.git(args, { index }));
  const [changed, others] = await Promise.all([
    list("diff-files", "-z", "--name-status", "--no-renames", "--", ...paths),
    list("ls-files", "-z", "--others", "--exclude-standard", "--", ...paths),
  ]);
  const known = changedPaths(changed.items);
  const { wanted, unwanted } = sortNew(shadow.worktree.root, others.items);
  const haveRulesChanged = !isSettled || [...known.changed, ...known.gone, ...wanted].some(isRulesFile);
  const hidden = haveRulesChanged ? await list("ls-files", "-z", "--cached", "--ignored", "--exclude-standard") : null;
  const noLongerWanted = new Set(hidden?.items);
  await drop(shadow, index, [...known.gone, ...noLongerWanted]);
  const rest = [...known.changed.filter((path) => !noLongerWanted.has(path)), ...wanted];
  const refused = await stage(shadow, index, rest);
  const tree = (await shadow.git(["write-tree"], { index })).toString("utf8").trim();
  return { tree, scope, rules: shadow.rules, skipped: [...unwanted, ...others.unreadable, ...refused] };
}

/** Whether a path is one of the files that say what git ignores. */
export function isRulesFile(path: string): boolean {
  return path === ".gitignore" || path.endsWith("/.gitignore");
}

/** What a capture of a folder looks at: the folder, and the files above it whose rules hold there. Nothing means all. */
export function pathsOf(scope: string): string[] {
  if (scope === "") return [];
  const above = scope.split("/").map((_, depth, names) => [...names.slice(0, depth), ".gitignore"].join("/"));
  return [...above, scope];
}

function changedPaths(fields: readonly string[]): { changed: string[]; gone: string[] } {
  const changed: string[] = [];
  const gone: string[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const path = fields[at + 1] ?? "";
    if (fields[at] === "D") gone.push(path);
    else changed.push(path);
  }
  return { changed, gone };
}

function sortNew(root: string, paths: readonly string[]): { wanted: string[]; unwanted: string[] } {
  const wanted: string[] = [];
  const unwanted: string[] = [];
  for (const path of paths) {
    // Git ends the name of a nested repository so. It has files, rules and a shadow of its own.
    const facts = path.endsWith("/") ? null : lstatSync(join(root, path), { throwIfNoEntry: false });
    if (facts === undefined) continue;
    const isSmall = facts !== null && (!facts.isFile() || facts.size <= mostBytesOfNewFile);
    (isSmall ? wanted : unwanted).push(path);
  }
  return { wanted, unwanted };
}
