import { type Capture, isRulesFile, pathsOf } from "./capture.ts";
import { diffTrees, type FileChange } from "./diff-trees.ts";
import { openDiskView } from "./disk-view.ts";
import { ignoredEarlier } from "./ignored-earlier.ts";
import type { Shadow } from "./shadow.ts";

/**
 * Lists the files that really changed between two captures. Not every difference of the trees is one: a file may be new
 * to us because a rule no longer hides it, or gone because one does now. To undo those would delete what was always there.
 */
export async function changesSince(shadow: Shadow, earlier: Capture, now: Capture): Promise<FileChange[]> {
  if (earlier.tree === now.tree || !(await isKnown(shadow, earlier.tree))) return [];
  const differences = await diffTrees(shadow, earlier.tree, now.tree, pathsOf(earlier.scope));
  const rulesChanged = earlier.rules !== now.rules || differences.some(({ path }) => isRulesFile(path));
  const inScope = differences.filter(({ path }) => isWithin(path, earlier.scope));
  const added = inScope.filter(({ status }) => status === "added").map(({ path }) => path);
  const hidden = rulesChanged ? await ignoredEarlier(shadow, earlier, added) : new Set<string>();
  const wasSkipped = matcherOf(earlier.skipped);
  const isThere = openDiskView(shadow.worktree.root);
  return inScope.filter(({ path, status }) => {
    if (wasSkipped(path) || hidden.has(path)) return false;
    return status !== "deleted" || !isThere(path);
  });
}

async function isKnown(shadow: Shadow, tree: string): Promise<boolean> {
  const output = await shadow.git(["cat-file", "-t", tree], { accepts: [0, 1, 128] });
  return output.toString("utf8").trim() === "tree";
}

function isWithin(path: string, scope: string): boolean {
  return scope === "" || path === scope || path.startsWith(`${scope}/`);
}

/** Skipped repositories stand for all that is in them. */
function matcherOf(skipped: readonly string[]): (path: string) => boolean {
  const files = new Set(skipped);
  const folders = skipped.filter((path) => path.endsWith("/"));
  return (path) => files.has(path) || folders.some((folder) => path.startsWith(folder));
}
