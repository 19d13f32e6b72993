import { closeSync, constants, fstatSync, openSync, readdirSync, type Stats } from "node:fs";
import { basename, dirname } from "node:path";
import { Problem } from "../../../errors/problem.ts";
import { closest } from "../../../lib/closest.ts";
import type { Located } from "./locate.ts";
import { codeOf, reasonOf } from "./reason.ts";

export interface OpenFile {
  /** To be closed by whoever asked for it. */
  readonly descriptor: number;
  readonly stats: Stats;
}

/** Opens an ordinary file for reading, and refuses everything else. Null when there is nothing. */
export function openFile({ path, shown }: Located): OpenFile | null {
  let descriptor: number;
  try {
    // Without waiting: a named pipe would hold us up until somebody writes into it. All links are resolved already.
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  } catch (error) {
    const code = codeOf(error);
    if (code === "ENOENT") return null;
    if (code === "ENXIO") throw new Problem("TOOL_NOT_A_FILE", { path: shown, kind: "a socket" }, { cause: error });
    throw new Problem("TOOL_SYSTEM_REFUSED", { path: shown, doing: "opened", why: reasonOf(error) }, { cause: error });
  }
  const stats = fstatSync(descriptor);
  if (stats.isFile()) return { descriptor, stats };
  closeSync(descriptor);
  throw new Problem("TOOL_NOT_A_FILE", { path: shown, kind: kindOf(stats) });
}

/** The same for a file that has to exist. */
export function openExisting(place: Located): OpenFile {
  const file = openFile(place);
  if (file === null) {
    throw new Problem("TOOL_FILE_MISSING", { path: place.shown, suggestion: similarName(place) });
  }
  return file;
}

function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return "a directory";
  if (stats.isFIFO()) return "a named pipe";
  if (stats.isSocket()) return "a socket";
  return "a device";
}

function similarName({ path, shown }: Located): string | null {
  try {
    const name = basename(path);
    const similar = closest(name, readdirSync(dirname(path)));
    return similar === null ? null : shown.slice(0, shown.length - name.length) + similar;
  } catch {
    return null;
  }
}
