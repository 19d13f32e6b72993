import { sep } from "node:path";
import type { FileReader, Folder } from "./file-reader.ts";

const deepest = 4;
const hiddenButRead = new Set([".agh", ".hookline"]);

export interface SkillFolder extends Folder {
  /** The folders around it, the nearest first, without the one that was searched. */
  readonly around: readonly string[];
}

/** Lists the folders under `root` that may hold a SKILL.md, at most four levels down. */
export function findSkillFolders(reader: FileReader, root: string): SkillFolder[] {
  return below(reader, root, []);
}

function below(reader: FileReader, folder: string, around: readonly string[]): SkillFolder[] {
  return reader.folders(folder, around.length > 0).flatMap((entry) => {
    if (entry.name === "node_modules" || (entry.name.startsWith(".") && !hiddenButRead.has(entry.name))) return [];
    const found = { ...entry, around };
    return around.length + 1 < deepest ? [found, ...below(reader, entry.path, [entry.path, ...around])] : [found];
  });
}

export function skillFileIn(folder: Folder): string {
  return `${folder.path}${sep}SKILL.md`;
}
