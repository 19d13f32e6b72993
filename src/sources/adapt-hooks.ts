import { readFileSync, statSync } from "node:fs";
import { adaptHooks as adapt } from "../dialects/adapted.ts";
import type { Hook } from "../engine/hook.ts";
import { isOnPath } from "./load-docker-agent.ts";
import type { Loading } from "./load-request.ts";

/** A script that only calls `hookline adapt` is short. */
const largestScript = 64 * 1024;

/** Puts the hooks that `hookline adapt` would run in the place of those that run it. */
export function adaptHooks(hooks: readonly Hook[], loading: Loading): readonly Hook[] {
  const { environment, settings, workspace, cwd, reader } = loading;
  const around = {
    environment,
    platform: process.platform,
    isOnPath: isOnPath(environment),
    outputLimit: settings.outputLimit,
    cwd: workspace?.root ?? cwd,
  };
  // What the script says is part of what was loaded, so a change of it must be noticed; most scripts say other things.
  return adapt(hooks, around, (file) => (startOf(file)?.includes("hookline adapt") ? reader.read(file) : null));
}

function startOf(file: string): string | null {
  try {
    const stats = statSync(file);
    // Whatever else a repository has put there, such as a pipe, may never come to an end.
    return !stats.isFile() || stats.size > largestScript ? null : readFileSync(file, "utf8");
  } catch {
    return null;
  }
}
