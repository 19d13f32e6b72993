import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createWorktree } from "./create.ts";
import { removeWorktree } from "./remove.ts";
import { settleWorktree } from "./settle.ts";
import { makeRepository } from "./testing.ts";
import { isClean, type WorkLeft } from "./work-left.ts";
import type { Worktree } from "./worktree.ts";

const homes: string[] = [];
afterAll(() => {
  for (const home of homes) rmSync(home, { recursive: true, force: true });
});

function repository() {
  const made = makeRepository();
  homes.push(made.home);
  return made;
}

async function worktreeOf(made: ReturnType<typeof makeRepository>, name: string | null = "work") {
  const { sourceDir, dataDir, environment } = made;
  return createWorktree({ sourceDir, dataDir, name, environment });
}

describe("a new worktree", () => {
  it("lies in the data folder, on a branch of its own", async () => {
    const made = repository();
    const worktree = await worktreeOf(made, "fix-login");
    expect(worktree).toMatchObject({
      name: "fix-login",
      path: join(made.dataDir, "worktrees", "fix-login"),
      branch: "worktree-fix-login",
      sourceDir: made.sourceDir,
      cwd: worktree.path,
      base: made.gitIn(made.sourceDir, "rev-parse", "HEAD"),
    });
    expect(made.gitIn(worktree.path, "branch", "--show-current")).toBe("worktree-fix-login");
    expect(existsSync(join(worktree.path, "readme.md"))).toBe(true);
    expect(made.gitIn(made.sourceDir, "branch", "--show-current")).toBe("main");
  });

  it("gets a random name when none is given", async () => {
    const made = repository();
    const [first, second] = [await worktreeOf(made, null), await worktreeOf(made, null)];
    expect(first.name).not.toBe(second.name);
    expect(first.path.endsWith(join("worktrees", first.name))).toBe(true);
  });

  it("docker §10.71: the working directory is the one that was asked for, also further down", async () => {
    const made = repository();
    const { dataDir, environment } = made;
    const worktree = await createWorktree({
      sourceDir: join(made.sourceDir, "packages", "web"),
      dataDir,
      name: "web",
      environment,
    });
    expect(worktree.sourceDir).toBe(made.sourceDir);
    expect(worktree.cwd).toBe(join(worktree.path, "packages", "web"));
    expect(existsSync(join(worktree.cwd, "index.html"))).toBe(true);
  });

  it("has its top as working directory when the asked one is not in the commit", async () => {
    const made = repository();
    const { dataDir, environment } = made;
    const fresh = join(made.sourceDir, "fresh");
    mkdirSync(fresh);
    const worktree = await createWorktree({ sourceDir: fresh, dataDir, name: "x", environment });
    expect(worktree.cwd).toBe(worktree.path);
  });

  it("begins with the commit that is named", async () => {
    const made = repository();
    const { sourceDir, dataDir, environment, gitIn } = made;
    const first = gitIn(sourceDir, "rev-parse", "HEAD");
    gitIn(sourceDir, "commit", "--quiet", "--allow-empty", "--message", "second");
    const worktree = await createWorktree({ sourceDir, dataDir, name: "old", base: "main~1", environment });
    expect(gitIn(worktree.path, "rev-parse", "HEAD")).toBe(first);
    expect(await isClean(worktree, environment)).toBe(true);
  });

  it("can be made from another worktree", async () => {
    const made = repository();
    const outer = await worktreeOf(made, "outer");
    const { dataDir, environment } = made;
    const inner = await createWorktree({ sourceDir: outer.path, dataDir, name: "inner", environment });
    expect(inner.sourceDir).toBe(outer.path);
    expect(existsSync(join(inner.path, "readme.md"))).toBe(true);
  });

  it.each([
    ["GIT_DIR", (elsewhere: string) => join(elsewhere, ".git")],
    ["GIT_WORK_TREE", (elsewhere: string) => elsewhere],
    ["GIT_INDEX_FILE", (elsewhere: string) => join(elsewhere, ".git", "index")],
  ])("does not follow %s of the caller", async (variable, value) => {
    const [made, other] = [repository(), repository()];
    const { sourceDir, dataDir } = made;
    const environment = { ...made.environment, [variable]: value(other.sourceDir) };
    const worktree = await createWorktree({ sourceDir, dataDir, name: "mine", environment });
    expect(worktree.sourceDir).toBe(sourceDir);
    expect(other.gitIn(other.sourceDir, "worktree", "list").split("\n")).toHaveLength(1);
    expect(await settleWorktree(worktree, { interactive: true, confirm: never, environment })).toEqual({
      kind: "removed",
    });
  });

  it("starts none of the repository's git hooks", async () => {
    const made = repository();
    const hooks = join(made.sourceDir, "githooks");
    mkdirSync(hooks);
    const trace = join(made.home, "hook-ran");
    for (const name of ["post-checkout", "reference-transaction"]) {
      writeFileSync(join(hooks, name), `#!/bin/sh\ntouch '${trace}'\n`);
      chmodSync(join(hooks, name), 0o755);
    }
    made.gitIn(made.sourceDir, "config", "core.hooksPath", "githooks");
    const worktree = await worktreeOf(made);
    await removeWorktree(worktree, made.environment);
    expect(existsSync(trace)).toBe(false);
  });
});

describe("a worktree is refused", () => {
  it("docker §10.71: for an unsafe name, before anything is made", async () => {
    const made = repository();
    await expect(worktreeOf(made, "../outside")).rejects.toMatchObject({ code: "WORKTREE_NAME_INVALID" });
    expect(existsSync(made.dataDir)).toBe(false);
  });

  it("docker §10.71: for a name that a worktree has", async () => {
    const made = repository();
    await worktreeOf(made, "twice");
    await expect(worktreeOf(made, "twice")).rejects.toMatchObject({ code: "WORKTREE_EXISTS" });
  });

  it("docker §10.71: for a name whose branch there is", async () => {
    const made = repository();
    made.gitIn(made.sourceDir, "branch", "worktree-taken");
    await expect(worktreeOf(made, "taken")).rejects.toMatchObject({
      code: "WORKTREE_EXISTS",
      message: expect.stringContaining("the branch worktree-taken"),
    });
    expect(existsSync(join(made.dataDir, "worktrees", "taken"))).toBe(false);
  });

  it("for a folder that is a link to nowhere", async () => {
    const made = repository();
    mkdirSync(join(made.dataDir, "worktrees"), { recursive: true });
    symlinkSync(join(made.home, "nowhere"), join(made.dataDir, "worktrees", "linked"));
    await expect(worktreeOf(made, "linked")).rejects.toMatchObject({ code: "WORKTREE_EXISTS" });
  });

  it("outside of a repository", async () => {
    const { home, dataDir, environment } = repository();
    for (const sourceDir of [home, join(home, "missing")]) {
      await expect(createWorktree({ sourceDir, dataDir, name: "a", environment })).rejects.toMatchObject({
        code: "WORKTREE_NO_REPOSITORY",
        message: expect.stringContaining(sourceDir),
      });
    }
  });

  it("in a repository without commits", async () => {
    const { home, dataDir, environment, gitIn } = repository();
    const sourceDir = join(home, "empty");
    mkdirSync(sourceDir);
    gitIn(sourceDir, "init", "--quiet");
    await expect(createWorktree({ sourceDir, dataDir, name: "a", environment })).rejects.toMatchObject({
      code: "WORKTREE_NO_COMMITS",
    });
  });

  it.each(["no-such-branch", "--force", "HEAD:readme.md"])("for a base that is no commit: %s", async (base) => {
    const { sourceDir, dataDir, environment } = repository();
    await expect(createWorktree({ sourceDir, dataDir, name: "a", base, environment })).rejects.toMatchObject({
      code: "WORKTREE_BASE_UNKNOWN",
    });
  });

  it("where the data folder is a file", async () => {
    const { home, sourceDir, environment } = repository();
    const dataDir = join(home, "file");
    writeFileSync(dataDir, "");
    await expect(createWorktree({ sourceDir, dataDir, name: "a", environment })).rejects.toMatchObject({
      code: "WORKTREE_FOLDER_UNUSABLE",
    });
  });

  it("without git", async () => {
    const made = repository();
    const { sourceDir, dataDir } = made;
    const environment = { ...made.environment, PATH: join(made.home, "nothing") };
    await expect(createWorktree({ sourceDir, dataDir, name: "a", environment })).rejects.toMatchObject({
      code: "GIT_UNAVAILABLE",
    });
  });
});

type Made = ReturnType<typeof makeRepository>;
const commit = (made: Made, cwd: string) =>
  made.gitIn(cwd, "commit", "--quiet", "--allow-empty", "--message", "of the agent");

const works: [what: string, work: (worktree: Worktree, made: Made) => void, isClean: boolean][] = [
  ["nothing was done", () => {}, true],
  ["a file was changed", ({ path }) => writeFileSync(join(path, "readme.md"), "other\n"), false],
  ["a file was added", ({ path }) => writeFileSync(join(path, "new.txt"), ""), false],
  ["a file was deleted", ({ path }) => rmSync(join(path, "readme.md")), false],
  [
    "a file was staged",
    ({ path }, made) => {
      writeFileSync(join(path, "staged.txt"), "");
      made.gitIn(path, "add", "staged.txt");
    },
    false,
  ],
  [
    "a file was added that the user's settings do not show",
    ({ path }, made) => {
      made.gitIn(made.sourceDir, "config", "status.showUntrackedFiles", "no");
      writeFileSync(join(path, "new.txt"), "");
    },
    false,
  ],
  [
    "only ignored files were written",
    ({ path }) => {
      mkdirSync(join(path, "ignored"));
      writeFileSync(join(path, "ignored", "cache"), "");
    },
    true,
  ],
  ["there is a commit of its own", ({ path }, made) => commit(made, path), false],
  [
    "its commit is on a detached head",
    ({ path }, made) => {
      made.gitIn(path, "checkout", "--quiet", "--detach");
      commit(made, path);
    },
    false,
  ],
  [
    "its commit stayed on its branch while something else is checked out",
    ({ path }, made) => {
      commit(made, path);
      made.gitIn(path, "checkout", "--quiet", "--detach", "main");
    },
    false,
  ],
  [
    "its commit was merged into the source",
    ({ path, branch }, made) => {
      commit(made, path);
      made.gitIn(made.sourceDir, "merge", "--quiet", "--ff-only", branch);
    },
    true,
  ],
  [
    "its commit is on another branch as well",
    ({ path }, made) => {
      commit(made, path);
      made.gitIn(path, "branch", "kept-for-review");
    },
    true,
  ],
  ["the source went on", (_worktree, made) => commit(made, made.sourceDir), true],
  ["somebody deleted its folder", ({ path }) => rmSync(path, { recursive: true }), true],
  [
    "somebody deleted its folder but not its commits",
    ({ path }, made) => {
      commit(made, path);
      rmSync(path, { recursive: true });
    },
    false,
  ],
  ["its branch was renamed", ({ path }, made) => made.gitIn(path, "branch", "--move", "renamed"), true],
];

const never = async () => {
  throw new Error("nobody should be asked");
};

describe("after a run", () => {
  it.each(works)("docker §10.71: when %s", async (_what, work, clean) => {
    const made = repository();
    const { environment } = made;
    const worktree = await worktreeOf(made);
    work(worktree, made);
    expect(await isClean(worktree, environment)).toBe(clean);

    const asked: WorkLeft[] = [];
    const answer = (yes: boolean) => async (left: WorkLeft) => {
      asked.push(left);
      return yes;
    };
    // Without anybody there it stays in any case.
    expect(await settleWorktree(worktree, { interactive: false, confirm: never, environment })).toEqual({
      kind: "kept",
      because: "not-interactive",
    });
    const refused = await settleWorktree(worktree, { interactive: true, confirm: answer(false), environment });
    if (clean) {
      expect(refused).toEqual({ kind: "removed" });
      expect(asked).toEqual([]);
    } else {
      expect(refused).toMatchObject({ kind: "kept", because: "has-work" });
      const agreed = await settleWorktree(worktree, { interactive: true, confirm: answer(true), environment });
      expect(agreed).toEqual({ kind: "removed" });
      expect(asked).toHaveLength(2);
      expect((asked[0]?.files.length ?? 0) + (asked[0]?.commits ?? 0)).toBe(1);
    }
    expect(existsSync(worktree.path)).toBe(false);
    expect(made.gitIn(made.sourceDir, "worktree", "list").split("\n")).toHaveLength(1);
    expect(made.gitIn(made.sourceDir, "branch", "--list", worktree.branch)).toBe("");
  });

  it("a question that fails is a no", async () => {
    const made = repository();
    const { environment } = made;
    const worktree = await worktreeOf(made);
    writeFileSync(join(worktree.path, "new.txt"), "");
    expect(await settleWorktree(worktree, { interactive: true, confirm: never, environment })).toEqual({
      kind: "kept",
      because: "has-work",
      work: { files: ["new.txt"], commits: 0 },
    });
    expect(existsSync(join(worktree.path, "new.txt"))).toBe(true);
  });

  it("a worktree that git cannot look at is kept, and the answer says why", async () => {
    const made = repository();
    const { environment } = made;
    const worktree = await worktreeOf(made);
    rmSync(join(worktree.path, ".git"));
    const settled = await settleWorktree(worktree, { interactive: true, confirm: never, environment });
    expect(settled).toMatchObject({ kind: "kept", because: "failed", why: expect.stringContaining("git") });
    expect(existsSync(join(worktree.path, "readme.md"))).toBe(true);
  });

  it("work that appears between the look and the removal is not lost", async () => {
    const made = repository();
    const { environment } = made;
    const worktree = await worktreeOf(made);
    writeFileSync(join(worktree.path, "late.txt"), "");
    await expect(removeWorktree(worktree, environment)).rejects.toMatchObject({ code: "WORKTREE_GIT_FAILED" });
    expect(existsSync(join(worktree.path, "late.txt"))).toBe(true);
  });
});
