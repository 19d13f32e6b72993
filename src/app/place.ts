import { homedir } from "node:os";
import { join, resolve } from "node:path";
import type { FlagHook, IncludedSource, TrustRequest } from "../sources/load-hooks.ts";

/** Where a command works: whose hooks, which workspace, and the environment hooks may see parts of. */
export interface Place {
  readonly home: string;
  /** A workspace's name, id or path; null means the directory we are in. */
  readonly workspace: string | null;
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Absolute paths of docker-agent files to read besides the workspace's own. */
  readonly agentFiles?: readonly string[];
  /** Hooks given on the command line. */
  readonly flagHooks?: readonly FlagHook[];
  /** Reports as an error what is otherwise put up with in a HOOK.md. */
  readonly strict?: boolean;
  /** Files of other programs to read besides those that the configuration asks for. */
  readonly include?: readonly IncludedSource[];
  /** Absolute paths of plugin folders to read. */
  readonly pluginDirs?: readonly string[];
  /** By default hooks of a workspace are held against what the user has trusted. */
  readonly trust?: TrustRequest;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The place named by the environment and a `--workspace` flag. */
export function placeOf(environment: Environment, cwd: string, workspace: string | null): Place {
  const wanted = environment.HOOKLINE_HOME?.trim();
  const home = wanted ? resolve(cwd, wanted) : join(environment.HOME || homedir(), ".hookline");
  return { home, workspace, cwd, environment };
}

/** Where built-in hooks keep what they need later. */
export function dataDirOf({ home }: Pick<Place, "home">): string {
  return join(home, "data");
}

/** How many dispatches enclose this process. A hook that calls us hands on its own depth in its environment. */
export function depthOf(environment: Environment): number {
  const depth = Number.parseInt(environment.HOOKLINE_DEPTH ?? "", 10);
  return Number.isInteger(depth) && depth > 0 ? depth : 0;
}
