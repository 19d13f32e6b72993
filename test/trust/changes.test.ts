import { chmodSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { canary, declaration, openRepository, type Repository } from "./repository.ts";

const says = (word: string, file: string) => `echo ${word} >> ${file}`;

interface Element {
  readonly config: (root: string) => string;
  /** The files, given the file that a run is noted in. */
  readonly files: (note: string, repository: Repository) => void;
  readonly change: (note: string, repository: Repository) => void;
  /** Elements that no process runs from are noticed when hooks are loaded. */
  readonly onlyAtLoad?: true;
}

/** Everything that a trusted hook consists of, and a change of it. */
const elements: Readonly<Record<string, Element>> = {
  "the declaration": {
    config: () => declaration("c", "/bin/sh", ["hooks/a.sh"]),
    files: (note, { write }) => write("hooks/a.sh", says("good", note)),
    change: (_note, { write }) => write(".hookline/config.toml", declaration("c", "/bin/sh", ["hooks/a.sh", "evil"])),
    onlyAtLoad: true,
  },
  "a variable of the declaration": {
    config: () => declaration("c", "/bin/sh", ["hooks/a.sh"], 'env = { A = "1" }'),
    files: (note, { write }) => write("hooks/a.sh", says("good", note)),
    change: (_note, { write }) =>
      write(
        ".hookline/config.toml",
        declaration("c", "/bin/sh", ["hooks/a.sh"], 'env = { A = "1", NODE_OPTIONS = "--x" }'),
      ),
    onlyAtLoad: true,
  },
  "the program": {
    config: () => declaration("c", "./hooks/a.sh"),
    files: (note, { write }) => write("hooks/a.sh", `#!/bin/sh\n${says("good", note)}`),
    change: (note, { write }) => write("hooks/a.sh", `#!/bin/sh\n${says("evil", note)}`),
  },
  "the interpreter's argument": {
    config: () => declaration("c", "/usr/bin/env", ["-i", "sh", "-e", "hooks/a.sh"]),
    files: (note, { write }) => write("hooks/a.sh", says("good", note), 0o644),
    change: (note, { write }) => write("hooks/a.sh", says("evil", note), 0o644),
  },
  "a script in a shell text": {
    config: () => declaration("c", "/bin/sh", ["-c", "true && ./hooks/a.sh | cat"]),
    files: (note, { write }) => write("hooks/a.sh", `#!/bin/sh\n${says("good", note)}`),
    change: (note, { write }) => write("hooks/a.sh", `#!/bin/sh\n${says("evil", note)}`),
  },
  "a file that the script sources from beside it": {
    config: () => declaration("c", "./hooks/a.sh"),
    files: (note, { write }) => {
      write("hooks/a.sh", '#!/bin/sh\n. "$(dirname "$0")/lib/b.sh"\n');
      write("hooks/lib/b.sh", says("good", note), 0o644);
    },
    change: (note, { write }) => write("hooks/lib/b.sh", says("evil", note), 0o644),
  },
  "a file that the script sources from the workspace": {
    config: () => declaration("c", "./hooks/a.sh"),
    files: (note, { write }) => {
      write("hooks/a.sh", "#!/bin/sh\n. ./hooks/b.sh\n");
      write("hooks/b.sh", says("good", note), 0o644);
    },
    change: (note, { write }) => write("hooks/b.sh", says("evil", note), 0o644),
  },
  "a module of a module": {
    config: () => declaration("c", process.execPath, ["hooks/a.mjs"]),
    files: (note, { write }) => {
      write("hooks/a.mjs", 'import "./lib/b.mjs";\n');
      write("hooks/lib/b.mjs", 'import { note } from "../c.mjs";\nnote();\n');
      write(
        "hooks/c.mjs",
        `import { appendFileSync } from "node:fs";\nexport const note = () => appendFileSync(${JSON.stringify(note)}, "good\\n");\n`,
      );
    },
    change: (note, { write }) =>
      write(
        "hooks/c.mjs",
        `import { appendFileSync } from "node:fs";\nexport const note = () => appendFileSync(${JSON.stringify(note)}, "evil\\n");\n`,
      ),
  },
  "a module without its extension": {
    config: () => declaration("c", process.execPath, ["hooks/a.cjs"]),
    files: (note, { write }) => {
      write("hooks/a.cjs", 'require("./b");\n');
      write("hooks/b.js", `require("node:fs").appendFileSync(${JSON.stringify(note)}, "good\\n");\n`);
    },
    change: (note, { write }) =>
      write("hooks/b.js", `require("node:fs").appendFileSync(${JSON.stringify(note)}, "evil\\n");\n`),
  },
  "the target of a link": {
    config: () => declaration("c", "./hooks/a.sh"),
    files: (note, { root, write }) => {
      write("scripts/good.sh", `#!/bin/sh\n${says("good", note)}`);
      write("scripts/evil.sh", `#!/bin/sh\n${says("evil", note)}`);
      write("hooks/keep", "");
      symlinkSync("../scripts/good.sh", join(root, "hooks/a.sh"));
    },
    change: (_note, { root }) => {
      symlinkSync("../scripts/evil.sh", join(root, "hooks/new"));
      renameSync(join(root, "hooks/new"), join(root, "hooks/a.sh"));
    },
  },
  "what a link out of the workspace leads to": {
    config: () => declaration("c", "./hooks/a.sh"),
    files: (note, { root, directory, write }) => {
      write(join(directory, "outside/a.sh"), `#!/bin/sh\n${says("good", note)}`);
      write("hooks/keep", "");
      symlinkSync(join(directory, "outside/a.sh"), join(root, "hooks/a.sh"));
    },
    change: (note, { directory, write }) => write(join(directory, "outside/a.sh"), `#!/bin/sh\n${says("evil", note)}`),
  },
  "a script beside the workspace": {
    config: () => declaration("c", "../outside/a.sh"),
    files: (note, { directory, write }) => write(join(directory, "outside/a.sh"), `#!/bin/sh\n${says("good", note)}`),
    change: (note, { directory, write }) => write(join(directory, "outside/a.sh"), `#!/bin/sh\n${says("evil", note)}`),
  },
  "a script on a shell's standard input": {
    config: () => declaration("c", "/bin/sh", ["-c", "sh < hooks/a.sh"]),
    files: (note, { write }) => write("hooks/a.sh", says("good", note), 0o644),
    change: (note, { write }) => write("hooks/a.sh", says("evil", note), 0o644),
  },
  "a file that code in the declaration loads": {
    config: () => declaration("c", process.execPath, ["-e", 'require("./hooks/a.cjs")']),
    files: (note, { write }) =>
      write("hooks/a.cjs", `require("node:fs").appendFileSync(${JSON.stringify(note)}, "good\\n");\n`),
    change: (note, { write }) =>
      write("hooks/a.cjs", `require("node:fs").appendFileSync(${JSON.stringify(note)}, "evil\\n");\n`),
  },
  "a file that a variable names": {
    config: () => declaration("c", "bash", ["-c", "true"], 'env = { BASH_ENV = "./hooks/a.sh" }'),
    files: (note, { write }) => write("hooks/a.sh", says("good", note), 0o644),
    change: (note, { write }) => write("hooks/a.sh", says("evil", note), 0o644),
  },
  "an interpreter of the workspace's": {
    config: (root) => declaration("c", `${root}/hooks/a.x`),
    files: (note, { root, write }) => {
      write("hooks/a.x", `#!${root}/tools/interp\nanything\n`);
      write("tools/interp", `#!/bin/sh\n${says("good", note)}`);
    },
    change: (note, { write }) => write("tools/interp", `#!/bin/sh\n${says("evil", note)}`),
  },
  "an interpreter in a folder of the PATH that is the workspace's": {
    config: (root) => declaration("c", "/bin/sh", ["-c", "interp x"], `env = { PATH = "${root}/tools:/usr/bin:/bin" }`),
    files: (note, { write }) => write("tools/interp", `#!/bin/sh\n${says("good", note)}`),
    change: (note, { write }) => write("tools/interp", `#!/bin/sh\n${says("evil", note)}`),
  },
};

function trusted(element: Element): { repository: Repository; note: ReturnType<typeof canary> } {
  const repository = openRepository({});
  const note = canary(repository, "note");
  repository.write(".hookline/config.toml", element.config(repository.root));
  element.files(note.path, repository);
  return { repository, note };
}

describe("T3 what changed after it was trusted", () => {
  const atRun = Object.entries(elements).filter(([, { onlyAtLoad }]) => !onlyAtLoad);

  it.each(Object.entries(elements))("%s: between the decision and the next command", async (_what, element) => {
    const { repository, note } = trusted(element);
    await repository.trustAll();
    await repository.fire();
    expect(note.lines(), "it runs while nothing has changed").toEqual(["good"]);
    element.change(note.path, repository);
    const { records } = await repository.fire();
    expect(note.lines()).toEqual(["good"]);
    expect(records).toMatchObject([{ outcome: "skipped", failure: "trust-refused" }]);
    expect(repository.review().subjects).toMatchObject([
      { state: "changed", refusal: expect.stringMatching(/since it was trusted on \d/) },
    ]);
  });

  it.each(atRun)("%s: between loading and running", async (_what, element) => {
    const { repository, note } = trusted(element);
    await repository.trustAll();
    const opened = repository.open();
    try {
      await opened.fire();
      element.change(note.path, repository);
      const { records } = await opened.fire();
      expect(note.lines()).toEqual(["good"]);
      expect(records).toMatchObject([
        { outcome: "skipped", failure: "trust-refused", error: expect.stringContaining("changed") },
      ]);
    } finally {
      await opened.close();
    }
  });

  it.each(atRun)("%s: trusted again it runs, and going back is not asked again", async (_what, element) => {
    const { repository, note } = trusted(element);
    await repository.trustAll();
    element.change(note.path, repository);
    expect(await repository.trustAll()).toHaveLength(1);
    await repository.fire();
    expect(note.lines()).toEqual(["evil"]);
    rmSync(join(repository.root, "hooks"), { recursive: true, force: true });
    element.files(note.path, repository);
    expect(await repository.trustAll()).toEqual([]);
    await repository.fire();
    expect(note.lines()).toEqual(["evil", "good"]);
  });

  it("where in its file a declaration stands makes no difference", async () => {
    const repository = openRepository({ "hooks/a.sh": "#!/bin/sh\nprintf '{}'\n" });
    const config = declaration("c", "./hooks/a.sh");
    repository.write(".hookline/config.toml", config);
    await repository.trustAll();
    repository.write(".hookline/config.toml", `# moved\n\n${declaration("other", "true")}\n${config}`);
    expect(repository.review().subjects.map(({ state, evidence }) => `${evidence.hook} ${state}`)).toEqual([
      "other new",
      "c trusted",
    ]);
  });

  it("a file that became executable is another file", async () => {
    const repository = openRepository({ ".hookline/config.toml": declaration("c", "/bin/sh", ["hooks/a.sh"]) });
    const script = repository.write("hooks/a.sh", "printf '{}'\n", 0o644);
    await repository.trustAll();
    chmodSync(script, 0o755);
    expect(repository.review().subjects).toMatchObject([{ state: "changed" }]);
  });

  it("a file that is gone, and one that cannot be checked", async () => {
    const repository = openRepository({ ".hookline/config.toml": declaration("c", "./hooks/a.sh") });
    const script = repository.write("hooks/a.sh", "#!/bin/sh\nprintf '{}'\n");
    await repository.trustAll();
    const opened = repository.open();
    await opened.fire();
    rmSync(script);
    const { records } = await opened.fire();
    await opened.close();
    expect(records).toMatchObject([{ failure: "trust-refused", error: expect.stringContaining("is gone") }]);
    expect(repository.review().subjects).toMatchObject([{ state: "changed" }]);
  });

  it("a copy that somebody changed does not run", async () => {
    const repository = openRepository({ ".hookline/config.toml": declaration("c", "./hooks/a.sh") });
    const note = canary(repository, "note");
    repository.write("hooks/a.sh", `#!/bin/sh\n${says("good", note.path)}\n`);
    await repository.trustAll();
    const opened = repository.open();
    await opened.fire();
    const [hook] = repository.hooks();
    const copy = hook?.executor.kind === "process" ? hook.executor.command : "";
    expect(copy.startsWith(repository.home)).toBe(true);
    chmodSync(copy, 0o700);
    writeFileSync(copy, `#!/bin/sh\n${says("evil", note.path)}\n`);
    const { records } = await opened.fire();
    expect(records).toMatchObject([{ failure: "trust-refused", error: expect.stringContaining("damaged") }]);
    await opened.close();
    // The next load finds it and makes another.
    await repository.fire();
    expect(note.lines()).toEqual(["good", "good"]);
    expect(readFileSync(copy, "utf8")).toContain("good");
  });
});

describe("what runs is a copy", () => {
  it("in which a script finds its data, its packages and its neighbours, and the workspace as its directory", async () => {
    const repository = openRepository({
      ".hookline/config.toml": declaration("c", process.execPath, ["hooks/deep/a.mjs"]),
      "hooks/deep/a.mjs": `import { readFileSync } from "node:fs";
import { name } from "somewhere";
import { word } from "../b.mjs";
const data = readFileSync(new URL("words.txt", import.meta.url), "utf8").trim();
process.stdout.write(JSON.stringify({ tool_input: { command: [name, word, data, process.cwd()].join(" ") } }));
`,
      "hooks/b.mjs": 'export const word = "neighbour";\n',
      "node_modules/somewhere/package.json": '{ "name": "somewhere", "type": "module", "exports": "./index.js" }',
      "node_modules/somewhere/index.js": 'export const name = "package";\n',
    });
    repository.write("hooks/deep/words.txt", "data\n", 0o644);
    await repository.trustAll();
    const { verdict } = await repository.fire();
    expect(verdict.payload).toMatchObject({ tool_input: { command: `package neighbour data ${repository.root}` } });
    const [subject] = repository.review().subjects;
    expect(subject?.evidence.unbound).toEqual(["the package somewhere: packages are not looked at"]);
  });

  it("what a script writes beside itself reaches the workspace and does not undo its trust", async () => {
    const repository = openRepository({
      ".hookline/config.toml": declaration("c", "./hooks/a.sh"),
      "hooks/a.sh": '#!/bin/sh\necho x >> "$(dirname "$0")/seen.log"\nprintf "{}"\n',
    });
    repository.write("hooks/seen.log", "", 0o644);
    await repository.trustAll();
    for (let at = 0; at < 3; at++) await repository.fire();
    expect(readFileSync(join(repository.root, "hooks/seen.log"), "utf8")).toBe("x\nx\nx\n");
    expect(repository.review().subjects).toMatchObject([{ state: "trusted" }]);
  });

  it.each([
    ["npm run lint", "npm: what it runs depends on package.json, which is not looked at"],
    ["make check", "make: what it runs depends on the Makefile, which is not looked at"],
    ['"$TOOL" x', '"$TOOL": which file this is only shows when it runs'],
  ])("%s: says what cannot be bound", (command, said) => {
    const repository = openRepository({ ".hookline/config.toml": declaration("c", "/bin/sh", ["-c", command]) });
    expect(repository.review().subjects[0]?.evidence.unbound).toContain(said);
  });
});
