import type { Hook } from "../../engine/hook.ts";

/**
 * The files of a workspace that its trusted hooks run from. An agent that changed one of them would switch the hook off, because
 * nobody has trusted the new content.
 */
export function filesOfHooks(hooks: readonly Hook[]): readonly string[] {
  const bound = hooks.flatMap(({ executor }) => (executor.kind === "process" ? (executor.bound ?? []) : []));
  return [...new Set(bound.map(({ path }) => path))];
}
