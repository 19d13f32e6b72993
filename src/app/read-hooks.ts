import { knownBuiltins } from "../builtins/known-builtins.ts";
import { type LoadedHooks as HookFiles, loadHooks } from "../sources/load-hooks.ts";
import { resolveWorkspace, type Workspace } from "../sources/workspace.ts";
import type { Place } from "./place.ts";

export interface LoadedHooks extends HookFiles {
  readonly workspace: Workspace;
}

/** What a declaration may say of built-in hooks. */
export const aboutBuiltins = {
  knownBuiltins: new Set(Object.keys(knownBuiltins)),
  builtinEvents: new Map(
    Object.entries(knownBuiltins)
      .filter(([, events]) => events !== "*")
      .map(([name, events]) => [name, events.split(" ")] as const),
  ),
};

/** Finds the workspace and reads every hook that applies there. Runs nothing. */
export function readHooks({ workspace: reference, ...place }: Place): LoadedHooks {
  const workspace = resolveWorkspace(reference, place);
  return { ...loadHooks({ ...place, workspace, ...aboutBuiltins }), workspace };
}
