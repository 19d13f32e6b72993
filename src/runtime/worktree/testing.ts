import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { withoutGitVariables } from "../../lib/shadow-git/git.ts";

/** A real repository with one commit, and a place for worktrees; for tests. */
export function makeRepository() {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "worktree-")));
  const sourceDir = join(home, "source");
  const dataDir = join(home, "data");
  // Nothing of the user's own settings may decide a test.
  const environment = { ...withoutGitVariables(process.env), HOME: home, XDG_CONFIG_HOME: join(home, "config") };
  writeFileSync(join(home, ".gitconfig"), "[user]\n\tname = Test\n\temail = test@example.org\n");
  const gitIn = (cwd: string, ...args: string[]) =>
    execFileSync("git", args, { cwd, env: environment, encoding: "utf8", stdio: "pipe" }).trim();

  mkdirSync(join(sourceDir, "packages", "web"), { recursive: true });
  gitIn(sourceDir, "init", "--quiet", "--initial-branch=main");
  writeFileSync(join(sourceDir, "readme.md"), "hello\n");
  writeFileSync(join(sourceDir, ".gitignore"), "ignored/\n");
  writeFileSync(join(sourceDir, "packages", "web", "index.html"), "<p>\n");
  gitIn(sourceDir, "add", "--all");
  gitIn(sourceDir, "commit", "--quiet", "--message", "first");
  return { home, sourceDir, dataDir, environment, gitIn };
}
