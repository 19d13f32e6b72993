import { type LoadedHooks as HookFiles, loadHooks } from "../sources/load-hooks.ts";
import { resolveWorkspace, type Workspace } from "../sources/workspace.ts";
import type { Place } from "./place.ts";

export interface LoadedHooks extends HookFiles {
  readonly workspace: Workspace;
}

/** Finds the workspace and reads every hook that applies there. Runs nothing. */
export function readHooks({ home, workspace: reference, cwd, environment }: Place): LoadedHooks {
  const workspace = resolveWorkspace(reference, { home, cwd });
  return { ...loadHooks({ home, workspace, cwd, environment }), workspace };
}
