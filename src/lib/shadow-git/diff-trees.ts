import { readNulList } from "./nul-list.ts";
import type { Shadow } from "./shadow.ts";

/** What is at a path: git's mode and object name. Null means nothing. */
export type FileState = string | null;

export interface FileChange {
  readonly path: string;
  readonly status: "added" | "deleted" | "modified";
  /** Lines; null for files that are not text. */
  readonly additions: number | null;
  readonly deletions: number | null;
  readonly before: FileState;
  readonly after: FileState;
}

const statuses: Readonly<Record<string, FileChange["status"]>> = { A: "added", D: "deleted" };

/** Lists the files that differ between two trees. A renamed file is one that was deleted and one that was added. */
export async function diffTrees(
  shadow: Shadow,
  before: string,
  after: string,
  paths: readonly string[] = [],
): Promise<FileChange[]> {
  if (before === after) return [];
  const args = ["diff-tree", "-r", "-z", "--raw", "--numstat", "--no-abbrev", "--no-renames", "--no-ext-diff"];
  const output = await shadow.git([...args, before, after, "--", ...paths]);
  return readChanges(readNulList(output).items);
}

/** Git prints all the states first (two items each), then all the line counts (one item each). */
function readChanges(items: readonly string[]): FileChange[] {
  const counts = new Map<string, { additions: number | null; deletions: number | null }>();
  const states: [facts: string, path: string][] = [];
  for (let at = 0; at < items.length; at++) {
    const item = items[at] ?? "";
    if (item.startsWith(":")) states.push([item, items[++at] ?? ""]);
    else {
      const [, additions = "", deletions = "", path = ""] = /^(\S+)\t(\S+)\t(.*)$/s.exec(item) ?? [];
      counts.set(path, { additions: lineCount(additions), deletions: lineCount(deletions) });
    }
  }
  return states.map(([facts, path]) => {
    const [oldMode = "", newMode = "", oldObject = "", newObject = "", letter = ""] = facts.slice(1).split(" ");
    return {
      path,
      status: statuses[letter] ?? "modified",
      additions: counts.get(path)?.additions ?? null,
      deletions: counts.get(path)?.deletions ?? null,
      before: letter === "A" ? null : `${oldMode} ${oldObject}`,
      after: letter === "D" ? null : `${newMode} ${newObject}`,
    };
  });
}

function lineCount(text: string): number | null {
  return text === "-" ? null : Number(text);
}
