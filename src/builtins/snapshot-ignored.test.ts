import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { shadowDirectory } from "../lib/shadow-git/place.ts";
import { inRepository, type TestRepository } from "./snapshot.fixture.ts";
import { snapshot } from "./snapshot.ts";

const paths = (files: readonly { readonly path: string }[]) => files.map(({ path }) => path).sort();
const files = { "a.txt": "one\n", "b.txt": "two\n", "src/c.ts": "three\n" };

describe("what is not captured", () => {
  it("docker §10.45: ignored files, by .gitignore at every level, info/exclude and core.excludesFile", () => {
    const prepare = (r: TestRepository) => {
      r.write(".gitignore", "*.log\n/build/\n");
      r.write("src/.gitignore", "*.tmp\n!keep.tmp\n");
      writeFileSync(r.path(".git/info/exclude"), "local.txt\n!special.mine\n");
      writeFileSync(join(r.base, "my-ignores"), "*.mine\n");
      r.git("config", "core.excludesFile", join(r.base, "my-ignores"));
      for (const name of ["x.log", "build/out", "src/x.tmp", "local.txt", "x.mine"]) r.write(name, "old\n");
    };
    return inRepository({ files, prepare }, async (repository) => {
      const ignored = ["x.log", "build/out", "src/x.tmp", "local.txt", "x.mine", "new.log", "build/new"];
      await repository.step(() => {
        for (const name of ignored) repository.write(name, "new\n");
        for (const name of ["src/keep.tmp", "special.mine", "other/build/x"]) repository.write(name, "seen\n");
      });
      expect(paths(repository.history()[0]?.files ?? [])).toEqual(["other/build/x", "special.mine", "src/keep.tmp"]);
      await repository.undo();
      const state = repository.state();
      for (const name of ignored) expect(state[name], name).toBe("file new\n");
      expect(state["src/keep.tmp"]).toBeUndefined();
    });
  });

  it("the user's own ignore file counts, as it does for git", () => {
    const prepare = (r: TestRepository) => {
      mkdirSync(join(r.base, ".config", "git"), { recursive: true });
      writeFileSync(join(r.base, ".config", "git", "ignore"), "*.swp\n");
    };
    return inRepository({ files, prepare }, async (repository) => {
      await repository.step(() => repository.write("x.swp"));
      expect(repository.history()).toEqual([]);
    });
  });

  it("docker §10.45: new files of more than 2 MiB", () =>
    inRepository({ files }, async (repository) => {
      await repository.step(() => {
        repository.write("huge", Buffer.alloc(2 * 1024 * 1024 + 1));
        repository.write("a.txt", "2\n");
      });
      expect(paths(repository.history()[0]?.files ?? [])).toEqual(["a.txt"]);
      await repository.undo();
      expect(existsSync(repository.path("huge"))).toBe(true);
    }));

  it("a file that was too large and has shrunk is not taken for a new one", () =>
    inRepository({ files, prepare: (r) => r.write("huge", Buffer.alloc(3 * 1024 * 1024)) }, async (repository) => {
      await repository.step(() => repository.write("huge", "small now\n"));
      expect(repository.history()).toEqual([]);
      await repository.step(() => repository.write("huge", "smaller\n"));
      await repository.undo();
      expect(repository.state().huge).toBe("file small now\n");
    }));

  it.each<[string, string, string]>([
    ["a rule that hides a file is removed", "secret.txt\n", ""],
    ["a rule that hides a folder is removed", "/hidden/\n", "nothing-else\n"],
  ])("undo does not delete what was there before: %s", (_what, old, next) => {
    const prepare = (r: TestRepository) => {
      r.write(".gitignore", old);
      r.write("secret.txt", "old\n");
      r.write("hidden/secret.txt", "old\n");
    };
    return inRepository({ files, prepare }, async (repository) => {
      const before = repository.state();
      await repository.step(() => {
        repository.write(".gitignore", next);
        repository.write("made.txt");
      });
      await repository.undo();
      expect(repository.state()).toEqual(before);
    });
  });

  it("undo does not delete what info/exclude used to hide", () => {
    const exclude = (r: TestRepository) => r.path(".git", "info", "exclude");
    const prepare = (r: TestRepository) => {
      writeFileSync(exclude(r), "secret.txt\n");
      utimesSync(exclude(r), 1_000, 1_000);
      r.write("secret.txt", "old\n");
    };
    return inRepository({ files, prepare }, async (repository) => {
      await repository.step(() => {
        writeFileSync(exclude(repository), "");
        repository.write("a.txt", "2\n");
      });
      expect(paths(repository.history()[0]?.files ?? [])).toEqual(["a.txt"]);
      writeFileSync(exclude(repository), "secret.txt\n");
      utimesSync(exclude(repository), 1_000, 1_000);
    });
  });

  it("a file that becomes ignored counts as neither deleted nor changed, and is not touched", () =>
    inRepository({ files }, async (repository) => {
      await repository.step(() => {
        repository.write(".gitignore", "b.txt\n");
        repository.write("b.txt", "hidden now\n");
      });
      expect(paths(repository.history()[0]?.files ?? [])).toEqual([".gitignore"]);
      await repository.undo();
      expect(repository.state()).toMatchObject({ "b.txt": "file hidden now\n" });
      expect(repository.state()[".gitignore"]).toBeUndefined();
    }));

  it("undo leaves a file alone that has become ignored since", () =>
    inRepository({ files }, async (repository) => {
      await repository.step(() => ["a.txt", "b.txt"].map((name) => repository.write(name, "agent\n")));
      repository.write(".gitignore", "b.txt\n");
      expect(await repository.undo()).toMatchObject({ kept: ["b.txt"] });
      expect(repository.state()).toMatchObject({ "a.txt": "file one\n", "b.txt": "file agent\n" });
    }));

  it("undo leaves ignored files in a folder that it would remove", () =>
    inRepository({ files, prepare: (r) => r.write(".gitignore", "*.log\n") }, async (repository) => {
      await repository.step(() => {
        repository.write("new/x");
        repository.write("new/y.log", "log\n");
      });
      await repository.undo();
      expect(repository.state()).toMatchObject({ "new/y.log": "file log\n" });
      expect(repository.state()["new/x"]).toBeUndefined();
    }));

  it.each<[string, (r: TestRepository) => void, string]>([
    [
      "a folder with one has taken a file's place",
      (r) => {
        r.remove("a.txt");
        r.write("a.txt/y.log", "log\n");
      },
      "a.txt",
    ],
    [
      "one has taken a folder's place",
      (r) => {
        r.remove("src");
        r.write("src", "log\n");
      },
      "src/c.ts",
    ],
  ])("undo does not delete ignored files: %s", (_what, change, left) =>
    inRepository({ files, prepare: (r) => r.write(".gitignore", "*.log\n/src\n!/src/\n") }, async (repository) => {
      await repository.step(() => {
        change(repository);
        repository.write("b.txt", "agent\n");
      });
      const after = repository.state();
      expect(await repository.undo({ force: true })).toMatchObject({ kept: [left] });
      expect(repository.state()).toEqual({ ...after, "b.txt": "file two\n" });
    }),
  );

  it("files that cannot be read stay as they are", () =>
    inRepository({ files }, async (repository) => {
      // A symbolic link of this name is what git takes in for nobody, not even for root.
      symlinkSync("a.txt", repository.path(".gitmodules"));
      repository.write("closed.txt", "closed\n", 0o000);
      await repository.step(() => {
        repository.write("a.txt", "agent\n");
        chmodSync(repository.path("b.txt"), 0o000);
      });
      await repository.undo();
      expect(readFileSync(repository.path("a.txt"), "utf8")).toBe("one\n");
      expect(lstatSync(repository.path("closed.txt")).mode & 0o777).toBe(0o000);
      expect(lstatSync(repository.path("b.txt")).mode & 0o777).toBe(0o000);
      chmodSync(repository.path("b.txt"), 0o644);
      expect(repository.state()).toMatchObject({ ".gitmodules": "link a.txt", "b.txt": "file two\n" });
    }));

  it("names that are not UTF-8 stay as they are", () =>
    inRepository({ files }, async (repository) => {
      const name = Buffer.concat([Buffer.from(repository.path("x-")), Buffer.from([0xff, 0xfe])]);
      await repository.step(() => {
        writeFileSync(name, "odd\n");
        repository.write("a.txt", "agent\n");
      });
      expect(paths(repository.history()[0]?.files ?? [])).toEqual(["a.txt"]);
      await repository.undo();
      expect(readFileSync(name, "utf8")).toBe("odd\n");
    }));

  it("our own data is left out when it lies in the worktree", () =>
    inRepository({ files }, async (repository) => {
      const dataDir = repository.path("my data");
      const world = { ...repository.world, dataDir };
      for (const [event, content] of [
        ["step.start", "1\n"],
        ["step.end", "2\n"],
      ] as const) {
        const payload = { session_id: "s" };
        const input = { event, payload, written: () => payload, args: [], env: {}, cwd: repository.root, signal: null };
        expect(await snapshot.run(input, world)).toBeUndefined();
        repository.write("a.txt", content);
      }
      const shadow = shadowDirectory(dataDir, repository.root);
      const listed = readdirSync(join(shadow, "checkpoints")).map((name) =>
        readFileSync(join(shadow, "checkpoints", name), "utf8"),
      );
      expect(listed).toHaveLength(1);
      expect(listed[0]).not.toContain("my data");
    }));
});
