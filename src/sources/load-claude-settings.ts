import { join } from "node:path";
import type { Collected } from "../dialects/claude/declaration/collected.ts";
import { anyAddress, type HttpPolicy } from "../dialects/claude/declaration/http-policy.ts";
import { addUnreadable } from "../dialects/claude/files/hooks-file.ts";
import { compileSettingsFile, readSettingsFile, type SettingsFile } from "../dialects/claude/files/settings-file.ts";
import type { Owner } from "../dialects/claude/owner.ts";
import { finding } from "../errors/problem.ts";
import type { FileReader } from "./file-reader.ts";
import { samePlace } from "./workspace.ts";

/** The settings files of Claude Code that count in a place. */
export interface ClaudeSettings {
  readonly user: readonly SettingsFile[];
  readonly workspace: readonly SettingsFile[];
}

export const noClaudeSettings: ClaudeSettings = { user: [], workspace: [] };

/** Reads the user's settings of Claude Code and those of a workspace. */
export function readClaudeSettings(userHome: string, root: string | null, reader: FileReader): ClaudeSettings {
  const read = (folder: string, name: string): SettingsFile[] => {
    const file = join(folder, ".claude", name);
    const text = reader.read(file);
    return text === null ? [] : [readSettingsFile(file, text)];
  };
  const isHome = root !== null && samePlace(root, userHome);
  return {
    user: [...read(userHome, "settings.json"), ...(isHome ? read(userHome, "settings.local.json") : [])],
    workspace: root === null || isHome ? [] : [...read(root, "settings.json"), ...read(root, "settings.local.json")],
  };
}

/** Where hooks may post to: as the user says, and for those of a workspace as its own files say besides. */
export function httpPolicies({ user, workspace }: ClaudeSettings): Record<"user" | "workspace", HttpPolicy> {
  const own = policyOf(user, anyAddress);
  // Lists of one level are joined, but a repository does not add to what the user allows.
  return { user: own, workspace: policyOf(workspace, own) };
}

function policyOf(files: readonly SettingsFile[], outer: HttpPolicy): HttpPolicy {
  const joined = (key: "allowedUrls" | "allowedEnv") => {
    const lists = files.map((file) => file[key]).filter((list) => list !== null);
    return lists.length === 0 ? [] : [lists.flat()];
  };
  return { urls: [...outer.urls, ...joined("allowedUrls")], env: [...outer.env, ...joined("allowedEnv")] };
}

/** Compiles the hooks of settings files of one level, unless they or the user's have switched hooks off. */
export function compileClaudeSettings(
  files: readonly SettingsFile[],
  { user }: ClaudeSettings,
  owner: Owner,
  out: Collected,
): void {
  for (const file of files) out.findings.push(...file.findings.filter((problem) => problem !== file.unreadable));
  const disabling = files.filter(({ disablesHooks }) => disablesHooks);
  for (const { file, document } of disabling) {
    const which = files === user ? "the hooks of all settings files" : "the hooks of this workspace's settings files";
    const place = { file, line: document?.lineOf(["disableAllHooks"]) ?? null };
    out.findings.push(finding("CLAUDE_HOOKS_DISABLED", place, { which }));
  }
  const isOff = [...user, ...disabling].some(({ disablesHooks }) => disablesHooks);
  for (const settings of files) {
    const { file, text, unreadable } = settings;
    if (unreadable) addUnreadable(file, text, unreadable, owner, out);
    else if (!isOff) compileSettingsFile(settings, owner, out);
  }
}
