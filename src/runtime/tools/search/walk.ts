import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { type IgnoreRules, rulesFor } from "./ignore-rules.ts";

export interface WalkOptions {
  /** Where the outermost `.gitignore` is looked for. */
  readonly root: string;
  readonly includesIgnored: boolean;
  readonly signal: AbortSignal;
  /** Called when there are so many files that the walk ends early. */
  readonly onTooMany: () => void;
}

export interface Found {
  readonly path: string;
  readonly isLink: boolean;
}

/** More entries are not looked at, so that a walk ends. */
const mostEntries = 500_000;

/**
 * Yields the files below a directory, those of each directory in order of their names. It does not follow links, which may
 * lead out of the workspace or in circles, and leaves git's own data alone.
 */
export async function* walk(start: string, options: WalkOptions): AsyncGenerator<Found, void> {
  const { root, includesIgnored, signal, onTooMany } = options;
  const rules = includesIgnored ? null : rulesFor(root, start);
  const waiting: { readonly directory: string; readonly rules: IgnoreRules | null }[] = [{ directory: start, rules }];
  let seen = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    signal.throwIfAborted();
    const inside: typeof waiting = [];
    for (const entry of await entriesOf(next.directory)) {
      if (++seen > mostEntries) return onTooMany();
      const path = join(next.directory, entry.name);
      const isDirectory = entry.isDirectory();
      if (entry.name === ".git" || next.rules?.ignores(path, isDirectory)) continue;
      if (isDirectory) inside.push({ directory: path, rules: next.rules?.enter(path) ?? null });
      else if (entry.isFile() || entry.isSymbolicLink()) yield { path, isLink: entry.isSymbolicLink() };
    }
    waiting.push(...inside.reverse());
  }
}

async function entriesOf(directory: string): Promise<Dirent[]> {
  try {
    const entries = await readdir(directory, { withFileTypes: true });
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    // Gone meanwhile, or not for us to read: what can be seen is still worth having.
    return [];
  }
}
