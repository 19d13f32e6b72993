import { chmodSync, lstatSync } from "node:fs";
import { join } from "node:path";
import type { FileChange } from "./diff-trees.ts";

/** Git writes a file anew and knows one permission, to execute. Answers with what gives files their other ones back. */
export function keepPermissions(root: string, files: readonly FileChange[]): () => void {
  const kept = files.flatMap(({ path, before, after }) => {
    const facts = before?.startsWith("100") && after?.startsWith("100") ? modeOf(join(root, path)) : null;
    return facts === null ? [] : [{ path: join(root, path), mode: withExecution(facts, isExecutable(after)) }];
  });
  return () => {
    for (const { path, mode } of kept) {
      if (modeOf(path) !== mode) chmodQuietly(path, mode);
    }
  };
}

function modeOf(path: string): number | null {
  try {
    const facts = lstatSync(path, { throwIfNoEntry: false });
    return facts?.isFile() ? facts.mode & 0o777 : null;
  } catch {
    return null;
  }
}

function isExecutable(state: string | null | undefined): boolean {
  return state?.startsWith("100755") === true;
}

/** Whoever may read an executable file may execute it, as git does it. */
function withExecution(mode: number, executable: boolean): number {
  const plain = mode & 0o666;
  return executable ? plain | ((plain & 0o444) >> 2) : plain;
}

/** The content is what was asked for; a mode that cannot be set is no reason to fail. */
function chmodQuietly(path: string, mode: number): void {
  try {
    if (modeOf(path) !== null) chmodSync(path, mode);
  } catch {}
}
