import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import type { DialectName } from "../../dialects/translation.ts";
import type { BrokenHook, Hook } from "../../engine/hook.ts";
import { Problem } from "../../errors/problem.ts";
import { loadHooks } from "../../sources/load-hooks.ts";
import { isWithin } from "../../sources/programs/look-up.ts";
import { resolveWorkspace } from "../../sources/workspace.ts";
import type { Place } from "../place.ts";
import { aboutBuiltins } from "../read-hooks.ts";
import { type Conversion, convertHooks } from "./convert-hooks.ts";
import type { Loss } from "./loss.ts";

export interface ConvertRequest {
  readonly to: DialectName;
  /** Files or folders whose hooks are meant; empty for all of the workspace, or of the user. */
  readonly paths: readonly string[];
  readonly isUser: boolean;
  readonly isPlain: boolean;
}

export interface FilesConversion extends Conversion {
  /** Where the files belong. */
  readonly root: string;
}

/** Reads hook files and converts what they declare. Runs nothing and writes nothing. */
export function convertFiles(place: Place, request: ConvertRequest): FilesConversion {
  const { to, isUser, isPlain } = request;
  const paths = request.paths.map((path) => resolve(place.cwd, path));
  for (const path of paths) if (!existsSync(path)) throw new Problem("PATH_NOT_FOUND", { path });
  const { workspace: reference, ...rest } = place;
  const workspace = resolveWorkspace(reference, place);
  const agentFiles = [...(place.agentFiles ?? []), ...paths.filter((path) => /\.ya?ml$/.test(path))];
  // Nothing is run, so nobody needs to have trusted it.
  const loaded = loadHooks({ ...rest, workspace, agentFiles, ...aboutBuiltins, trust: "unchecked" });
  const isMeant = ({ file }: { readonly file: string | null }) =>
    file !== null &&
    (paths.length === 0 || paths.some((path) => isWithin(path, file))) &&
    // What a repository says does not become the user's own by being converted.
    (isUser ? isUsers(file, place) : paths.length > 0 || !isUsers(file, place));
  const hooks = loaded.hooks.filter((hook) => isMeant(hook.origin) && isDeclared(hook, place));
  const broken = loaded.broken.filter(isMeant);
  if (hooks.length === 0 && broken.length === 0) {
    const where = paths.length > 0 ? `in ${request.paths.join(", ")}` : isUser ? "of yours" : `in ${workspace.root}`;
    throw new Problem("CONVERT_NOTHING", { where });
  }
  const level = isUser ? "user" : "workspace";
  const conversion = convertHooks(hooks, { to, isPlain, level, root: workspace.root });
  return {
    ...conversion,
    losses: [...broken.map(brokenLoss), ...conversion.losses],
    root: isUser ? userRoot(to, place) : workspace.root,
  };
}

/** Leaves out what stands in for broken declarations, and what comes with every agent file without being written there. */
function isDeclared({ executor, fromWorkspace, origin }: Hook, place: Place): boolean {
  return (
    executor.kind !== "broken" && (fromWorkspace === true || (origin.file !== null && isUsers(origin.file, place)))
  );
}

function isUsers(file: string, place: Place): boolean {
  return [place.home, join(configHome(place), "agents")].some((folder) => isWithin(folder, file));
}

function userRoot(to: DialectName, place: Place): string {
  return to === "agent-hooks" ? configHome(place) : place.home;
}

function configHome({ environment }: Place): string {
  const { XDG_CONFIG_HOME, HOME } = environment;
  return XDG_CONFIG_HOME && isAbsolute(XDG_CONFIG_HOME) ? XDG_CONFIG_HOME : join(HOME || homedir(), ".config");
}

function brokenLoss({ name, file, line, what, fix }: BrokenHook): Loss {
  const hook = name ?? "(a declaration without a name)";
  return {
    hook,
    file,
    line,
    aspect: "declaration",
    field: "declaration",
    what,
    instead: `It was not converted. ${fix}`,
  };
}
