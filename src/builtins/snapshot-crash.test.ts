import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, rmSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { repositoryOf, shadowDirectory } from "../lib/shadow-git/place.ts";
import { inRepository, runGit, type TestRepository } from "./snapshot.fixture.ts";

const program = join(import.meta.dirname, "snapshot-process.fixture.ts");
const files = { "a.txt": "one\n", "src/b.ts": "two\n" };

function start(repository: TestRepository, session: string, steps: number | "undo"): ChildProcess {
  const args = [program, repository.root, repository.world.dataDir, session, String(steps)];
  const env = { ...repository.world.environment } as NodeJS.ProcessEnv;
  return spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "inherit"] });
}

const shadowOf = (repository: TestRepository) => shadowDirectory(repository.world.dataDir, repository.root);

/** Throws when an object is missing or broken. */
function checkShadow(repository: TestRepository): void {
  const git = (...args: string[]) =>
    runGit(repositoryOf(shadowOf(repository)), repository.base, ["--git-dir=.", ...args]);
  git("fsck", "--full", "--no-dangling");
  for (const { before, after } of repository.history()) git("rev-list", "--objects", "--quiet", before, after);
}

describe("crashes", () => {
  it("a process that is killed in the middle leaves everything in order for the next", () =>
    inRepository({ files }, async (repository) => {
      const before = repository.state();
      for (const round of [1, 2, 3, 4, 5, 6]) {
        const child = start(repository, `s${round}`, 1_000);
        // Killed a little later in its work each time.
        for (let line = 0; line < round; line++) await once(child.stdout ?? child, "data");
        child.kill("SIGKILL");
        await once(child, "exit");
      }
      await repository.step(() => repository.write("a.txt", "2\n"));
      checkShadow(repository);
      expect(repository.history().length).toBeGreaterThan(6);
      const { files } = await repository.undo({ session: "s1" });
      expect(files).toEqual([expect.objectContaining({ path: "a.txt" })]);
      // What the last killed process did not get to write down is nobody's checkpoint, and so it stays.
      await repository.undo({ choice: { kind: "steps", steps: 10_000 }, force: true });
      expect(repository.state()).toMatchObject(before);
    }));

  it("an undo that is killed in the middle can be finished", () => {
    const names = Array.from({ length: 2_000 }, (_, at) => `d${at % 20}/f${at}`);
    const prepare = (r: TestRepository) => {
      for (const name of names) r.write(name, "old\n");
    };
    return inRepository({ prepare }, async (repository) => {
      const before = repository.state();
      await repository.step(() => {
        for (const name of names) repository.write(name, "new\n");
      });
      const child = start(repository, "s1", "undo");
      const ended = once(child, "exit");
      // It has begun to put files back as soon as it has written down how to take that back.
      await until(() => child.exitCode !== null || repository.history().some(({ kind }) => kind === "undo"));
      child.kill("SIGKILL");
      await ended;
      // Its git may live a little longer, and undo rightly refuses while files change under it.
      await until(() =>
        repository.undo().then(
          () => true,
          () => false,
        ),
      );
      expect(repository.state()).toEqual(before);
      checkShadow(repository);
    });
  });

  it("a capture whose time is up is told as such, and the next one works", () =>
    inRepository({ files }, async (repository) => {
      const stop = new AbortController();
      const told = repository.fire("step.start", { signal: stop.signal });
      stop.abort();
      expect(await told).toMatchObject({ messages: [{ level: "warning" }] });
      const before = repository.state();
      await repository.step(() => repository.write("a.txt", "2\n"));
      await repository.undo();
      expect(repository.state()).toEqual(before);
    }));

  it.each<[string, (shadow: string) => void]>([
    ["half an index", (shadow) => truncateSync(join(repositoryOf(shadow), "index"), 40)],
    ["an index of nonsense", (shadow) => writeFileSync(join(repositoryOf(shadow), "index"), "nonsense")],
    ["a forgotten lock of git", (shadow) => writeFileSync(join(repositoryOf(shadow), "index.lock"), "")],
    ["half a checkpoint", (shadow) => writeFileSync(join(shadow, "checkpoints", "cp_000000010000.json"), '{"id":"cp_')],
    ["half a beginning", (shadow) => writeFileSync(join(shadow, "begun", "x.json"), "{")],
    [
      "objects that are lost",
      (shadow) => {
        for (const name of readdirSync(join(repositoryOf(shadow), "objects"))) {
          if (name.length === 2) rmSync(join(repositoryOf(shadow), "objects", name), { recursive: true });
        }
      },
    ],
  ])("%s is no obstacle", (_what, damage) =>
    inRepository({ files }, async (repository) => {
      await repository.step(() => repository.write("a.txt", "2\n"));
      damage(shadowOf(repository));
      const before = repository.state();
      await repository.step(() => repository.write("src/b.ts", "3\n"));
      await repository.undo();
      expect(repository.state()).toEqual(before);
    }),
  );

  it("a checkpoint whose files are lost says so and changes nothing", () =>
    inRepository({ files }, async (repository) => {
      await repository.step(() => repository.write("a.txt", "2\n"));
      const objects = join(repositoryOf(shadowOf(repository)), "objects");
      for (const name of readdirSync(objects)) rmSync(join(objects, name), { recursive: true });
      const after = repository.state();
      await expect(repository.undo()).rejects.toMatchObject({ code: "SNAPSHOT_LOST" });
      expect(repository.state()).toEqual(after);
    }));
});

describe("many at once", () => {
  it("processes that take snapshots of one worktree at the same time do not get into each other's way", () =>
    inRepository({ files }, async (repository) => {
      const children = ["p", "q", "r", "s"].map((session) => start(repository, session, 4));
      const ends = await Promise.all(children.map((child) => once(child, "exit")));
      expect(ends.map(([code]) => code)).toEqual([0, 0, 0, 0]);
      checkShadow(repository);
      const sessions = repository.history().map(({ session }) => session);
      expect(sessions.toSorted().join("")).toBe("ppppqqqqrrrrssss");
    }));

  it("so do calls within one process", () =>
    inRepository({ files }, async (repository) => {
      const ids = Array.from({ length: 12 }, (_, at) => String(at));
      const each = (event: "tool.pre_call" | "tool.post_call") =>
        Promise.all(ids.map((callId) => repository.fire(event, { callId })));
      expect(await each("tool.pre_call")).toEqual(ids.map(() => undefined));
      repository.write("a.txt", "2\n");
      expect(await each("tool.post_call")).toEqual(ids.map(() => undefined));
      expect(repository.history()).not.toEqual([]);
      await repository.undo();
      expect(repository.state()["a.txt"]).toBe("file one\n");
      expect(await repository.undo()).toMatchObject({ files: [] });
      checkShadow(repository);
    }));

  it("10,000 files are captured and restored", () => {
    const names = Array.from({ length: 10_000 }, (_, at) => `d${at % 100}/f${at}.txt`);
    const prepare = (r: TestRepository) => {
      for (const name of names) r.write(name, `${name}\n`);
    };
    return inRepository({ prepare }, async (repository) => {
      const before = repository.state();
      await repository.step(() => {
        for (const name of names.slice(0, 500)) repository.remove(name);
        for (const name of names.slice(500, 1_000)) repository.write(name, "changed\n");
        for (const name of names.slice(1_000, 1_500)) repository.write(`new/${name}`);
      });
      expect(repository.history()[0]?.files).toHaveLength(1_500);
      expect((await repository.undo()).files).toHaveLength(1_500);
      expect(repository.state()).toEqual(before);
    });
  });
});

describe("cleaning up", () => {
  const dayMs = 24 * 3_600_000;

  it("docker §5.15: the session's end packs the shadow and keeps what can be undone", () =>
    inRepository({ files }, async (repository) => {
      const before = repository.state();
      await repository.step(() => repository.write("a.txt", "2\n"));
      await repository.fire("session.end");
      const objects = readdirSync(join(repositoryOf(shadowOf(repository)), "objects"));
      expect(objects.filter((name) => name.length === 2)).toEqual([]);
      await repository.undo();
      expect(repository.state()).toEqual(before);
    }));

  it("forgets checkpoints after seven days, and keeps old objects that a younger one needs", () =>
    inRepository({ files }, async (repository) => {
      const now = new Date(repository.world.now().getTime() + 8 * dayMs);
      await repository.step(() => repository.write("a.txt", "2\n"));
      await repository.step(() => repository.write("a.txt", "3\n"), { now });
      const objects = join(repositoryOf(shadowOf(repository)), "objects");
      for (const path of readdirSync(objects, { recursive: true, encoding: "utf8" })) age(join(objects, path));
      await repository.fire("session.end", { now });
      expect(repository.history()).toHaveLength(1);
      await repository.undo();
      expect(repository.state()).toMatchObject({ "a.txt": "file 2\n", "src/b.ts": "file two\n" });
      checkShadow(repository);
    }));

  it("removes the shadows of worktrees that are gone", () =>
    inRepository({ files }, async (repository) => {
      const folder = join(repository.world.dataDir, "snapshots");
      await repository.step(() => {});
      const orphan = join(folder, "0".repeat(32));
      mkdirSync(repositoryOf(orphan), { recursive: true });
      writeFileSync(join(orphan, "worktree"), join(repository.base, "gone"));
      writeFileSync(join(repositoryOf(orphan), "index"), "");
      age(join(repositoryOf(orphan), "index"));
      await repository.fire("session.end");
      expect(readdirSync(folder)).toHaveLength(1);
    }));
});

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause(5);
}

function age(path: string): void {
  utimesSync(path, 1_000, 1_000);
}
