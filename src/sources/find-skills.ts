import { sep } from "node:path";
import type { FileReader, Folder } from "./file-reader.ts";

const deepest = 4;
const hiddenButRead = new Set([".agh", ".hookline"]);

/** Lists the folders under `root` that may hold a SKILL.md, at most four levels down. */
export function findSkillFolders(reader: FileReader, root: string): Folder[] {
  return below(reader, root, 1);
}

function below(reader: FileReader, folder: string, depth: number): Folder[] {
  return reader.folders(folder, depth > 1).flatMap((entry) => {
    if (entry.name === "node_modules" || (entry.name.startsWith(".") && !hiddenButRead.has(entry.name))) return [];
    return depth < deepest ? [entry, ...below(reader, entry.path, depth + 1)] : [entry];
  });
}

export function skillFileIn(folder: Folder): string {
  return `${folder.path}${sep}SKILL.md`;
}
