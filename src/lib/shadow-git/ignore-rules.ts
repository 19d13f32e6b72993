import { readFileSync, realpathSync } from "node:fs";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import type { Worktree } from "./find-worktree.ts";
import { runGit, withoutGitVariables } from "./git.ts";
import { type ShadowPlace, shadowsName } from "./place.ts";

/**
 * The ignore rules of the source repository that are not in the worktree itself, in one text: the user's own list, then
 * `info/exclude`, which may take back what the former said. The `.gitignore` files need no copy, git finds them.
 */
export async function readIgnoreRules(worktree: Worktree, place: ShadowPlace): Promise<string> {
  const parts = [
    textOf(await excludesFile(worktree, place)),
    textOf(join(worktree.commonDir, "info", "exclude")),
    ownDataRule(worktree, place),
  ];
  return parts.map((part) => (part === "" || part.endsWith("\n") ? part : `${part}\n`)).join("");
}

/** As git would find it for the source repository: its setting there or of the user, else the usual place. */
async function excludesFile(worktree: Worktree, { environment, signal }: ShadowPlace): Promise<string> {
  const output = await runGit({
    args: ["config", "--type=path", "--get", "core.excludesFile"],
    cwd: worktree.root,
    environment: withoutGitVariables(environment),
    signal,
    // Not set, or in a file that git cannot read: then there is nothing to go by.
    accepts: [0, 1, 2, 3, 128],
  });
  const configured = output.toString("utf8").replace(/\r?\n$/, "");
  if (configured !== "") return resolve(worktree.root, configured);
  const config = environment.XDG_CONFIG_HOME || join(environment.HOME ?? "", ".config");
  return join(config, "git", "ignore");
}

/** Our data may lie in the worktree, when a home directory is one. It must not end up in itself. */
function ownDataRule(worktree: Worktree, { dataDir }: ShadowPlace): string {
  const inside = relative(worktree.root, realpathSync.native(dataDir));
  if (inside === ".." || inside.startsWith(`..${sep}`) || isAbsolute(inside)) return "";
  const path = (inside || shadowsName).split(sep).join("/");
  return `/${path.replaceAll(/[\\*?[\]#! ]/g, "\\$&")}/\n`;
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
