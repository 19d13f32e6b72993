import { realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** Follows the links of a path as far as it exists; null when they lead in a circle or may not be followed. */
export function realPath(path: string): string | null {
  try {
    return realpathSync.native(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT" || dirname(path) === path) return null;
    const parent = realPath(dirname(path));
    return parent === null ? null : join(parent, basename(path));
  }
}
