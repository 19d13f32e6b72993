import { realpathSync, statSync } from "node:fs";
import { isAbsolute, relative, resolve, sep } from "node:path";
import { Problem } from "../../../errors/problem.ts";
import { reasonOf } from "./reason.ts";

/** Where the tools of a session may work. */
export interface WorkspaceOptions {
  /** What relative paths start from. */
  readonly cwd: string;
  readonly workspaceRoot: string;
  /** Files and directories outside the workspace that may be used as well, absolute or relative to its root. */
  readonly allowedPaths?: readonly string[];
}

/** The same with all links resolved. */
export interface Workspace {
  readonly cwd: string;
  readonly root: string;
  readonly allowed: readonly string[];
}

export function openWorkspace({ cwd, workspaceRoot, allowedPaths = [] }: WorkspaceOptions): Workspace {
  return {
    cwd: realDirectory(cwd),
    root: realDirectory(workspaceRoot),
    allowed: allowedPaths.map((path) => realOrSame(resolve(workspaceRoot, path))),
  };
}

/** How a path is shown to models and people: relative to the workspace where it lies inside. */
export function shownPath({ root }: Workspace, path: string): string {
  const inside = relative(root, path);
  if (inside === "") return ".";
  return leadsOut(inside) ? path : inside.split(sep).join("/");
}

export function isInside(directory: string, path: string): boolean {
  return !leadsOut(relative(directory, path));
}

function leadsOut(relativePath: string): boolean {
  return relativePath === ".." || relativePath.startsWith(`..${sep}`) || isAbsolute(relativePath);
}

function realDirectory(path: string): string {
  try {
    const real = realpathSync.native(path);
    if (!statSync(real).isDirectory()) throw new Error("it is not a directory");
    return real;
  } catch (error) {
    throw new Problem("TOOL_WORKSPACE_MISSING", { path, why: reasonOf(error) }, { cause: error });
  }
}

function realOrSame(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
