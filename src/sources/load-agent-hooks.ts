import { existsSync } from "node:fs";
import { basename, delimiter, isAbsolute, join, sep } from "node:path";
import { dialect } from "../dialects/agent-hooks/broken.ts";
import { type CompiledHook, compileHook } from "../dialects/agent-hooks/declaration.ts";
import { hookFileNames } from "../dialects/agent-hooks/hook-file.ts";
import { type HookSettings, noSettings, readSettings } from "../dialects/agent-hooks/settings-file.ts";
import { whenLoading } from "../dialects/agent-hooks/strictness.ts";
import { defaultOutputLimit } from "../dialects/agent-hooks/wire.ts";
import { settleNames } from "./agent-hook-names.ts";
import { findEntry } from "./find-entry.ts";
import type { Loading, LoadRequest } from "./load-request.ts";
import { brokenFile } from "./pile.ts";
import { samePlace, type Workspace } from "./workspace.ts";

const settingsFile = "hooks.toml";

/** Reads the HOOK.md files of the user and of the workspace, each folder in the order of its directories' names. */
export function loadAgentHooks(loading: Loading): void {
  const userFolder = userHooksFolder(loading.environment);
  const user = userFolder === null ? noSettings : settingsIn(loading, userFolder);
  const yours = userFolder === null ? [] : hooksIn(loading, userFolder, null, { user, own: noSettings });
  const { workspace } = loading;
  const folder = workspace && workspaceHooksFolder(workspace.root);
  // The user's own folder is not a workspace's, even for somebody who works in it.
  const isOther = folder !== null && (userFolder === null || !samePlace(folder, userFolder));
  const theirs = isOther ? hooksIn(loading, folder, workspace, { user, own: settingsIn(loading, folder) }) : [];
  settleNames(loading.pile, yours, theirs);
}

/** `$XDG_CONFIG_HOME/agents/hooks`, else `~/.config/agents/hooks`; a variable that is empty or relative does not count. */
export function userHooksFolder({ XDG_CONFIG_HOME, HOME, USERPROFILE }: LoadRequest["environment"]): string | null {
  if (XDG_CONFIG_HOME && isAbsolute(XDG_CONFIG_HOME)) return join(XDG_CONFIG_HOME, "agents", "hooks");
  const home = HOME || USERPROFILE;
  return home ? join(home, ".config", "agents", "hooks") : null;
}

/** Where a workspace keeps its Agent Hooks. */
export function workspaceHooksFolder(root: string): string {
  return join(root, ".agents", "hooks");
}

/** Whether a file says something about Agent Hooks. */
export function isAboutAgentHooks(file: string): boolean {
  return isAgentHookFile(file) || basename(file) === settingsFile;
}

/** Whether a file is one that a hook's directory is known by. */
export function isAgentHookFile(file: string): boolean {
  return hookFileNames.some((name) => name === basename(file));
}

/** Reads and compiles the hook of one directory; null when there is none. */
export function readHookDirectory(
  loading: Pick<Loading, "reader" | "environment" | "settings" | "cwd" | "workspace">,
  directory: string,
  directoryName: string,
  belongsTo: Workspace | null,
  settings: { readonly user: HookSettings; readonly own: HookSettings },
): CompiledHook | null {
  for (const name of hookFileNames) {
    const file = join(directory, name);
    const text = loading.reader.read(file);
    if (text === null) continue;
    return compileHook(file, text, {
      directory,
      directoryName,
      workspace: belongsTo,
      workDir: loading.workspace?.root ?? loading.cwd,
      entry: findEntry(loading.reader, directory),
      isOnPath: isOnPath(loading.environment),
      platform: process.platform,
      settings,
      outputLimit: loading.settings.outputLimit ?? defaultOutputLimit,
    });
  }
  return null;
}

function hooksIn(
  loading: Loading,
  folder: string,
  belongsTo: Workspace | null,
  settings: { readonly user: HookSettings; readonly own: HookSettings },
): CompiledHook[] {
  return loading.reader.folders(folder).flatMap(({ name, path }) => {
    const compiled = readHookDirectory(loading, path, name, belongsTo, settings);
    if (compiled === null) return [];
    loading.pile.findings.push(...(loading.strict ? compiled.findings : whenLoading(compiled.findings)));
    return isOff(compiled, settings) ? [] : [compiled];
  });
}

/** A workspace's file speaks of its own hooks only; the user's speaks of all. */
function isOff({ name }: CompiledHook, { user, own }: { readonly user: HookSettings; readonly own: HookSettings }) {
  if (!user.enabled || !own.enabled) return true;
  return name !== null && (user.disabled.has(name) || own.disabled.has(name));
}

function settingsIn({ reader, pile }: Loading, folder: string): HookSettings {
  const file = folder + sep + settingsFile;
  const text = reader.read(file);
  if (text === null) return noSettings;
  const { settings, findings, unreadable } = readSettings(file, text);
  pile.findings.push(...findings);
  // Told with every dispatch: what it switches off runs, and what it makes stricter is not.
  if (unreadable !== null) pile.broken.push(brokenFile(unreadable, dialect));
  return settings;
}

function isOnPath(environment: LoadRequest["environment"]): (program: string) => boolean {
  const folders = (environment.PATH ?? environment.Path ?? "").split(delimiter).filter((folder) => folder !== "");
  return (program) => folders.some((folder) => existsSync(join(folder, program)));
}
