import { spawnSync } from "node:child_process";
import { mkdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { canary, declaration, openRepository, type Repository } from "./repository.ts";

/** A hook, the file that it runs, and what somebody makes of that file after the hook was trusted. */
interface Form {
  readonly command: string;
  readonly args?: readonly string[];
  /** More of the declaration. */
  readonly more?: string;
  /** The file that is exchanged, or put where none was. */
  readonly file: string;
  readonly language?: (word: string, note: string) => string;
  /** What else there is. */
  readonly others?: Readonly<Record<string, string>>;
  /** True when the file is not there before. */
  readonly isMissing?: true;
  readonly mode?: number;
}

const shell = (word: string, note: string) => `#!/bin/sh\necho ${word} >> ${note}\n`;
const commonJs = (word: string, note: string) =>
  `require("node:fs").appendFileSync(${JSON.stringify(note)}, "${word}\\n");\n`;
const module = (word: string, note: string) =>
  `import { appendFileSync } from "node:fs";\nappendFileSync(${JSON.stringify(note)}, "${word}\\n");\n`;
const python = (word: string, note: string) => `open(${JSON.stringify(note)}, "a").write("${word}\\n")\n`;

const node = process.execPath;
const a = "hooks/a.sh";
const text = (code: string, more: Partial<Form> = {}): Form => ({
  command: "/bin/sh",
  args: ["-c", code],
  file: a,
  ...more,
});
const bash = (code: string, more: Partial<Form> = {}): Form => ({
  command: "bash",
  args: ["-c", code],
  file: a,
  ...more,
});
const js = (args: readonly string[], file: string, more: Partial<Form> = {}): Form => ({
  command: node,
  args,
  file,
  language: file.endsWith(".mjs") ? module : commonJs,
  ...more,
});

/** Whatever stands in the file, only what was trusted runs. */
const closed: Readonly<Record<string, Form>> = {
  "a program that was not there": { command: "./hooks/a.sh", file: a, isMissing: true },
  "a script that was not there": { command: "/bin/sh", args: ["hooks/a.sh"], file: a, isMissing: true },
  "a program in a text that was not there": text("./hooks/a.sh || true", { isMissing: true }),
  "a sourced file that was not there": text("[ ! -f hooks/a.sh ] || . ./hooks/a.sh", { isMissing: true }),
  "cd in a function": text("f() { cd hooks; }; f; ./a.sh"),
  "cd in a condition": text("if false; then cd hooks; fi; ./a.sh", { file: "a.sh" }),
  "cd to nowhere": text("cd nope; ./hooks/a.sh"),
  "one cd or another": text("cd hooks || cd other; ./a.sh", { others: { "hooks/other/a.sh": "#!/bin/sh\n" } }),
  "cd, then $PWD": text('cd hooks; sh "$PWD/a.sh"'),
  "command cd": text("command cd hooks; ./a.sh"),
  "a function of the same name": bash("if false; then hooks/a.sh() { :; }; fi; hooks/a.sh"),
  "an alias": bash("shopt -s expand_aliases; alias x=hooks/a.sh\nx"),
  "hash -p": bash("hash -p hooks/a.sh x; x"),
  "mapfile -C": bash("mapfile -C ./hooks/a.sh -c 2 < hooks/a.sh"),
  "trap --": text("trap -- ./hooks/a.sh EXIT; true"),
  "BASH_ENV for one command": text("BASH_ENV=hooks/a.sh bash -c true"),
  "export BASH_ENV": text("export BASH_ENV=hooks/a.sh; bash -c true"),
  "env BASH_ENV": { command: "env", args: ["BASH_ENV=hooks/a.sh", "bash", "-c", "true"], file: a },
  "env -C": { command: "env", args: ["-C", "hooks", "./a.sh"], file: a },
  "env -S": { command: "env", args: ["-S", "sh hooks/a.sh"], file: a },
  "a default value": text('sh "${FILE:-hooks/a.sh}"'),
  "a variable with more than one word": text("$X", { more: 'env = { X = "sh hooks/a.sh" }' }),
  "an array": bash('x=(sh hooks/a.sh); "${x[@]}"'),
  "find -exec": text("find . -name config.toml -exec ./hooks/a.sh \\;"),
  "find -exec {}": text("find hooks -name a.sh -exec {} \\;"),
  xargs: text("echo x | xargs ./hooks/a.sh"),
  "xargs with the name from elsewhere": text("echo hooks/a.sh | xargs sh"),
  "a text from a file": text('sh -c "$(cat hooks/a.sh)"'),
  "a file through a pipe": text("cat hooks/a.sh | sh"),
  "a here-document": text("sh <<E\n./hooks/a.sh\nE"),
  "input for a group": text("{ sh; } < hooks/a.sh"),
  "a second script's argument": text("sh hooks/run.sh hooks/a.sh", { others: { "hooks/run.sh": '. "$1"\n' } }),
  "awk's system": { command: "awk", args: ['BEGIN { system("sh hooks/a.sh") }'], file: a },
  "git's alias": { command: "git", args: ["-c", "alias.x=!sh hooks/a.sh", "x"], file: a },
  "a program that nobody knows": { command: "launch", args: ["--fast", "sh", "hooks/a.sh"], file: a },
  "a first line with a script": { command: "./hooks/b", file: a, others: { "hooks/b": "#!/bin/sh hooks/a.sh\n" } },
  "a quoted text in a script": {
    command: "./hooks/b.sh",
    file: "tools/a.sh",
    others: { "hooks/b.sh": "#!/bin/sh\nsh -c './tools/a.sh'\n" },
  },
  "a script without its extension": js(["hooks/a"], "hooks/a.js"),
  "a folder": js(["hooks"], "hooks/index.js"),
  "a folder with a main file": js(["."], "lib/x.js", { others: { "package.json": '{ "main": "lib/x" }' } }),
  "-r": js(["-r", "./hooks/a.js", "-e", "0"], "hooks/a.js"),
  "-r without the extension": js(["-r", "./hooks/a", "-e", "0"], "hooks/a.js"),
  "--require=": js(["--require=./hooks/a.js", "-e", "0"], "hooks/a.js"),
  "--import": js(["--import", "./hooks/a.mjs", "-e", "0"], "hooks/a.mjs"),
  "--import=": js(["--import=./hooks/a.mjs", "-e", "0"], "hooks/a.mjs"),
  "an option that nobody knows": js(["--title", "x", "hooks/a.js"], "hooks/a.js"),
  "a folder that is loaded": js(["hooks/b.cjs"], "hooks/lib/src/x.js", {
    others: { "hooks/b.cjs": 'require("./lib");\n', "hooks/lib/package.json": '{ "main": "src/x.js" }' },
    mode: 0o644,
  }),
};

/** Nothing can be done about these but to say so. */
const told: Readonly<Record<string, Form>> = {
  make: { command: "make", args: ["-f", "hooks/a.mk"], file: "hooks/a.mk" },
  "npm run": text("npm run x", { file: "package.json" }),
  "node --run": js(["--run", "x"], "package.json"),
  "make in a script": { command: "./hooks/b.sh", file: "Makefile", others: { "hooks/b.sh": "#!/bin/sh\nmake x\n" } },
  "a command in a script's variable": {
    command: "./hooks/b.sh",
    file: "tools/a.sh",
    others: { "hooks/b.sh": "#!/bin/sh\nX=$1\n./tools/$X.sh\n" },
  },
  "a name that is put together": js(["hooks/b.cjs"], "hooks/lib/x.js", {
    others: { "hooks/b.cjs": 'require("./li" + "b/x");\n' },
  }),
  "data that becomes code": js(["hooks/b.cjs"], "hooks/x.txt", {
    others: { "hooks/b.cjs": 'eval(require("fs").readFileSync(`${__dirname}/x.txt`, "utf8"));\n' },
    mode: 0o644,
  }),
  "a package": js(["hooks/b.cjs"], "node_modules/x/index.js", { others: { "hooks/b.cjs": 'require("x");\n' } }),
  "a program of a package": { command: "./node_modules/.bin/x", file: "node_modules/.bin/x" },
  "PATH in a text": text("PATH=hooks:$PATH; a", { file: "hooks/a" }),
  "PATH for a command": { command: "env", args: ["PATH=hooks:/usr/bin:/bin", "a"], file: "hooks/a" },
  NODE_PATH: js(["-e", "require('a')"], "hooks/a.js", { more: 'env = { NODE_PATH = "./hooks" }' }),
  "a folder for a program that nobody knows": { command: "run-parts", args: ["hooks"], file: "hooks/a" },
  "a file of the user's": text("~/x.sh", { file: a }),
  "a text that is too long to be read": text(`true ${"x".repeat(9000)}; ./hooks/a.sh`),
  "a script that is too long to be read": {
    command: "./hooks/b.sh",
    file: "tools/a.sh",
    others: { "hooks/b.sh": `#!/bin/sh\n: ${"x".repeat(9000)}\n./tools/a.sh\n` },
  },
};

function opened({ command, args, more, file, language = shell, others = {}, isMissing, mode }: Form) {
  const repository = openRepository(others);
  const note = canary(repository, "note");
  const bin = join(repository.directory, "bin");
  repository.write(join(bin, "launch"), '#!/bin/sh\nshift\nexec "$@"\n');
  Object.assign(repository.place.environment, { PATH: `${bin}:${process.env.PATH}` });
  const put = (word: string) => repository.write(file, language(word, note.path), mode);
  repository.write(".hookline/config.toml", declaration("c", command, args, more));
  for (const other of Object.keys(others)) if (mode !== undefined) repository.write(other, others[other] ?? "", mode);
  if (!isMissing) put("good");
  return { repository, note, put, before: isMissing ? [] : ["good"] };
}

describe.each(Object.entries(closed))("%s", (_what, form) => {
  it("runs what was trusted, and nothing else", async () => {
    const { repository, note, put, before } = opened(form);
    await repository.trustAll();
    const process = repository.open();
    await process.fire();
    expect(note.lines()).toEqual(before);
    put("evil");
    await process.fire();
    await process.close();
    await repository.fire();
    expect(note.lines()).toEqual(before);
    expect(repository.review().subjects).toMatchObject([{ state: "changed" }]);
  });
});

it.each(Object.entries(told))("%s: the review says that it cannot be bound", (_what, form) => {
  const { repository } = opened(form);
  expect(repository.review().subjects[0]?.evidence.unbound).not.toEqual([]);
});

const hasPython = spawnSync("python3", ["--version"]).status === 0;

describe("Python, which looks for modules where it runs", () => {
  const forms: Readonly<Record<string, Form & { readonly evil?: string }>> = {
    "-m": { command: "python3", args: ["-m", "tools.guard"], file: "tools/guard.py" },
    "-m in a text": text("python3 -m tools.guard", { file: "tools/guard.py" }),
    "-m in a script": {
      command: "./b.sh",
      file: "tools/guard.py",
      others: { "b.sh": "#!/bin/sh\npython3 -m tools.guard\n" },
    },
    "-m, the package around it": {
      command: "python3",
      args: ["-m", "tools.guard"],
      file: "tools/guard.py",
      others: { "tools/__init__.py": "" },
      evil: "tools/__init__.py",
    },
    "-m, a module of the library": {
      command: "python3",
      args: ["-m", "tools.guard"],
      file: "tools/guard.py",
      evil: "re.py",
    },
    "-m, a module beside the package": {
      command: "python3",
      args: ["-m", "tools.guard"],
      file: "helper.py",
      others: { "tools/guard.py": "import helper\n" },
    },
    "-c": { command: "python3", args: ["-c", "import helper"], file: "helper.py" },
    "-c, a module of the library": {
      command: "python3",
      args: ["-c", "import helper, json"],
      file: "helper.py",
      evil: "json.py",
    },
    "-c, a module of that": {
      command: "python3",
      args: ["-c", "import helper, json"],
      file: "helper.py",
      evil: "re.py",
    },
    "a folder": { command: "python3", args: ["hooks"], file: "hooks/__main__.py" },
    "a folder that becomes a module": {
      command: "python3",
      args: ["hooks/a.py"],
      file: "hooks/a.py",
      others: { "hooks/logging/README": "for logs" },
      evil: "hooks/logging/__init__.py",
    },
  };

  it.skipIf(!hasPython).each(Object.entries(forms))("%s: runs what was trusted", async (_what, { evil, ...form }) => {
    const { repository, note, put } = opened({ ...form, language: (w, n) => `import logging\n${python(w, n)}` });
    await repository.trustAll();
    const process = repository.open();
    await process.fire();
    expect(note.lines()).toEqual(["good"]);
    if (evil === undefined) put("evil");
    else repository.write(evil, python("evil", note.path));
    await process.fire();
    await process.close();
    await repository.fire();
    expect(note.lines()).not.toContain("evil");
  });

  it("is told to look among the copies, in every way to start it", async () => {
    const repository = openRepository({ "tools/guard.py": "", "helper.py": "" });
    const config = [
      declaration("module", "python3", ["-u", "-m", "tools.guard", "x"]),
      declaration("code", "python3", ["-c", "import helper"]),
    ].join("\n");
    // Whether there is a Python or not.
    repository.write(join(repository.directory, "bin/python3"), "#!/bin/sh\n");
    Object.assign(repository.place.environment, { PATH: join(repository.directory, "bin") });
    repository.write(".hookline/config.toml", config);
    await repository.trustAll();
    const [moduleHook, codeHook] = repository.hooks().map(({ executor }) => executor);
    const copies = `import sys; sys.path[:1] = ["${repository.home}/trust/copies/`;
    expect(moduleHook).toMatchObject({ args: ["-u", "-c", expect.stringContaining(copies), "x"] });
    expect(codeHook).toMatchObject({ args: ["-c", expect.stringMatching(/^import sys; .*\nimport helper$/)] });
    expect(repository.review().subjects.map(({ evidence }) => evidence.unbound)).toEqual([[], []]);
  });

  it("finds nothing that was compiled some time", async () => {
    const repository = openRepository({
      ".hookline/config.toml": declaration("c", "python3", ["hooks/a.py"]),
      "hooks/a.py": "import helper\n",
      "hooks/helper.py": "",
      "hooks/__pycache__/helper.cpython-311.pyc": "anything",
    });
    repository.write(join(repository.directory, "bin/python3"), '#!/bin/sh\nls "$(dirname "$1")" > found\n');
    Object.assign(repository.place.environment, { PATH: `${join(repository.directory, "bin")}:/usr/bin:/bin` });
    await repository.trustAll();
    await repository.fire();
    expect(canary({ directory: repository.root }, "found").lines()).toEqual(["a.py", "helper.py"]);
  });
});

describe("what a path leads to", () => {
  it.each<[what: string, change: (repository: Repository) => void]>([
    [
      "another folder in its place",
      ({ root }) => {
        renameSync(join(root, "hooks"), join(root, "old"));
        renameSync(join(root, "evil"), join(root, "hooks"));
      },
    ],
    [
      "a link to another folder",
      ({ root }) => {
        renameSync(join(root, "hooks"), join(root, "old"));
        symlinkSync("evil", join(root, "hooks"));
      },
    ],
    [
      "a folder in the file's place",
      ({ root }) => {
        rmSync(join(root, a));
        mkdirSync(join(root, a));
      },
    ],
    [
      "a pipe that nobody writes to",
      ({ root }) => {
        rmSync(join(root, a));
        spawnSync("mkfifo", [join(root, a)]);
      },
    ],
    [
      "a device",
      ({ root }) => {
        rmSync(join(root, a));
        symlinkSync("/dev/zero", join(root, a));
      },
    ],
  ])("%s does not run, and nobody waits", async (_what, change) => {
    const repository = openRepository({ ".hookline/config.toml": declaration("c", "./hooks/a.sh") });
    const note = canary(repository, "note");
    repository.write(a, shell("good", note.path));
    repository.write("evil/a.sh", shell("evil", note.path));
    await repository.trustAll();
    const process = repository.open();
    await process.fire();
    change(repository);
    const { records } = await process.fire();
    await process.close();
    expect(records).toMatchObject([{ failure: "trust-refused" }]);
    await repository.fire();
    expect(note.lines()).toEqual(["good"]);
  });
});
