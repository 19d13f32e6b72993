import { isAbsolute, relative } from "node:path";

/** A file as somebody in `cwd` would call it: from there if it lies below, else by its whole path. */
export function shortPath(file: string, cwd: string): string {
  const path = relative(cwd, file);
  return path.startsWith("..") || isAbsolute(path) ? file : path;
}
