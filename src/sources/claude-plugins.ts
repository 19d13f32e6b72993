import { join } from "node:path";
import type { FileReader, Folder } from "./file-reader.ts";

/**
 * Finds the plugins in a folder of them: `<name>/` and `local/<name>/`, and of what marketplaces have installed the highest
 * version, `<marketplace>/<name>/<version>/`.
 */
export function pluginFolders(reader: FileReader, home: string): Folder[] {
  return reader.folders(home).flatMap((folder) => {
    if (isPlugin(reader, folder.path)) return [folder];
    return reader.folders(folder.path).flatMap((child) => {
      if (isPlugin(reader, child.path)) return [child];
      const [newest] = reader
        .folders(child.path)
        .filter(({ path }) => isPlugin(reader, path))
        .sort((a, b) => compareVersions(b.name, a.name));
      return newest ? [{ name: child.name, path: newest.path }] : [];
    });
  });
}

/** The files in which a plugin may say who it is. The second is how plugins for Claude Code do it. */
export const manifestFiles = ["plugin.json", join(".claude-plugin", "plugin.json")] as const;

/** Whether a folder is a plugin: it says so, or has hooks where plugins have them. */
function isPlugin(reader: FileReader, folder: string): boolean {
  return (
    reader.filesIn(folder).includes("plugin.json") ||
    reader.filesIn(join(folder, ".claude-plugin")).includes("plugin.json") ||
    reader.filesIn(join(folder, "hooks")).includes("hooks.json")
  );
}

/** Compares `1.9.0` and `1.10.0` as numbers; what comes before a version (`2.0.0-beta`) is less than the version. */
export function compareVersions(a: string, b: string): number {
  const [coreA, preA] = partsOf(a);
  const [coreB, preB] = partsOf(b);
  const order = byNumbers(coreA, coreB);
  if (order !== 0 || preA === preB) return order;
  if (preA === null || preB === null) return preA === null ? 1 : -1;
  return byNumbers(preA, preB);
}

function partsOf(version: string): readonly [core: string, pre: string | null] {
  const at = version.indexOf("-");
  return at === -1 ? [version, null] : [version.slice(0, at), version.slice(at + 1)];
}

function byNumbers(a: string, b: string): number {
  return a.localeCompare(b, "en", { numeric: true });
}
