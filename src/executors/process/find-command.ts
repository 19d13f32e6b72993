import { type Stats, statSync } from "node:fs";
import { delimiter, isAbsolute, join, resolve } from "node:path";
import type { Failure } from "../../engine/ports.ts";
import { failed, messageOf } from "../failure.ts";
import { whyNotRunnable } from "./program.ts";
import { whyNotIn } from "./spawn-error.ts";

/**
 * Finds the program a declaration names: a bare name in the absolute directories of `searchPath`, anything with a slash
 * relative to `cwd`. Says in words what is wrong when it could not be started, because the system's own answer is one
 * ENOENT for a missing program, a missing interpreter and a missing directory alike.
 */
export function findCommand(command: string, cwd: string, searchPath: string): { readonly path: string } | Failure {
  try {
    // Untested on Windows, where Node knows how PATHEXT turns a name into a file.
    if (process.platform === "win32") return { path: command };
    return command.includes("/") ? atPath(command, cwd) : onSearchPath(command, searchPath);
  } catch (error) {
    return failed("spawn-error", `the command ${JSON.stringify(command)} cannot be looked up: ${messageOf(error)}`);
  }
}

function atPath(command: string, cwd: string): { readonly path: string } | Failure {
  const path = resolve(cwd, command);
  const file = fileAt(path);
  if (file === undefined) {
    const whyNot = isAbsolute(command) ? null : whyNotIn(cwd);
    if (whyNot !== null) return failed("spawn-error", whyNot);
    const where = isAbsolute(command) ? "" : ` at ${path}`;
    return failed("not-found", `the command ${JSON.stringify(command)} was not found${where}`);
  }
  const why = whyNotRunnable(path, file);
  return why === null ? { path } : failed("spawn-error", why);
}

function onSearchPath(command: string, searchPath: string): { readonly path: string } | Failure {
  if (command === "") return failed("not-found", "the command is empty");
  // A relative entry would let the directory a hook runs in decide what a bare name means.
  const directories = searchPath.split(delimiter).filter((directory) => isAbsolute(directory));
  let whyNot: string | null = null;
  for (const directory of directories) {
    const path = join(directory, command);
    const file = fileAt(path);
    if (file === undefined) continue;
    const why = whyNotRunnable(path, file);
    if (why === null) return { path };
    // Like a shell, go on to the next that can be run; when none can, say why of the first.
    whyNot ??= why;
  }
  if (whyNot !== null) return failed("spawn-error", whyNot);
  const where =
    directories.length === 0 ? "PATH names no absolute directory" : `PATH is ${directories.join(delimiter)}`;
  return failed("not-found", `the command ${JSON.stringify(command)} was not found; ${where}`);
}

function fileAt(path: string): Stats | undefined {
  return statSync(path, { throwIfNoEntry: false });
}
