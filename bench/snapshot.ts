/*
 * Snapshots of a worktree with 10,000 files, against what git itself takes: the first one against `git add` into a new
 * repository, the later ones against `git status`.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findWorktree, type Worktree } from "../src/lib/shadow-git/find-worktree.ts";
import { begin, end, takeBaseline } from "../src/lib/shadow-git/record.ts";
import { type Shadow, withShadow } from "../src/lib/shadow-git/shadow.ts";
import { undo } from "../src/lib/shadow-git/undo.ts";
import { interleave, printBar, printValue } from "./lib/rounds.ts";

const directory = realpathSync.native(mkdtempSync(join(tmpdir(), "hookline-bench-")));
try {
  process.exitCode = (await measure(join(directory, "repository"))) ? 0 : 1;
} finally {
  rmSync(directory, { recursive: true, force: true });
}

async function measure(root: string): Promise<boolean> {
  const git = (...args: string[]) => execFileSync("git", ["-C", root, ...args], { stdio: "ignore" });
  const files = writeFiles(root);
  git("init", "--quiet");
  const worktree = findWorktree(root);
  if (worktree === null) throw new Error("The worktree is not found.");

  const first = await interleave(
    {
      add: () => {
        const fresh = `--git-dir=${mkdtempSync(join(directory, "fresh-"))}`;
        git(fresh, "init", "--quiet");
        return timed(() => git(fresh, `--work-tree=${root}`, "add", "--all"));
      },
      snapshot: () => {
        const dataDir = mkdtempSync(join(directory, "data-"));
        return timed(() => inShadow(worktree, dataDir, takeBaseline));
      },
    },
    { rounds: 3, warmUp: 0 },
  );

  git("add", "--all");
  const dataDir = join(directory, "data");
  const session = { session: "bench", event: "step.end" };
  const moment = () => ({ ...session, now: new Date() });
  const choice = { kind: "steps", steps: 1 } as const;
  const step = async () => {
    await inShadow(worktree, dataDir, (shadow) => begin(shadow, "step", moment()));
    for (const file of files.slice(0, 100)) writeFileSync(file, `changed ${performance.now()}\n`);
    return await timed(() => inShadow(worktree, dataDir, (shadow) => end(shadow, "step", moment())));
  };
  const later = await interleave(
    {
      status: () => timed(() => git("status", "--porcelain")),
      snapshot: () => timed(() => inShadow(worktree, dataDir, takeBaseline)),
      changed: step,
      undo: () =>
        timed(() =>
          inShadow(worktree, dataDir, (shadow) =>
            undo(shadow, { session: null, choice, force: true, dryRun: false, now: new Date() }),
          ),
        ),
    },
    { rounds: 11, warmUp: 2 },
  );

  printValue("git add of 10,000 files", first.add, "ms");
  printValue("first snapshot", first.snapshot, "ms");
  printValue("git status", later.status, "ms");
  printValue("snapshot with nothing changed", later.snapshot, "ms");
  printValue("checkpoint of 100 changed files", later.changed, "ms");
  printValue("undo of 100 changed files", later.undo, "ms");
  printBar({ name: "checkpoint ÷ git status", ratio: later.changed / later.status });
  printBar({ name: "undo ÷ git status", ratio: later.undo / later.status });
  const isFirstFine = printBar({ name: "first snapshot ÷ git add", ratio: first.snapshot / first.add, atMost: 1.5 });
  const isNextFine = printBar({ name: "snapshot ÷ git status", ratio: later.snapshot / later.status, atMost: 4 });
  return isFirstFine && isNextFine;
}

async function timed(work: () => unknown): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

function inShadow<T>(worktree: Worktree, dataDir: string, work: (shadow: Shadow) => Promise<T>): Promise<T> {
  return withShadow(worktree, { dataDir, environment: process.env, signal: null }, work);
}

function writeFiles(root: string): string[] {
  return Array.from({ length: 10_000 }, (_, at) => {
    const folder = join(root, `folder-${at % 100}`);
    if (at < 100) mkdirSync(folder, { recursive: true });
    const file = join(folder, `file-${at}.txt`);
    writeFileSync(file, `line of file ${at}\n`.repeat(50));
    return file;
  });
}
