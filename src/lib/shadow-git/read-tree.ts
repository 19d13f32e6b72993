import type { FileState } from "./diff-trees.ts";
import { readNulList } from "./nul-list.ts";
import type { Shadow } from "./shadow.ts";

/** Every file of a tree and its state. */
export async function readTree(shadow: Shadow, tree: string): Promise<Map<string, NonNullable<FileState>>> {
  const { items } = readNulList(await shadow.git(["ls-tree", "-r", "-z", tree]));
  return new Map(
    items.map((item) => {
      const [, mode = "", object = "", path = ""] = /^(\d+) \w+ (\w+)\t(.*)$/s.exec(item) ?? [];
      return [path, `${mode} ${object}`];
    }),
  );
}
