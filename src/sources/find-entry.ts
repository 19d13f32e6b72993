import { accessSync, closeSync, constants, openSync, readSync } from "node:fs";
import { join, sep } from "node:path";
import { chooseEntry, type EntryScript } from "../dialects/agent-hooks/entry.ts";
import type { FileReader } from "./file-reader.ts";
import { realPath } from "./real-path.ts";

/** Finds the entry script of a hook's directory; null when it has none. */
export function findEntry(reader: FileReader, directory: string): EntryScript | null {
  const scripts = join(directory, "scripts");
  const name = chooseEntry(reader.filesIn(scripts));
  if (name === null) return null;
  const path = join(scripts, name);
  return { path, isProgram: isProgram(path), isInside: isInside(path, directory) };
}

/** A text that may be executed but does not say by what is started by the program its name asks for. */
function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
  } catch {
    return false;
  }
  return !/\.(?:sh|py)$/.test(path) || startOf(path) === "#!";
}

function startOf(path: string): string {
  const start = Buffer.alloc(2);
  let file: number | undefined;
  try {
    // Whatever it is, looking at it must not wait.
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    return start.toString("latin1", 0, readSync(file, start, 0, start.length, 0));
  } catch {
    return "";
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function isInside(path: string, directory: string): boolean {
  const real = realPath(path);
  const root = realPath(directory);
  return real !== null && root !== null && real.startsWith(root + sep);
}
