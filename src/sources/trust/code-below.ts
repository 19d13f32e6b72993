import { join } from "node:path";
import type { FolderView } from "./folder-view.ts";
import { isForeign } from "./named-files.ts";

/** Hooks are not projects; what lies deeper belongs to something else. */
const deepest = 4;

/** The code files in a folder and in those below it, packages left out. */
export function codeBelow(folder: string, view: FolderView, depth = 0): string[] {
  return [...view.list(folder)].flatMap(([name, kind]) => {
    const path = join(folder, name);
    if (isForeign(path)) return [];
    if (kind === "folder") return depth < deepest ? codeBelow(path, view, depth + 1) : [];
    return view.isCode(path) ? [path] : [];
  });
}
