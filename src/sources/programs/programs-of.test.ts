import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { ExecutorSpec } from "../../engine/hook.ts";
import { type NamedProgram, programsOf, type Where } from "./programs-of.ts";

const base = realpathSync(mkdtempSync(join(tmpdir(), "hookline-programs-")));
const root = join(base, "workspace");
const bin = join(base, "bin");
afterAll(() => rmSync(base, { recursive: true, force: true }));

const write = (path: string, text: string, mode = 0o755) => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  chmodSync(path, mode);
};
for (const name of "sh bash env node python3 jq timeout nice npx cat awk xargs find deno ruby".split(" "))
  write(join(bin, name), "#!/bin/sh\n");
write(join(root, "hooks/guard.sh"), "#!/usr/bin/env bash\n");
write(join(root, "hooks/lib.sh"), "x=1\n", 0o644);
write(join(root, "hooks/check.mjs"), "1\n", 0o644);
write(join(root, "hooks/check.py"), "1\n", 0o644);
write(join(root, "hooks/a b.sh"), "#!/bin/sh\n");
write(join(root, "tools/interp"), "#!/bin/sh\n");
write(join(root, "hooks/own.x"), `#!${join(root, "tools/interp")} -q\n`);
symlinkSync(join(base, "elsewhere.sh"), join(root, "hooks/link.sh"));
write(join(base, "elsewhere.sh"), "#!/bin/sh\n");

type Process = Extract<ExecutorSpec, { kind: "process" }>;
const spec = (command: string, args: readonly string[], more: Partial<Process> = {}): Process => ({
  kind: "process",
  command,
  args,
  env: {},
  inherits: "safe-names",
  cwd: root,
  ...more,
});
const found = (executor: ExecutorSpec) => programsOf({ executor }, { searchPath: bin, root });
const shown = ({ role, path, problem, word }: NamedProgram) =>
  path === null ? `${problem} ${word}` : `${role} ${relative(base, path)}${problem ? ` ${problem}` : ""}`;
const isText = ({ command }: Process) => /sh$/.test(command);
const inside = (executor: Process) =>
  found(executor)
    // Where something is open, the text itself is one more thing to look into.
    .filter(
      ({ word, path, problem }) => path !== null || problem !== null || word !== executor.args[1] || !isText(executor),
    )
    .filter(
      ({ role, problem, path }) =>
        role !== "interpreter" && (problem !== null || path === null || path.startsWith(root)),
    )
    .map(shown);

describe("a command without a shell", () => {
  it.each<[command: string, args: string[], expected: string[]]>([
    ["./hooks/guard.sh", [], ["program workspace/hooks/guard.sh"]],
    ["bash", ["./hooks/guard.sh", "x"], ["script workspace/hooks/guard.sh"]],
    ["bash", ["-eu", "-o", "pipefail", "hooks/guard.sh"], ["script workspace/hooks/guard.sh"]],
    ["env", ["-i", "A=b", "bash", "hooks/guard.sh"], ["script workspace/hooks/guard.sh"]],
    ["timeout", ["5", "node", "--no-warnings", "hooks/check.mjs"], ["script workspace/hooks/check.mjs"]],
    ["nice", ["-n", "5", "./hooks/guard.sh"], ["program workspace/hooks/guard.sh"]],
    ["node", ["-r", "./hooks/check.mjs", "-e", "1"], ["script workspace/hooks/check.mjs", "null 1"]],
    ["node", ["--import=./hooks/check.mjs", "hooks/check.mjs"], Array(2).fill("script workspace/hooks/check.mjs")],
    ["python3", ["-u", "hooks/check.py"], ["script workspace/hooks/check.py"]],
    ["python3", ["-m", "hooks.check"], ["script workspace/hooks/check.py", "null ", "null "]],
    ["python3", ["-uc", "print(1)"], ["null print(1)"]],
    ["bash", [], ["dynamic standard input"]],
    ["bash", ["-s"], ["dynamic standard input"]],
    ["node", ["--version"], []],
    ["deno", ["run", "-A", "--quiet", "hooks/check.mjs"], ["script workspace/hooks/check.mjs"]],
    ["npx", ["-y", "tsx", "hooks/check.mjs"], ["script workspace/hooks/check.mjs"]],
    ["awk", ["-f", "hooks/lib.sh"], ["script workspace/hooks/lib.sh"]],
    ["awk", ["{print}", "hooks/lib.sh"], []],
    ["bash", ["-c", "cd hooks && ./guard.sh"], ["program workspace/hooks/guard.sh"]],
    ["bash", ["nowhere.sh"], ["not-found nowhere.sh"]],
    ["nowhere", [], ["not-found nowhere"]],
    ["./hooks/lib.sh", [], ["program workspace/hooks/lib.sh not-executable"]],
    ["./hooks", [], ["not-found ./hooks"]],
    ["./hooks/guard.sh\0x", [], ["not-found ./hooks/guard.sh\0x"]],
  ])("%s %j", (command, args, expected) => {
    expect(inside(spec(command, args))).toEqual(expected);
  });
});

describe("a text for a shell", () => {
  it.each<[text: string, expected: string[]]>([
    ["./hooks/guard.sh", ["program workspace/hooks/guard.sh"]],
    ['"$CLAUDE_PROJECT_DIR"/hooks/guard.sh --x', ["program workspace/hooks/guard.sh"]],
    ['"${CLAUDE_PROJECT_DIR}/hooks/guard.sh"', ["program workspace/hooks/guard.sh"]],
    ["${CLAUDE_PROJECT_DIR:-.}/hooks/guard.sh", ["program workspace/hooks/guard.sh"]],
    ["$PWD/hooks/guard.sh", ["program workspace/hooks/guard.sh"]],
    ['"$(pwd)/hooks/guard.sh"', ["program workspace/hooks/guard.sh"]],
    ["$HOOKS/guard.sh", ["program workspace/hooks/guard.sh"]],
    ["HOOKS=/nowhere; $HOOKS/guard.sh", ["not-found /nowhere/guard.sh"]],
    ["HOOKS=/nowhere true; $HOOKS/guard.sh", ["dynamic $HOOKS/guard.sh"]],
    ["[ -f x ] || HOOKS=/nowhere; $HOOKS/guard.sh", ["dynamic $HOOKS/guard.sh"]],
    ["$UNKNOWN/guard.sh", ["dynamic $UNKNOWN/guard.sh"]],
    ["~/guard.sh", ["dynamic ~/guard.sh"]],
    [
      "cat | ./hooks/guard.sh && . ./hooks/lib.sh",
      ["program workspace/hooks/guard.sh", "script workspace/hooks/lib.sh"],
    ],
    [
      "source hooks/lib.sh; echo $(bash hooks/guard.sh)",
      ["script workspace/hooks/lib.sh", "script workspace/hooks/guard.sh"],
    ],
    ["if [ -f x ]; then hooks/guard.sh; fi", ["program workspace/hooks/guard.sh"]],
    ["(cd hooks; ./guard.sh); ./guard.sh", ["program workspace/hooks/guard.sh", "not-found ./guard.sh"]],
    ['cd "$X" && ./guard.sh', ["dynamic ./guard.sh"]],
    ["bash -c './hooks/guard.sh a'", ["program workspace/hooks/guard.sh"]],
    ["'hooks/a b.sh'", ["program workspace/hooks/a b.sh"]],
    ["f() { ./hooks/guard.sh; }; f", ["program workspace/hooks/guard.sh"]],
    ["eval './hooks/guard.sh'", ["program workspace/hooks/guard.sh"]],
    ["eval $X", ["dynamic $X"]],
    ["exec ./hooks/guard.sh", ["program workspace/hooks/guard.sh"]],
    ["find . -exec ./hooks/guard.sh {} \\;", ["program workspace/hooks/guard.sh"]],
    ["xargs -n1 ./hooks/guard.sh", ["program workspace/hooks/guard.sh"]],
    ["cat <<E\n$(./hooks/guard.sh)\nE", ["program workspace/hooks/guard.sh"]],
    ["sh < hooks/lib.sh", ["script workspace/hooks/lib.sh"]],
    ["cat hooks/lib.sh | sh", ["dynamic standard input"]],
    ["echo 'unclosed", ["dynamic echo 'unclosed"]],
    ["echo hi; printf x; test 1 = 1; true", []],
  ])("%s", (text, expected) => {
    const env = { HOOKS: join(root, "hooks") };
    expect(inside(spec("/bin/sh", ["-c", text], { env, inherits: "everything" }))).toEqual(expected);
  });
});

describe("what is known of a program", () => {
  it("its interpreter, and what env looks for", () => {
    expect(found(spec("./hooks/guard.sh", [])).map(shown)).toEqual([
      "program workspace/hooks/guard.sh",
      `interpreter ${relative(base, "/usr/bin/env")}`,
      "interpreter bin/bash",
    ]);
    expect(found(spec("./hooks/own.x", [])).at(-1)).toMatchObject({ role: "interpreter", isInside: true, where: null });
  });

  it("where links lead, and that a link of the workspace is the workspace's", () => {
    const [link] = found(spec("./hooks/link.sh", []));
    expect(link).toMatchObject({ isInside: true, realPath: join(base, "elsewhere.sh") });
    expect(found(spec("jq", []))[0]).toMatchObject({ isInside: false, path: join(bin, "jq") });
  });

  it("that a bare name is the workspace's when the hook's PATH says so", () => {
    const env = { PATH: `tools:${bin}` };
    expect(inside(spec("/bin/sh", ["-c", "interp x"], { env }))).toEqual(["program workspace/tools/interp"]);
    expect(inside(spec("interp", [], { env }))).toEqual(["not-found interp"]);
  });

  it.each<[args: string[], word: string, where: Where]>([
    [["-c", "cat | ./hooks/guard.sh x"], "./hooks/guard.sh", { in: "args", index: 1, spans: [[6, 22]], quoted: [] }],
    [
      ["-c", "bash -c './hooks/guard.sh'"],
      "./hooks/guard.sh",
      {
        in: "args",
        index: 1,
        spans: [
          [8, 26],
          [0, 16],
        ],
        quoted: ["./hooks/guard.sh"],
      },
    ],
    [["hooks/guard.sh"], "hooks/guard.sh", { in: "args", index: 0, spans: [], quoted: [] }],
  ])("where its word stands in %j", (args, word, where) => {
    expect(found(spec("bash", args)).find((program) => program.word === word)?.where).toEqual(where);
  });
});
