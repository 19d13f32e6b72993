import type { BrokenHook, Hook } from "../../../engine/hook.ts";
import type { Finding } from "../../../errors/problem.ts";

/** What has been compiled so far. Whatever is wrong with one rule, the others count. */
export interface Collected {
  readonly hooks: Hook[];
  readonly broken: BrokenHook[];
  readonly findings: Finding[];
}
