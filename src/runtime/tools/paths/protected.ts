import { realpathSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { Problem } from "../../../errors/problem.ts";
import type { Located } from "./locate.ts";
import { isInside, type Workspace } from "./workspace.ts";

/** Refuses a place that an agent may not write to. */
export type GuardWrites = (place: Located) => void;

const hooks = "the hooks of this agent";
const git = "what git itself runs";

/** By the end of the path or some part of it, wherever that is: a workspace can lie inside another. */
const protectedNames: readonly (readonly [name: RegExp, what: string])[] = [
  [/(?:^|\/)\.(?:hookline|agh)(?:\/|$)/, hooks],
  [/(?:^|\/)\.agents\/hooks(?:\/|$)/, hooks],
  [/(?:^|\/)\.agentao\/plugins(?:\/|$)/, hooks],
  [/(?:^|\/)\.claude\/settings[^/]*$/, hooks],
  [/(?:^|\/)\.claude\/(?:hooks|plugins)(?:\/|$)/, hooks],
  [/(?:^|\/)hookline\.ya?ml$/, hooks],
  // Its configuration can name programs as well, and several files in there (`commondir`, `gitdir`) lead to another one. Nothing
  // of it is for an agent to write, but the list of what it should overlook.
  [/(?:^|\/)\.git(?:\/(?!info\/exclude$).*)?$/, git],
];

/** The same places of this workspace, which may be links to places with harmless names. */
const ownPlaces: readonly (readonly [path: string, what: string])[] = [
  [".hookline", hooks],
  [".agh", hooks],
  [".agents/hooks", hooks],
  [".agentao/plugins", hooks],
  [".claude/settings.json", hooks],
  [".claude/settings.local.json", hooks],
  [".claude/hooks", hooks],
  ["hookline.yaml", hooks],
  [".git/hooks", git],
];

/**
 * Makes the guard of a workspace: agents cannot edit the hooks that gate them. `more` are further files and directories of
 * that kind, such as the agent file of this run. It keeps an agent with file tools in its place; a shell is for hooks,
 * permissions and trust to hold.
 */
export function guardWrites(
  workspace: Workspace,
  environment: NodeJS.ProcessEnv,
  more: readonly string[] = [],
): GuardWrites {
  const places = [
    ...ownPlaces.map(([path, what]) => [join(workspace.root, path), what] as const),
    ...usersPlaces(environment).map((path) => [path, hooks] as const),
    ...more.map((path) => [path, hooks] as const),
  ];
  return ({ path, shown }) => {
    const what = whatIsProtected(workspace, path, places);
    if (what !== null) throw new Problem("TOOL_PATH_PROTECTED", { path: shown, what });
  };
}

function whatIsProtected(
  { root }: Workspace,
  path: string,
  places: readonly (readonly [path: string, what: string])[],
): string | null {
  const isOurs = isInside(root, path);
  // Where the workspace itself lies says nothing: the worktrees that we make are in the user's own folder.
  const tested = isOurs ? relative(root, path) : path;
  const name = asSomeSystemsRead(tested.split(sep).join("/"));
  const byName = protectedNames.find(([pattern]) => pattern.test(name));
  if (byName) return byName[1];
  // Looked up anew each time: a link may have come since.
  const found = places.find(([place]) => {
    const real = realOrSame(place);
    return isInside(real, path) && !(isOurs && isInside(real, root));
  });
  return found?.[1] ?? null;
}

/**
 * Some file systems do not tell upper and lower case apart, nor letters that only look different, and overlook invisible
 * characters or what is a dot or a blank at the end of a name.
 */
function asSomeSystemsRead(path: string): string {
  return path
    .normalize("NFKC")
    .replaceAll(/[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g, "")
    .replaceAll(/(?<=[^/])[. ]+(?=\/|$)/g, "")
    .toLowerCase();
}

function usersPlaces(environment: NodeJS.ProcessEnv): string[] {
  const { HOME = "", HOOKLINE_HOME, XDG_CONFIG_HOME } = environment;
  const inHome = (path: string) => (HOME === "" ? "" : join(HOME, path));
  const config = XDG_CONFIG_HOME || inHome(".config");
  return [HOOKLINE_HOME || inHome(".hookline"), config && join(config, "agents", "hooks")].filter(
    (path) => path !== "",
  );
}

function realOrSame(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
