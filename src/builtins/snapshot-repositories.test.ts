import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { shadowDirectory } from "../lib/shadow-git/place.ts";
import { inRepository, runGit, type TestRepository } from "./snapshot.fixture.ts";

const paths = (files: readonly { readonly path: string }[]) => files.map(({ path }) => path).sort();
const files = { "a.txt": "one\n", "b.txt": "two\n", "src/c.ts": "three\n" };

describe("kinds of repositories", () => {
  const nested = (r: TestRepository) => {
    for (const name of ["vendor/inner", "no-commits"]) {
      mkdirSync(r.path(name), { recursive: true });
      runGit(r.path(name), r.base, ["init", "--quiet"]);
      r.write(`${name}/file.txt`, "inner\n");
    }
    runGit(r.path("vendor/inner"), r.base, ["add", "--all"]);
    runGit(r.path("vendor/inner"), r.base, ["commit", "--quiet", "--message", "inner"]);
  };

  it("docker §10.45: nested repositories are not touched, and have snapshots of their own", () =>
    inRepository({ files, prepare: nested }, async (repository) => {
      await repository.step(() => {
        repository.write("vendor/inner/file.txt", "changed\n");
        repository.write("vendor/inner/new.txt", "new\n");
        repository.write("vendor/own.txt");
        repository.write("a.txt", "2\n");
      });
      expect(paths(repository.history()[0]?.files ?? [])).toEqual(["a.txt", "vendor/own.txt"]);
      await repository.undo();
      expect(repository.state()).toMatchObject({ "a.txt": "file one\n", "vendor/inner/file.txt": "file changed\n" });
      const cwd = repository.path("vendor", "inner");
      await repository.step(() => repository.write("vendor/inner/file.txt", "again\n"), { cwd });
      expect(readdirSync(join(repository.world.dataDir, "snapshots"))).toHaveLength(2);
    }));

  it("the files of a nested repository that stops being one are not taken for new", () => {
    const prepare = (r: TestRepository) => r.write("plain/x", "x\n");
    return inRepository({ files, prepare }, async (repository) => {
      nested(repository);
      await repository.step(() => {
        repository.remove("no-commits/.git");
        repository.write("a.txt", "2\n");
      });
      await repository.undo();
      expect(repository.state()).toMatchObject({ "a.txt": "file one\n", "no-commits/file.txt": "file inner\n" });
    });
  });

  it("a folder that becomes a repository during a step is still undone", () =>
    inRepository({ files }, async (repository) => {
      const before = repository.state();
      await repository.step(() => {
        runGit(repository.path("src"), repository.base, ["init", "--quiet"]);
        repository.write("src/c.ts", "changed\n");
      });
      await repository.undo();
      expect(repository.state()).toEqual(before);
    }));

  it("submodules are repositories of their own", () => {
    const prepare = (r: TestRepository) => {
      const source = join(r.base, "library");
      mkdirSync(source);
      runGit(source, r.base, ["init", "--quiet"]);
      writeFileSync(join(source, "lib.txt"), "lib\n");
      runGit(source, r.base, ["add", "--all"]);
      runGit(source, r.base, ["commit", "--quiet", "--message", "lib"]);
      r.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", source, "library");
    };
    return inRepository({ files, prepare }, async (repository) => {
      await repository.step(() => {
        repository.write("library/lib.txt", "changed\n");
        repository.write("a.txt", "2\n");
      });
      expect(paths(repository.history()[0]?.files ?? [])).toEqual(["a.txt"]);
      const cwd = repository.path("library");
      await repository.step(() => repository.write("library/lib.txt", "again\n"), { cwd });
      expect(readdirSync(join(repository.world.dataDir, "snapshots"))).toHaveLength(2);
    });
  });

  it("a linked worktree has its own history, and the ignore rules of its repository", () => {
    const prepare = (r: TestRepository) => {
      writeFileSync(r.path(".git/info/exclude"), "*.log\n");
      r.git("worktree", "add", "--quiet", join(r.base, "linked"), "-b", "other");
    };
    return inRepository({ files, prepare }, async (repository) => {
      const cwd = join(repository.base, "linked");
      await repository.step(
        () => {
          writeFileSync(join(cwd, "a.txt"), "2\n");
          writeFileSync(join(cwd, "x.log"), "log\n");
        },
        { cwd },
      );
      expect(repository.history()).toEqual([]);
      const shadow = shadowDirectory(repository.world.dataDir, cwd);
      const [name = ""] = readdirSync(join(shadow, "checkpoints"));
      const { files } = JSON.parse(readFileSync(join(shadow, "checkpoints", name), "utf8")) as {
        files: { path: string }[];
      };
      expect(paths(files)).toEqual(["a.txt"]);
    });
  });

  it("a bare repository and the inside of .git are outside of everything", () => {
    const prepare = (r: TestRepository) => void r.git("clone", "--quiet", "--bare", ".", join(r.base, "bare.git"));
    return inRepository({ files, prepare }, async (repository) => {
      for (const cwd of [join(repository.base, "bare.git"), repository.path(".git"), repository.path(".git", "refs")]) {
        expect(await repository.fire("step.start", { cwd })).toBeUndefined();
      }
      expect(existsSync(repository.world.dataDir)).toBe(false);
    });
  });

  it("a repository without commits works like any other, and so does an empty one", () =>
    inRepository({}, async (repository) => {
      const cwd = join(repository.base, "fresh");
      mkdirSync(cwd);
      runGit(cwd, repository.base, ["init", "--quiet"]);
      await repository.step(() => writeFileSync(join(cwd, "first.txt"), "first\n"), { cwd });
      await repository.step(() => rmSync(join(cwd, "first.txt")), { cwd });
      expect(readdirSync(join(shadowDirectory(repository.world.dataDir, cwd), "checkpoints"))).toHaveLength(2);
    }));

  it("docker §10.45: in a sub-folder only what is below it counts", () =>
    inRepository({ files }, async (repository) => {
      await repository.step(
        () => {
          repository.write("a.txt", "outside\n");
          repository.write("src/c.ts", "inside\n");
          repository.write("src2", "beside\n");
        },
        { cwd: repository.path("src") },
      );
      expect(repository.history()[0]).toMatchObject({ scope: "src", files: [{ path: "src/c.ts" }] });
      await repository.undo();
      expect(repository.state()).toMatchObject({
        "a.txt": "file outside\n",
        "src/c.ts": "file three\n",
        src2: "file beside\n",
      });
    }));

  it("in a sub-folder the rules of the folders above it hold, and may change", () =>
    inRepository(
      {
        files,
        prepare: (r) => {
          r.write(".gitignore", "*.log\n");
          r.write("src/x.log", "old\n");
        },
      },
      async (repository) => {
        await repository.step(
          () => {
            repository.write(".gitignore", "");
            repository.write("src/c.ts", "2\n");
          },
          { cwd: repository.path("src") },
        );
        expect(paths(repository.history()[0]?.files ?? [])).toEqual(["src/c.ts"]);
      },
    ));

  it("docker §10.45: a directory behind a symbolic link is the directory it leads to", () =>
    inRepository({ files }, async (repository) => {
      const link = join(repository.base, "link");
      symlinkSync(repository.root, link);
      await repository.step(() => repository.write("src/c.ts", "2\n"), { cwd: join(link, "src") });
      expect(repository.history()[0]).toMatchObject({ scope: "src", files: [{ path: "src/c.ts" }] });
    }));

  it("settings of the user and of the repository do not get in", () => {
    const prepare = (r: TestRepository) => {
      const trap = join(r.base, "trap");
      writeFileSync(trap, `#!/bin/sh\ntouch ${join(r.base, "sprung")}\n`, { mode: 0o755 });
      writeFileSync(
        join(r.base, ".gitconfig"),
        `[core]\n\tautocrlf = true\n\tfsmonitor = ${trap}\n\thooksPath = ${r.base}\n`,
      );
      writeFileSync(r.path(".git/hooks/post-checkout"), `#!/bin/sh\n${trap}\n`, { mode: 0o755 });
      r.git("config", "core.fsmonitor", trap);
      r.git("config", "filter.x.clean", trap);
      r.git("config", "filter.x.smudge", trap);
      r.write(".gitattributes", "* filter=x\n");
      r.write("crlf.txt", "1\r\n");
      rmSync(join(r.base, "sprung"), { force: true });
    };
    return inRepository({ files, prepare }, async (repository) => {
      const before = repository.state();
      await repository.step(() => repository.write("crlf.txt", "2\r\n"));
      await repository.undo();
      expect(repository.state()).toEqual(before);
      expect(existsSync(join(repository.base, "sprung"))).toBe(false);
    });
  });
});
