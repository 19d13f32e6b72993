import { join } from "node:path";
import type { Owner } from "../dialects/agh/owner.ts";
import type { Settings } from "../dialects/agh/settings.ts";
import type { SkillSource } from "../engine/hook.ts";
import type { Wire } from "../engine/ports.ts";
import type { FileReader } from "./file-reader.ts";
import type { Pile } from "./pile.ts";
import { hookFolders, type Workspace } from "./workspace.ts";

/** Where to look for hooks. */
export interface LoadRequest {
  /** The user's own folder, `$HOOKLINE_HOME`. */
  readonly home: string;
  /** Null reads the user's hooks only. */
  readonly workspace: Workspace | null;
  /** Where hooks run that belong to no place. */
  readonly cwd: string;
  /** What extensions may ask for with `{{env:NAME}}`. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The names of all built-in hooks; without it no name is refused. */
  readonly knownBuiltins?: ReadonlySet<string>;
  /** The events each built-in hook is for; without it nobody is warned. */
  readonly builtinEvents?: ReadonlyMap<string, readonly string[]>;
  /** Absolute paths of docker-agent files to read besides the workspace's own. */
  readonly agentFiles?: readonly string[];
  /** Hooks given on the command line, in docker-agent's terms. */
  readonly flagHooks?: readonly FlagHook[];
  /** Files of other programs to read besides those that the configuration asks for. */
  readonly include?: readonly IncludedSource[];
  /** Absolute paths of plugin folders named on the command line. */
  readonly pluginDirs?: readonly string[];
  /** Reports as an error what is otherwise put up with in a HOOK.md. */
  readonly strict?: boolean;
  /** By default hooks of a workspace are held against what the user has trusted. */
  readonly trust?: TrustRequest;
}

export const includedSources = ["claude-code", "agentao"] as const;
export type IncludedSource = (typeof includedSources)[number];

/**
 * `unchecked` takes every hook as trusted, for callers that have decided themselves. A fingerprint trusts the workspace's
 * hooks if, taken together, they are exactly those.
 */
export type TrustRequest = "unchecked" | { readonly fingerprint: string };

/** A hook that stands in no file: an event of docker-agent's and what the shell should run. */
export interface FlagHook {
  readonly event: string;
  readonly command: string;
}

/** One load in progress. */
export interface Loading extends LoadRequest {
  readonly reader: FileReader;
  readonly pile: Pile;
  readonly settings: Settings;
  readonly wire: Wire;
}

/** A folder that may hold `agents`, `skills` and `extensions`. */
export interface HookRoot {
  readonly folder: string;
  readonly skillSource: Exclude<SkillSource, "bundled" | "marketplace">;
  readonly belongsTo: Workspace | null;
}

/** The places with hooks, the strongest first. */
export function hookRoots({ home, workspace }: LoadRequest): HookRoot[] {
  const user: HookRoot = { folder: home, skillSource: "user", belongsTo: null };
  if (!workspace) return [user];
  const own = hookFolders(workspace.root, home);
  const additional = workspace.additionalRoots.flatMap((root) => hookFolders(root, home));
  return [
    ...own.map((folder) => ({ folder, skillSource: "workspace", belongsTo: workspace }) as const),
    ...additional.map((folder) => ({ folder, skillSource: "additional", belongsTo: workspace }) as const),
    user,
  ];
}

/** The owner of a configuration file's hooks; other sources differ from it in a field or two. */
export function configOwner(request: LoadRequest, wire: Wire, belongsTo: Workspace | null): Owner {
  return {
    source: "config",
    skillSource: null,
    defaultName: null,
    agentName: null,
    workspace: belongsTo,
    cwd: request.workspace?.root ?? null,
    processCwd: request.cwd,
    extension: null,
    knownBuiltins: request.knownBuiltins ?? null,
    builtinEvents: request.builtinEvents ?? null,
    wire,
  };
}

export function folderOf(root: HookRoot, kind: "agents" | "skills" | "extensions"): string {
  return join(root.folder, kind);
}
