import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { Problem } from "../../errors/problem.ts";
import { borrow } from "./borrow-index.ts";
import type { FileState } from "./diff-trees.ts";
import { nulList } from "./nul-list.ts";
import type { Shadow } from "./shadow.ts";

/** Writes down the tree that an index would have with these files put in or taken out. The index stays as it is. */
export async function plannedTree(
  shadow: Shadow,
  index: string,
  wanted: ReadonlyMap<string, FileState>,
): Promise<string> {
  const draft = `${index}.${randomUUID()}`;
  try {
    borrow(index, draft);
    const args = ["update-index", "-z", "--replace", "--index-info"];
    await shadow.git(args, { index: draft, input: nulList(entriesOf(wanted)) });
    return (await shadow.git(["write-tree"], { index: draft })).toString("utf8").trim();
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== "SNAPSHOT_GIT_FAILED") throw error;
    throw new Problem("SNAPSHOT_LOST", { why: error.message }, { cause: error });
  } finally {
    for (const left of [draft, `${draft}.lock`]) rmSync(left, { force: true });
  }
}

/** Removals first: a file may take the place of a folder. */
function entriesOf(wanted: ReadonlyMap<string, FileState>): string[] {
  const entries = [...wanted];
  const nothing = "0".repeat(40);
  return [
    ...entries.filter(([, state]) => state === null).map(([path]) => `0 ${nothing}\t${path}`),
    ...entries.filter(([, state]) => state !== null).map(([path, state]) => `${state}\t${path}`),
  ];
}
