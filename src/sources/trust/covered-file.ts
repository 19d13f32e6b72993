import { hash } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, readFileSync, realpathSync } from "node:fs";
import { relative } from "node:path";
import { isWithin } from "../programs/look-up.ts";

/** A file whose contents are part of what is trusted. */
export interface CoveredFile {
  /** Absolute; the path by which it is named. */
  readonly path: string;
  /** Where its copy goes, below the folder of all copies of a hook. */
  readonly place: string;
  readonly bytes: Buffer;
  readonly sha256: string;
  readonly isExecutable: boolean;
  /** True when the hook reads the file itself and not the copy; it is then only checked before every run. */
  readonly isReadInPlace: boolean;
  /** For a link to an interpreter of the machine: where it leads. Nothing of it is copied. */
  readonly leadsTo: string | null;
}

/** Beyond this a file is not checked at every run. */
const largestProgram = 64 * 1024 * 1024;
export const largestModule = 4 * 1024 * 1024;

export type ReadFile = { readonly bytes: Buffer; readonly isExecutable: boolean } | { readonly bad: string };

/** Reads a file through one handle, so that its size, permissions and contents are those of the same file. */
export function readWhole(path: string, largest = largestProgram): ReadFile {
  let file: number | undefined;
  try {
    // Not waiting for whoever writes into a pipe.
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const stats = fstatSync(file);
    if (!stats.isFile()) return { bad: "it is not an ordinary file" };
    if (stats.size > largest) return { bad: `it is larger than ${largest / 1024 / 1024} MiB` };
    return { bytes: readFileSync(file), isExecutable: (stats.mode & 0o111) !== 0 };
  } catch (error) {
    return { bad: (error as NodeJS.ErrnoException).code === "EACCES" ? "permission denied" : "it cannot be read" };
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

export function sha256Of(bytes: Buffer | string): string {
  return hash("sha256", bytes);
}

/** The place of a file's copy: as in the workspace, so that neighbours find each other. */
export function placeOf(path: string, roots: readonly string[]): string {
  const real = followed(path);
  for (const way of real === path ? [path] : [path, real]) {
    const index = roots.findIndex((root) => isWithin(root, way));
    const root = roots[index];
    if (root !== undefined) return `${index === 0 ? "" : `.additional-${index}/`}${relative(root, way)}`;
  }
  return `.elsewhere${path}`;
}

function followed(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
