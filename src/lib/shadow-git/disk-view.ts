import { lstatSync } from "node:fs";
import { dirname, join } from "node:path";

/** Says whether something other than a directory is at a path of the worktree. What lies behind a symbolic link is elsewhere. */
export function openDiskView(root: string): (path: string) => boolean {
  const folders = new Map<string, boolean>([[".", true]]);
  const facts = (path: string) => {
    try {
      return lstatSync(join(root, path), { throwIfNoEntry: false });
    } catch {
      // ENOTDIR and the like: there is a file where the path needs a directory.
      return undefined;
    }
  };
  const isFolder = (path: string): boolean => {
    const known = folders.get(path);
    if (known !== undefined) return known;
    const found = isFolder(dirname(path)) && facts(path)?.isDirectory() === true;
    folders.set(path, found);
    return found;
  };
  return (path) => {
    if (!isFolder(dirname(path))) return false;
    const found = facts(path);
    return found !== undefined && !found.isDirectory();
  };
}
