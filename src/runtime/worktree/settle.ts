import { removeWorktree } from "./remove.ts";
import { type WorkLeft, workLeftIn } from "./work-left.ts";
import type { Environment, Worktree } from "./worktree.ts";

export interface SettleOptions {
  /** Whether there is somebody who saw the run. Otherwise the worktree is its result and stays. */
  readonly interactive: boolean;
  /** Asks whether work that is nowhere else may be thrown away. Only `true` is a yes; what it throws is a no. */
  readonly confirm: (work: WorkLeft) => Promise<boolean>;
  readonly environment: Environment;
}

export type Settlement =
  | { readonly kind: "removed" }
  | { readonly kind: "kept"; readonly because: "not-interactive" }
  | { readonly kind: "kept"; readonly because: "has-work"; readonly work: WorkLeft }
  /** git did not do it; `why` is a sentence for a person. */
  | { readonly kind: "kept"; readonly because: "failed"; readonly why: string };

/** Decides after a run what becomes of its worktree. Never throws: whatever is not certain leaves it where it is. */
export async function settleWorktree(worktree: Worktree, options: SettleOptions): Promise<Settlement> {
  const { interactive, confirm, environment } = options;
  if (!interactive) return { kind: "kept", because: "not-interactive" };
  try {
    const work = await workLeftIn(worktree, environment);
    const hasWork = work.files.length > 0 || work.commits > 0;
    if (hasWork && !(await isConfirmed(confirm, work))) return { kind: "kept", because: "has-work", work };
    await removeWorktree(worktree, environment, { losesWork: hasWork });
    return { kind: "removed" };
  } catch (error) {
    return { kind: "kept", because: "failed", why: error instanceof Error ? error.message : String(error) };
  }
}

async function isConfirmed(confirm: SettleOptions["confirm"], work: WorkLeft): Promise<boolean> {
  try {
    return (await confirm(work)) === true;
  } catch {
    return false;
  }
}
