import { createHash } from "node:crypto";
import { join } from "node:path";

export interface ShadowPlace {
  /** Where the program keeps its data. */
  readonly dataDir: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal | null;
  /** How long to wait for another process that works on the same worktree. */
  readonly waitMs?: number;
}

/** Where the shadow of a worktree is, whether or not it exists. */
export function shadowDirectory(dataDir: string, root: string): string {
  const name = createHash("sha256").update(root).digest("hex").slice(0, 32);
  return join(shadowsFolder(dataDir), name);
}

export const shadowsName = "snapshots";

export function shadowsFolder(dataDir: string): string {
  return join(dataDir, shadowsName);
}

export function repositoryOf(directory: string): string {
  return join(directory, "repository");
}

export function rulesFile(directory: string, rules: string): string {
  return join(directory, "rules", rules);
}

/** The worktree's path, for those who find the shadow first. */
export function worktreeFile(directory: string): string {
  return join(directory, "worktree");
}
