import { accessSync, closeSync, constants, openSync, readSync, realpathSync, type Stats, statSync } from "node:fs";
import { delimiter, isAbsolute, join, relative, resolve, sep } from "node:path";
import type { NamedProgram, ProgramProblem, ProgramRole, Where } from "./named-program.ts";

/** Where words lead from: the directory, null when nobody can tell which, and the directories of programs. */
export interface Standpoint {
  readonly cwd: string | null;
  readonly searchPath: string;
  readonly root: string | null;
  /** Where paths relative to the search path's own entries start, or null to leave those entries out. */
  readonly searchFrom: string | null;
}

/** Finds the file that a word of a command names. */
export function lookUp(role: ProgramRole, word: string, where: Where | null, from: Standpoint): NamedProgram {
  if (!word.includes("/") && role !== "script") return onSearchPath(role, word, where, from);
  if (!isAbsolute(word) && from.cwd === null) return cannotTell(word, where, role);
  const path = resolve(from.cwd ?? "/", word);
  if (isDevice(path)) return cannotTell(word, where, role);
  return describe(role, word, path, where, from.root, problemAt(path, role));
}

/** `/dev/stdin` and its kin are whatever somebody hands in. */
function isDevice(path: string): boolean {
  return /^\/(?:dev|proc)\//.test(path);
}

/** A word whose meaning only shows when the hook runs. */
export function cannotTell(
  word: string,
  where: Where | null,
  role: ProgramRole = "program",
  note?: string,
): NamedProgram {
  const nothing = { role, word, path: null, realPath: null, isInside: false, problem: "dynamic", where } as const;
  return note === undefined ? nothing : { ...nothing, note };
}

function onSearchPath(role: ProgramRole, word: string, where: Where | null, from: Standpoint): NamedProgram {
  let second: string | null = null;
  for (const entry of from.searchPath.split(delimiter)) {
    if (!isAbsolute(entry) && from.searchFrom === null) continue;
    const path = join(isAbsolute(entry) ? entry : resolve(from.searchFrom ?? "/", entry), word);
    const problem = problemAt(path, role);
    if (problem === null) return describe(role, word, path, where, from.root, null);
    if (problem === "not-executable") second ??= path;
  }
  if (second !== null) return describe(role, word, second, where, from.root, "not-executable");
  return { role, word, path: null, realPath: null, isInside: false, problem: "not-found", where };
}

function describe(
  role: ProgramRole,
  word: string,
  path: string,
  where: Where | null,
  root: string | null,
  problem: ProgramProblem | null,
): NamedProgram {
  if (problem === "not-found")
    return { role, word, path: null, realPath: null, isInside: false, problem, where, missingAt: path };
  const realPath = followed(path);
  const isInside = root !== null && (isWithin(root, path) || (realPath !== null && isWithin(root, realPath)));
  return { role, word, path, realPath, isInside, problem, where };
}

function problemAt(path: string, role: ProgramRole): ProgramProblem | null {
  const stats = statsOf(path);
  if (!stats?.isFile()) return "not-found";
  if (role === "script") return null;
  try {
    accessSync(path, constants.X_OK);
    return null;
  } catch {
    return "not-executable";
  }
}

/** What a script's first line says about who runs it: the program, and what `env` is to look for. */
export function shebangOf(path: string): { readonly program: string; readonly name: string | null } | null {
  const start = startOf(path);
  if (start === null || !start.startsWith("#!")) return null;
  const [program = "", ...words] = (start.slice(2).split("\n", 1)[0] ?? "").trim().split(/[ \t]+/);
  if (program === "") return null;
  if (!/(^|\/)env$/.test(program)) return { program, name: null };
  const name = words.find((word) => !word.startsWith("-") && !/^[A-Za-z_]\w*=/.test(word));
  return { program, name: name ?? null };
}

/** The first bytes of a file; null when it cannot be read. Whatever it is, looking at it does not wait. */
export function startOf(path: string): string | null {
  const start = Buffer.alloc(256);
  let file: number | undefined;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    return start.toString("latin1", 0, readSync(file, start, 0, start.length, 0));
  } catch {
    return null;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    // A loop of links, a part of the path that is no folder, a NUL in it: there is nothing to run.
    return undefined;
  }
}

function followed(path: string): string | null {
  try {
    return realpathSync.native(path);
  } catch {
    return null;
  }
}

/** Whether a path lies in a folder, or is the folder. Both are absolute. */
export function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}
