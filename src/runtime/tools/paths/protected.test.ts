import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TemporaryTree, temporaryTree } from "../testing.ts";
import { locate } from "./locate.ts";
import { type GuardWrites, guardWrites } from "./protected.ts";
import { openWorkspace, type Workspace } from "./workspace.ts";

let tree: TemporaryTree;
let workspace: Workspace;
let guard: GuardWrites;

beforeAll(() => {
  tree = temporaryTree({ "src/a.ts": "", "shared-hooks/hooks.json": "{}" });
  workspace = openWorkspace({ cwd: tree.root, workspaceRoot: tree.root });
  mkdirSync(join(tree.root, ".agents"));
  symlinkSync("../shared-hooks", join(tree.root, ".agents", "hooks"));
  guard = guardWrites(workspace, { HOME: join(tree.root, "home"), HOOKLINE_HOME: join(tree.root, "own-home") }, [
    join(tree.root, "team.yaml"),
  ]);
});
afterAll(() => tree.remove());

const writeTo = (path: string) => () => guard(locate(workspace, path));

describe("guardWrites", () => {
  it.each([
    ".hookline/config.toml",
    ".hookline/hooks.json",
    ".hookline",
    ".HOOKLINE/config.toml",
    ".agh/config.toml",
    ".agents/hooks/check/HOOK.md",
    "shared-hooks/hooks.json",
    ".agentao/plugins/a/hooks/hooks.json",
    ".claude/settings.json",
    ".claude/settings.local.json",
    ".claude/hooks/check.sh",
    "hookline.yaml",
    "hookline.yml",
    "packages/a/hookline.yaml",
    ".git/hooks/pre-commit",
    ".git/config",
    ".git",
    ".git/commondir",
    ".git/worktrees/a/gitdir",
    ".git/info/attributes",
    ".git./config",
    ".gi\u200ct/config",
    ".hoo\u212aline/config.toml",
    ".agent\u017f/hooks/a/HOOK.md",
    "\uff0ehookline/config.toml",
    "hookline.yaml. ",
    "vendor/lib/.git/hooks/post-checkout",
    "src/../.hookline/new",
    "own-home/config.toml",
    "home/.config/agents/hooks/x/HOOK.md",
    "team.yaml",
  ])("refuses %s, which is for a person to change", (path) => {
    expect(writeTo(path)).toThrow(/was not written: it belongs to .*, and agents may not change what gates them/);
  });

  it.each([
    "src/a.ts",
    ".github/workflows/ci.yml",
    ".gitignore",
    ".git/info/exclude",
    ".claude/commands/x.md",
    ".agents/skills/x/SKILL.md",
    "docs/hookline.yaml.md",
    "my.hookline/x",
    "hooks/use-state.ts",
    "src/notes. ",
    "src/...",
    ".git2/config",
  ])("lets %s pass", (path) => {
    expect(writeTo(path)).not.toThrow();
  });

  it("lets an agent work in a worktree, which lies in the user's own folder", () => {
    const root = join(tree.root, "own-home/.hookline/data/worktrees/fix");
    mkdirSync(root, { recursive: true });
    const worktree = openWorkspace({ cwd: root, workspaceRoot: root });
    const environment = { HOME: join(tree.root, "own-home"), HOOKLINE_HOME: join(tree.root, "own-home/.hookline") };
    const inside = guardWrites(worktree, environment);
    expect(() => inside(locate(worktree, "src/a.ts"))).not.toThrow();
    expect(() => inside(locate(worktree, ".hookline/config.toml"))).toThrow(/agents may not change what gates them/);
    const allowed = openWorkspace({ cwd: root, workspaceRoot: root, allowedPaths: [join(tree.root, "own-home")] });
    const outside = guardWrites(allowed, environment);
    expect(() => outside(locate(allowed, join(tree.root, "own-home/.hookline/config.toml")))).toThrow(/agents may not/);
  });
});
