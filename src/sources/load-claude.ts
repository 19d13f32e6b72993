import { homedir } from "node:os";
import { basename, join, sep } from "node:path";
import type { Collected } from "../dialects/claude/declaration/collected.ts";
import { compileHooksFile } from "../dialects/claude/files/hooks-file.ts";
import type { Owner } from "../dialects/claude/owner.ts";
import { standardAliases } from "../dialects/claude/tool-aliases.ts";
import { defaultOutputLimit } from "../dialects/claude/wire.ts";
import { loadClaudePlugins, type PluginHome, type PluginSwitches } from "./load-claude-plugins.ts";
import {
  type ClaudeSettings,
  compileClaudeSettings,
  httpPolicies,
  noClaudeSettings,
  readClaudeSettings,
} from "./load-claude-settings.ts";
import type { Loading } from "./load-request.ts";
import { samePlace } from "./workspace.ts";

/**
 * Reads `hooks.json` files, plugins and, where somebody asks for them, Claude Code's settings. What is the user's comes
 * first, then what is the workspace's, then what the command line names.
 */
export function loadClaude(loading: Loading): void {
  const { home, workspace, reader, pile } = loading;
  const settings = settingsFor(loading);
  const owners = ownersOf(loading, settings);
  const plugins = loadClaudePlugins(pluginHomes(loading, owners), switchFiles(loading), reader, pile);

  const user: Collected = { hooks: [], broken: [], findings: [] };
  readFile(join(home, "hooks.json"), loading, owners.user, user);
  if (asksFor("claudeCode", loading))
    compileClaudeSettings(settings.user, settings, { ...owners.user, mode: "claude-code" }, user);
  const own: Collected = { hooks: [], broken: [], findings: [] };
  if (workspace && !samePlace(join(workspace.root, ".hookline"), home))
    readFile(join(workspace.root, ".hookline", "hooks.json"), loading, owners.workspace, own);
  compileClaudeSettings(settings.workspace, settings, { ...owners.workspace, mode: "claude-code" }, own);

  for (const part of [user, plugins.user, own, plugins.workspace, plugins["command-line"]]) {
    pile.hooks.push(...part.hooks);
    pile.broken.push(...part.broken);
    pile.findings.push(...part.findings);
  }
}

const fileNames = ["hooks.json", "plugin.json", "plugins_config.json", "settings.json", "settings.local.json"];

/** Whether a path is one at which this dialect's declarations, or what decides about them, are looked for. */
export function isClaudeFile(file: string): boolean {
  return fileNames.includes(basename(file)) || basename(file) === "plugins";
}

function readFile(file: string, { reader }: Loading, owner: Owner, out: Collected): void {
  const text = reader.read(file);
  if (text !== null) compileHooksFile(file, text, owner, out);
}

/** What the user's settings forbid holds for a workspace's too, so they are read even where only the workspace asks. */
function settingsFor(loading: Loading): ClaudeSettings {
  const { settings, environment, workspace, reader } = loading;
  if (!asksFor("claudeCode", loading) && !settings.workspaceSources.claudeCode) return noClaudeSettings;
  return readClaudeSettings(userHomeOf(environment), workspace?.root ?? null, reader);
}

const includedAs = { claudeCode: "claude-code", agentao: "agentao" } as const;

/** Whether somebody wants the files of another program who may say so for all of them: the user, in a file or just now. */
function asksFor(source: keyof typeof includedAs, { settings, include = [] }: Loading): boolean {
  return settings.sources[source] || include.includes(includedAs[source]);
}

/** What `~` stands for. */
function userHomeOf(environment: Loading["environment"]): string {
  return environment.HOME || homedir();
}

type Owners = Readonly<Record<"user" | "workspace", Owner>>;

function ownersOf({ workspace, cwd, environment, settings }: Loading, claudeSettings: ClaudeSettings): Owners {
  const policies = httpPolicies(claudeSettings);
  const user: Owner = {
    plugin: null,
    mode: "agentao",
    workspace: null,
    fromWorkspace: false,
    projectDir: workspace?.root ?? cwd,
    environment,
    platform: process.platform,
    aliases: standardAliases,
    http: policies.user,
    outputLimit: settings.outputLimit ?? defaultOutputLimit,
  };
  return { user, workspace: { ...user, workspace, fromWorkspace: true, http: policies.workspace } };
}

function pluginHomes(loading: Loading, { user, workspace: own }: Owners): PluginHome[] {
  const { home, workspace, environment, pluginDirs = [] } = loading;
  const agentaoHomes: PluginHome[] = [
    ...(asksFor("agentao", loading)
      ? [
          {
            rank: "user",
            folder: join(userHomeOf(environment), ".agentao", "plugins"),
            isPlugin: false,
            owner: user,
          } as const,
        ]
      : []),
    ...(workspace && !samePlace(workspace.root, userHomeOf(environment))
      ? [
          {
            rank: "workspace",
            folder: join(workspace.root, ".agentao", "plugins"),
            isPlugin: false,
            owner: own,
          } as const,
        ]
      : []),
  ];
  return [
    { rank: "user", folder: join(home, "plugins"), isPlugin: false, owner: user },
    ...(includesAgentao(loading) ? agentaoHomes : []),
    ...[...new Set(pluginDirs)].map((folder): PluginHome => {
      // Naming a folder asks for its hooks; whether they may run is another question, unless it is the user's own.
      const fromWorkspace = !isInside(folder, home);
      return { rank: "command-line", folder, isPlugin: true, owner: { ...user, fromWorkspace } };
    }),
  ];
}

/** The user's own word first; a workspace may have another. */
function switchFiles(loading: Loading): PluginSwitches[] {
  const { home, workspace, environment } = loading;
  const name = "plugins_config.json";
  const user: PluginSwitches[] = [{ rank: "user", file: join(home, name) }];
  if (!includesAgentao(loading)) return user;
  return [
    ...user,
    { rank: "user", file: join(userHomeOf(environment), ".agentao", name) },
    ...(workspace ? [{ rank: "workspace", file: join(workspace.root, ".agentao", name) } as const] : []),
  ];
}

function includesAgentao(loading: Loading): boolean {
  return asksFor("agentao", loading) || loading.settings.workspaceSources.agentao;
}

function isInside(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
