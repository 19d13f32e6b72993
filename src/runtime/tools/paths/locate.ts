import { lstatSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { Problem } from "../../../errors/problem.ts";
import { codeOf, reasonOf } from "./reason.ts";
import { isInside, shownPath, type Workspace } from "./workspace.ts";

/** A place in the workspace. The file itself need not exist. */
export interface Located {
  /** Absolute, with all links resolved. */
  readonly path: string;
  /** As it is shown. */
  readonly shown: string;
}

/** Longer paths are refused before they reach the system; Linux takes 4096 bytes. */
const longestPath = 4096;

/**
 * Finds the place that a model means, and refuses what lies outside the workspace, also by way of a link.
 *
 * Between this check and the use of the path, somebody could put a link in the place of one of its directories. Whoever
 * can do that at the right moment runs programs here already, and needs no file tool to reach other places.
 */
export function locate(workspace: Workspace, given: string): Located {
  const unusable = whyUnusable(given);
  if (unusable !== null) throw new Problem("TOOL_PATH_UNUSABLE", { path: shorten(given), why: unusable });
  const asGiven = resolve(workspace.cwd, given);
  const path = realPathOf(asGiven, given);
  if (![workspace.root, ...workspace.allowed].some((place) => isInside(place, path))) {
    const leadsTo = path === asGiven ? null : path;
    throw new Problem("TOOL_PATH_OUTSIDE", { path: given, leadsTo, root: workspace.root });
  }
  return { path, shown: shownPath(workspace, path) };
}

function whyUnusable(given: string): string | null {
  if (given.trim() === "") return "it is empty";
  if (given.includes("\0")) return "it has a zero byte in it";
  if (Buffer.byteLength(given) > longestPath) return "it is longer than the system allows";
  return null;
}

/** Resolves all links. Of a path that does not exist, the part that does is resolved. */
function realPathOf(path: string, given: string): string {
  try {
    return realpathSync.native(path);
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw unusablePath(given, reasonOf(error), error);
    // A link to nothing would create a file wherever it leads.
    if (isLink(path)) throw unusablePath(given, "it is a link to something that does not exist", error);
  }
  return join(realPathOf(dirname(path), given), basename(path));
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}

function unusablePath(given: string, why: string, cause: unknown): Problem {
  return new Problem("TOOL_PATH_UNUSABLE", { path: shorten(given), why }, { cause });
}

function shorten(path: string): string {
  return JSON.stringify(path.length <= 200 ? path : `${path.slice(0, 200)}…`);
}
