import { randomUUID } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Capture } from "./capture.ts";
import { nulList, readNulList } from "./nul-list.ts";
import { readTree } from "./read-tree.ts";
import type { Shadow } from "./shadow.ts";

/** Which of these paths the rules of an earlier capture hid, so that nobody can say whether the files were there then. */
export async function ignoredEarlier(
  shadow: Shadow,
  earlier: Capture,
  paths: readonly string[],
): Promise<ReadonlySet<string>> {
  if (paths.length === 0) return new Set();
  // Git reads rules from a worktree only, so it gets one that holds nothing but the rules of that time.
  const scratch = join(shadow.directory, `scratch.${randomUUID()}`);
  try {
    mkdirSync(scratch);
    await layOutRules(shadow, earlier.tree, paths, scratch);
    const output = await shadow.git(["check-ignore", "-z", "--no-index", "--stdin"], {
      worktree: scratch,
      rules: earlier.rules,
      literalPaths: false,
      // So that a name which begins with a colon has no other meaning. Git repeats what it was given.
      input: nulList(paths.map((path) => `./${path}`)),
      accepts: [0, 1],
    });
    return new Set(readNulList(output).items.map((item) => item.slice(2)));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function layOutRules(shadow: Shadow, tree: string, paths: readonly string[], scratch: string): Promise<void> {
  const wanted = new Set(paths.flatMap(rulesFilesAbove));
  for (const [path, state] of await readTree(shadow, tree)) {
    const [mode = "", object = ""] = state.split(" ");
    if (!wanted.has(path) || !mode.startsWith("100")) continue;
    const file = join(scratch, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, await shadow.git(["cat-file", "blob", object]));
  }
}

function rulesFilesAbove(path: string): string[] {
  return path.split("/").map((_, depth, names) => [...names.slice(0, depth), ".gitignore"].join("/"));
}
