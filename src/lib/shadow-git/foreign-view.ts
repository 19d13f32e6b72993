import { lstatSync, readdirSync, type Stats } from "node:fs";
import { join } from "node:path";

/**
 * Says whether files that are in no capture occupy a path: at it, in a folder of that name, or as a file where it needs a
 * folder. Git takes ignored files for expendable; we do not.
 */
export function openForeignView(root: string, captured: { has: (path: string) => boolean }): (path: string) => boolean {
  return (path) => {
    const names = path.split("/");
    for (let depth = 1; depth <= names.length; depth++) {
      const place = names.slice(0, depth).join("/");
      const facts = factsOf(join(root, place));
      if (facts === undefined) return false;
      if (!facts.isDirectory()) return !captured.has(place);
    }
    return holdsForeign(root, path, captured);
  };
}

function holdsForeign(root: string, folder: string, captured: { has: (path: string) => boolean }): boolean {
  return readdirSync(join(root, folder), { withFileTypes: true }).some((entry) => {
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? holdsForeign(root, path, captured) : !captured.has(path);
  });
}

function factsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
