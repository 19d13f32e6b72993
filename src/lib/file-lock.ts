import { setTimeout as pause } from "node:timers/promises";
import { Problem } from "../errors/problem.ts";

export interface LockOptions {
  /** How long to wait for whoever holds it. */
  readonly waitMs: number;
  readonly signal: AbortSignal | null;
}

const longestPauseMs = 40;

/**
 * Runs `work` while no other process, and no other call in this one, holds the lock at `path`.
 * The operating system keeps the lock, through SQLite, which knows how on every platform: a process that is killed
 * lets go of it, so that there are no stale lock files to guess about.
 */
export async function withFileLock<T>(path: string, options: LockOptions, work: () => Promise<T>): Promise<T> {
  // Loaded on first use: most programs never lock anything.
  const { DatabaseSync } = await import("node:sqlite");
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    await acquire(() => database.exec("BEGIN EXCLUSIVE"), path, options);
    return await work();
  } finally {
    database.close();
  }
}

async function acquire(lock: () => void, path: string, { waitMs, signal }: LockOptions): Promise<void> {
  const deadline = performance.now() + waitMs;
  for (let pauseMs = 2; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    signal?.throwIfAborted();
    try {
      return lock();
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (performance.now() >= deadline)
        throw new Problem("LOCK_BUSY", { path, seconds: waitMs / 1000 }, { cause: error });
    }
    // Not all at the same time again.
    await pause(pauseMs * (0.5 + Math.random()), undefined, signal ? { signal } : {});
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && error.errcode === 5;
}
