import { chmodSync, lstatSync, mkdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { inRepository, type TestRepository } from "./snapshot.fixture.ts";

const paths = (files: readonly { readonly path: string }[]) => files.map(({ path }) => path).sort();
const files = { "a.txt": "one\n", "b.txt": "two\n", "src/c.ts": "three\n" };

const bytes = Buffer.from([0, 255, 1, 254, 13, 10, 0]);

/** What may happen to a worktree during a step. Each must be undone, and the undo taken back, to the last byte. */
const changes: [what: string, change: (repository: TestRepository) => void, before?: (r: TestRepository) => void][] = [
  ["a file is edited", (r) => r.write("a.txt", "changed\n")],
  ["a file is edited to the same length", (r) => r.write("a.txt", "ONE\n")],
  ["a file is renamed", (r) => renameSync(r.path("a.txt"), r.path("renamed.txt"))],
  [
    "a file is renamed and edited",
    (r) => {
      renameSync(r.path("a.txt"), r.path("z.txt"));
      r.write("z.txt", "z\n");
    },
  ],
  [
    "two files swap their names",
    (r) => {
      renameSync(r.path("a.txt"), r.path("t"));
      renameSync(r.path("b.txt"), r.path("a.txt"));
      renameSync(r.path("t"), r.path("b.txt"));
    },
  ],
  ["a folder is renamed", (r) => renameSync(r.path("src"), r.path("lib"))],
  ["everything is deleted", (r) => ["a.txt", "b.txt", "src"].map(r.remove)],
  ["a file becomes empty", (r) => r.write("a.txt", "")],
  [
    "an empty file is added and another filled",
    (r) => {
      r.write("none", "");
      r.write("empty", "x");
    },
    (r) => r.write("empty", ""),
  ],
  ["bytes that are no text", (r) => r.write("a.txt", bytes), (r) => r.write("b.txt", bytes)],
  [
    "CRLF line ends, whatever .gitattributes says",
    (r) => {
      r.write("crlf.txt", "b\r\n");
      r.write("lf.txt", "b\r\nc\n");
    },
    (r) => {
      r.write(".gitattributes", "* text=auto eol=lf\n*.txt ident working-tree-encoding=UTF-16 filter=lfs\n");
      r.write("crlf.txt", "a\r\n");
      r.write("lf.txt", "a\n$Id$\n");
    },
  ],
  ["a file becomes executable", (r) => chmodSync(r.path("a.txt"), 0o755)],
  [
    "a program is no longer executable",
    (r) => chmodSync(r.path("run.sh"), 0o644),
    (r) => r.write("run.sh", "#!/bin/sh\n", 0o755),
  ],
  ["a symbolic link is added, to nowhere", (r) => symlinkSync("nowhere", r.path("link"))],
  [
    "a symbolic link points elsewhere",
    (r) => {
      r.remove("link");
      symlinkSync("b.txt", r.path("link"));
    },
    (r) => symlinkSync("a.txt", r.path("link")),
  ],
  ["a dangling link is deleted", (r) => rmSync(r.path("link")), (r) => symlinkSync("nowhere", r.path("link"))],
  ["a link to a folder is deleted", (r) => rmSync(r.path("link")), (r) => symlinkSync("src", r.path("link"))],
  [
    "a folder becomes a link to a folder",
    (r) => {
      r.write("other/c.ts", "elsewhere\n");
      r.remove("src");
      symlinkSync("other", r.path("src"));
    },
  ],
  [
    "a link to a folder becomes a folder",
    (r) => {
      rmSync(r.path("link"));
      r.write("link/c.ts", "own\n");
    },
    (r) => symlinkSync("src", r.path("link")),
  ],
  [
    "a file becomes a link",
    (r) => {
      r.remove("a.txt");
      symlinkSync("b.txt", r.path("a.txt"));
    },
  ],
  [
    "a file becomes a folder",
    (r) => {
      r.remove("a.txt");
      r.write("a.txt/inner/x");
    },
  ],
  [
    "a folder becomes a file",
    (r) => {
      r.remove("src");
      r.write("src", "a file\n");
    },
  ],
  [
    "a file and a folder change places",
    (r) => {
      renameSync(r.path("src"), r.path("t"));
      renameSync(r.path("a.txt"), r.path("src"));
      renameSync(r.path("t"), r.path("a.txt"));
    },
  ],
  [
    "odd names",
    (r) => {
      for (const name of [
        " ",
        " lead",
        "trail ",
        "-rf",
        "--help",
        "a\nb",
        "tab\there",
        "*",
        "?[x]",
        ":(top)",
        ":!x",
        "ü/日本",
        "\\",
        '"q"',
        "'",
        "#",
        "!",
        "$(x)",
        "git~1",
        "NUL",
        "~",
      ]) {
        r.write(name, `${name}\n`);
      }
      r.write("-n/-x", "changed\n");
    },
    (r) => r.write("-n/-x"),
  ],
  ["a deep folder", (r) => r.write(`${"d/".repeat(60)}x`)],
  ["a file of 2 MiB", (r) => r.write("big", Buffer.alloc(2 * 1024 * 1024))],
  ["a known file grows beyond 2 MiB", (r) => r.write("a.txt", Buffer.alloc(3 * 1024 * 1024, "x"))],
  [
    ".gitignore is edited along with a file",
    (r) => {
      r.write(".gitignore", "*.log\n");
      r.write("a.txt", "2\n");
    },
  ],
  [
    "empty folders come and go",
    (r) => {
      mkdirSync(r.path("void/void"), { recursive: true });
      r.write("a.txt", "2\n");
    },
  ],
];

describe("undo", () => {
  it.each(changes)("docker §10.45: takes back and repeats: %s", (_what, change, prepare) =>
    inRepository({ files, ...(prepare ? { prepare } : {}) }, async (repository) => {
      const before = repository.state();
      await repository.step(() => change(repository));
      const after = repository.state();
      const first = await repository.undo();
      expect(repository.state()).toEqual(before);
      const second = await repository.undo({ choice: { kind: "to", id: first.undo?.id ?? "" } });
      expect(repository.state()).toEqual(after);
      await repository.undo();
      expect(repository.state()).toEqual(before);
      expect(second.checkpoints).toHaveLength(1);
    }),
  );

  it("goes back several steps at once and one after the other", () =>
    inRepository({ files }, async (repository) => {
      const states: unknown[] = [];
      for (const count of [1, 2, 3, 4]) {
        states.push(repository.state());
        await repository.step(() => {
          repository.write("a.txt", `${count}\n`);
          repository.write(`new-${count}`);
        });
      }
      await repository.undo();
      expect(repository.state()).toEqual(states[3]);
      const { checkpoints, undo } = await repository.undo({ choice: { kind: "steps", steps: 2 } });
      expect(checkpoints).toHaveLength(2);
      expect(repository.state()).toEqual(states[1]);
      await repository.undo({ choice: { kind: "to", id: undo?.id ?? "" } });
      expect(repository.state()).toEqual(states[3]);
      await repository.undo({ choice: { kind: "steps", steps: 99 } });
      expect(repository.state()).toEqual(states[0]);
      expect(await repository.undo()).toMatchObject({ files: [], undo: null });
    }));

  it("goes back to before a checkpoint", () =>
    inRepository({ files }, async (repository) => {
      const states: unknown[] = [];
      for (const count of [1, 2, 3]) {
        states.push(repository.state());
        await repository.step(() => repository.write("a.txt", `${count}\n`));
      }
      await repository.undo({ choice: { kind: "to", id: repository.history()[1]?.id ?? "" } });
      expect(repository.state()).toEqual(states[1]);
    }));

  it("refuses to lose what somebody has changed since, unless forced, and can be taken back then too", () =>
    inRepository({ files }, async (repository) => {
      const before = repository.state();
      await repository.step(() => {
        repository.write("a.txt", "by the agent\n");
        repository.write("b.txt", "by the agent\n");
      });
      repository.write("a.txt", "by the agent, and by me\n");
      const mine = repository.state();
      await expect(repository.undo()).rejects.toMatchObject({
        code: "UNDO_CONFLICT",
        message: expect.stringContaining('"a.txt"'),
      });
      expect(repository.state()).toEqual(mine);
      expect(await repository.undo({ dryRun: true })).toMatchObject({ conflicts: ["a.txt"], undo: null });
      expect(repository.state()).toEqual(mine);
      const { undo } = await repository.undo({ force: true });
      expect(repository.state()).toEqual(before);
      await repository.undo({ choice: { kind: "to", id: undo?.id ?? "" } });
      expect(repository.state()).toEqual(mine);
    }));

  it.each<[string, (r: TestRepository) => void]>([
    [
      "a file stands where a folder was",
      (r) => {
        r.remove("src");
        r.write("src", "mine\n");
      },
    ],
    ["a folder stands where a file was", (r) => r.write("a.txt/mine", "mine\n")],
    ["an edit in between would be lost", (r) => r.write("b.txt", "mine\n")],
  ])("refuses when %s", (_what, interfere) =>
    inRepository({ files }, async (repository) => {
      await repository.step(() => {
        repository.remove("a.txt");
        repository.write("src/c.ts", "agent\n");
        repository.write("b.txt", "agent\n");
      });
      interfere(repository);
      const mine = repository.state();
      await expect(repository.undo()).rejects.toMatchObject({ code: "UNDO_CONFLICT" });
      expect(repository.state()).toEqual(mine);
      const { undo } = await repository.undo({ force: true });
      expect(repository.state()).toMatchObject({
        "a.txt": "file one\n",
        "b.txt": "file two\n",
        "src/c.ts": "file three\n",
      });
      await repository.undo({ choice: { kind: "to", id: undo?.id ?? "" } });
      expect(repository.state()).toEqual(mine);
    }),
  );

  it("refuses when somebody edited a file between two steps that are undone together", () =>
    inRepository({ files }, async (repository) => {
      await repository.step(() => repository.write("a.txt", "1\n"));
      repository.write("a.txt", "mine\n");
      await repository.step(() => repository.write("a.txt", "2\n"));
      await expect(repository.undo({ choice: { kind: "steps", steps: 2 } })).rejects.toThrow(/a\.txt/);
      await repository.undo();
      expect(repository.state()["a.txt"]).toBe("file mine\n");
    }));

  it("brings back what somebody deleted since, and leaves alone what is as it was", () =>
    inRepository({ files }, async (repository) => {
      const before = repository.state();
      await repository.step(() => ["a.txt", "b.txt"].map((name) => repository.write(name, "agent\n")));
      repository.remove("a.txt");
      repository.write("b.txt", "two\n");
      expect(paths((await repository.undo()).files)).toEqual(["a.txt"]);
      expect(repository.state()).toEqual(before);
    }));

  it("skips checkpoints that somebody has taken back by hand", () =>
    inRepository({ files }, async (repository) => {
      const before = repository.state();
      await repository.step(() => repository.write("a.txt", "1\n"));
      await repository.step(() => repository.write("b.txt", "2\n"));
      repository.write("b.txt", "two\n");
      await repository.undo();
      expect(repository.state()).toEqual(before);
    }));

  it("keeps a file's other permissions", () =>
    inRepository({ files, prepare: (r) => chmodSync(r.path("a.txt"), 0o600) }, async (repository) => {
      await repository.step(() => repository.write("a.txt", "secret\n"));
      await repository.undo();
      expect(lstatSync(repository.path("a.txt")).mode & 0o777).toBe(0o600);
      expect(repository.state()["a.txt"]).toBe("file one\n");
    }));

  it("leaves later work in other files alone", () =>
    inRepository({ files }, async (repository) => {
      await repository.step(() => repository.write("a.txt", "agent\n"));
      repository.write("b.txt", "mine\n");
      repository.write("mine.txt", "mine\n");
      await repository.undo();
      expect(repository.state()).toMatchObject({
        "a.txt": "file one\n",
        "b.txt": "file mine\n",
        "mine.txt": "file mine\n",
      });
    }));
});
