import type { Hook } from "../../engine/hook.ts";
import { openFileReader } from "../file-reader.ts";
import type { LoadRequest } from "../load-request.ts";
import { readLock } from "./lock-file.ts";

/**
 * Holds hooks that were loaded some time ago against what is trusted now: what somebody has taken back must not go on because
 * another file cannot be read just then. Answers with the same list when nothing was taken back.
 */
export function withoutWithdrawn(hooks: readonly Hook[], request: LoadRequest): readonly Hook[] {
  const { trust, home, workspace, cwd } = request;
  if (trust !== undefined || !hooks.some((hook) => hook.fromWorkspace)) return hooks;
  const { entries } = readLock(home, workspace?.root ?? cwd, openFileReader({ signed: false }));
  const trusted = new Set<string | null>(entries.map(({ fingerprint }) => fingerprint));
  const kept = hooks.map((hook) => {
    const { trust: own } = hook;
    if (own === undefined || own.refusal !== null || trusted.has(own.fingerprint)) return hook;
    return { ...hook, trust: { ...own, state: "new" as const, refusal: "its trust was taken back" } };
  });
  return kept.every((hook, at) => hook === hooks[at]) ? hooks : kept;
}
