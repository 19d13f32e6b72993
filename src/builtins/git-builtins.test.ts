import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { addGitDiff } from "./add-git-diff.ts";
import { addGitStatus } from "./add-git-status.ts";
import { addRecentCommits } from "./add-recent-commits.ts";
import type { Builtin, BuiltinInput } from "./builtin.ts";
import { call, contextOf, makeFolder, quietWorld } from "./testing.ts";

function repository(files: Readonly<Record<string, string>> = {}) {
  const folder = makeFolder(files);
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.com", ...args], {
      cwd: folder.path,
      env: quietWorld.environment,
      stdio: "pipe",
    });
  git("init", "--quiet", "--initial-branch=main");
  return { ...folder, git };
}

function committed(files: Readonly<Record<string, string>>, commits = 1) {
  const repo = repository(files);
  repo.git("add", ".");
  for (let at = 1; at <= commits; at++) repo.git("commit", "--quiet", "--allow-empty", "-m", `commit ${at}`);
  return repo;
}

const told = async (builtin: Builtin, cwd: string | null, more: Partial<BuiltinInput> = {}) =>
  contextOf(await call(builtin, { cwd, ...more }));

describe("built-ins that ask git", () => {
  let clean: ReturnType<typeof repository>;
  beforeAll(() => {
    clean = committed({ "a.txt": "one\n" }, 12);
  });
  afterAll(() => clean.remove());

  function temporary(repo = committed({ "a.txt": "one\n" })) {
    onTestFinished(repo.remove);
    return repo;
  }

  it("docker §10.38: add_git_status shows the branch and untracked files", async () => {
    const repo = temporary();
    repo.write("new.txt", "");
    expect(await told(addGitStatus, repo.path)).toBe("Current git status:\n\n## main\n?? new.txt");
  });

  it("docker §10.38: add_git_diff shows a summary, and the diff itself when asked for it", async () => {
    const repo = temporary();
    repo.write("a.txt", "two\n");
    const stat = await told(addGitDiff, repo.path);
    const full = await told(addGitDiff, repo.path, { args: ["full"] });
    expect(stat).toContain("a.txt | 2 +-");
    expect(stat).not.toContain("+two");
    expect(full).toContain("-one\n+two");
    expect(full?.split("\n")[0]).not.toBe(stat?.split("\n")[0]);
    expect(await told(addGitDiff, repo.path, { args: ["FULL"] })).toBe(stat);
  });

  it("docker §10.38: a clean tree has no diff", async () => {
    expect(await told(addGitDiff, clean.path)).toBeNull();
    expect(await told(addGitDiff, clean.path, { args: ["full"] })).toBeNull();
  });

  it.each([
    ["ten by default", [], 10, "commit 12"],
    ["as many as asked for", ["3"], 3, "commit 12"],
    ["all when fewer", ["500"], 12, "commit 12"],
    ["ten for zero", ["0"], 10, "commit 12"],
    ["ten for less than zero", ["-2"], 10, "commit 12"],
    ["ten for a word", ["many"], 10, "commit 12"],
    ["ten for a fraction", ["2.5"], 10, "commit 12"],
    ["ten for an option", ["--all"], 10, "commit 12"],
  ])("docker §10.38: recent commits, %s", async (_what, args, count, newest) => {
    const [header, blank, ...commits] = (await told(addRecentCommits, clean.path, { args }))?.split("\n") ?? [];
    expect([header, blank]).toEqual(["Recent commits:", ""]);
    expect(commits).toHaveLength(count);
    expect(commits[0]).toContain(newest);
  });

  it("docker §10.38: a repository without commits has no recent ones", async () => {
    expect(await told(addRecentCommits, temporary(repository()).path)).toBeNull();
  });

  it.each([addGitStatus, addGitDiff, addRecentCommits])(
    "docker §10.38: $name says nothing without a repository, a directory or git",
    async (builtin) => {
      const empty = makeFolder();
      onTestFinished(empty.remove);
      const ceiling = { GIT_CEILING_DIRECTORIES: join(empty.path, "..") };
      expect(await told(builtin, empty.path, { env: ceiling })).toBeNull();
      expect(await told(builtin, join(empty.path, "missing"))).toBeNull();
      expect(await told(builtin, null)).toBeNull();
      expect(await told(builtin, "a\0b")).toBeNull();
      expect(await told(builtin, clean.path, { env: { PATH: empty.path } })).toBeNull();
    },
  );

  it("docker §10.15: the hook's environment reaches git", async () => {
    const other = temporary();
    other.write("other.txt", "");
    const env = { GIT_DIR: join(other.path, ".git"), GIT_WORK_TREE: other.path };
    expect(await told(addGitStatus, clean.path, { env })).toContain("?? other.txt");
  });

  it("does not look into another repository because one of its hooks called us", async () => {
    const other = temporary();
    other.write("other.txt", "");
    const environment = { ...quietWorld.environment, GIT_DIR: join(other.path, ".git"), GIT_WORK_TREE: other.path };
    expect(contextOf(await call(addGitStatus, { cwd: clean.path }, { environment }))).toBe(
      "Current git status:\n\n## main",
    );
  });

  it("docker §5.4: more than 4 KiB is cut between characters and marked", async () => {
    const repo = temporary();
    repo.write("a.txt", `${"ä".repeat(200)}\n`.repeat(400));
    const text = (await told(addGitDiff, repo.path, { args: ["full"] })) ?? "";
    const kept = text.slice(text.indexOf("diff --git"), -"\n... (truncated)".length);
    expect(text.endsWith("\n... (truncated)")).toBe(true);
    expect(Buffer.byteLength(kept)).toBeGreaterThan(4090);
    expect(Buffer.byteLength(kept)).toBeLessThanOrEqual(4096);
    expect(kept).not.toContain("\ufffd");
  });

  it("docker §5.4: more than anybody can read is cut as well", async () => {
    const repo = temporary();
    repo.write("a.txt", "0123456789\n".repeat(300_000));
    expect(await told(addGitDiff, repo.path, { args: ["full"] })).toMatch(/\n\.\.\. \(truncated\)$/);
  });

  it("runs none of the programs that a repository names in its configuration", async () => {
    const repo = temporary(committed({ "a.txt": "one\n", ".gitattributes": "*.txt diff=evil\n" }));
    const trace = join(repo.path, "trace");
    const evil = `touch ${trace}; cat`;
    for (const key of ["core.fsmonitor", "diff.external", "diff.evil.textconv", "diff.evil.command", "core.pager"])
      repo.git("config", key, evil);
    repo.write("a.txt", "two\n");
    for (const builtin of [addGitStatus, addGitDiff, addRecentCommits]) {
      expect(await told(builtin, repo.path)).not.toBeNull();
      await told(builtin, repo.path, { args: ["full"] });
    }
    expect(existsSync(trace)).toBe(false);
  });

  it("stops asking when nobody waits any more", async () => {
    expect(await told(addGitStatus, clean.path, { signal: AbortSignal.abort() })).toBeNull();
  });

  it("leaves the repository as it was, its index included", async () => {
    const repo = temporary();
    const index = () => readFileSync(join(repo.path, ".git/index"), "base64");
    const before = index();
    repo.write("a.txt", "one\n");
    await told(addGitStatus, repo.path);
    expect(index()).toBe(before);
  });
});
