import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runCli } from "../../src/cli/run-cli.ts";
import { canary, openRepository, type Repository } from "./repository.ts";

const agh = `command: "./canary.sh"`;

/** A hook on `tool.pre_call` in every kind of file that a repository can bring. */
const kinds: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "config.toml": {
    ".hookline/config.toml":
      '[[hooks.declarations]]\nname = "c"\nevent = "tool.pre_call"\nmode = "sync"\ncommand = "./canary.sh"\n',
  },
  "AGH's config.toml": {
    ".agh/config.toml":
      '[[hooks.declarations]]\nname = "c"\nevent = "tool.pre_call"\nmode = "sync"\ncommand = "./canary.sh"\n',
  },
  "AGENT.md": {
    ".hookline/agents/coder/AGENT.md": `---\nname: coder\nhooks:\n  - name: c\n    event: tool.pre_call\n    mode: sync\n    ${agh}\n---\n`,
  },
  "SKILL.md": {
    ".hookline/skills/notes/SKILL.md": `---\nname: notes\nmetadata:\n  agh:\n    hooks:\n      - event: tool.pre_call\n        mode: sync\n        ${agh}\n---\n`,
  },
  extension: {
    ".hookline/extensions/tools/extension.toml":
      '[extension]\nname = "tools"\n[[resources.hooks]]\nname = "c"\nevent = "tool.pre_call"\nmode = "sync"\ncommand = "{{config_dir}}/run.sh"\n',
    ".hookline/extensions/tools/run.sh": "#!/bin/sh\nexec ../../../canary.sh\n",
  },
  "hookline.yaml": {
    "hookline.yaml": "hooks:\n  pre_tool_use:\n    - hooks:\n        - { type: command, command: ./canary.sh }\n",
  },
  "HOOK.md": {
    ".agents/hooks/c/HOOK.md": "---\nname: c\ndescription: A canary.\ntrigger: pre-tool-call\n---\n\n# c\n",
    ".agents/hooks/c/scripts/run.sh": "#!/bin/sh\nexec ./canary.sh\n",
  },
  "hooks.json": {
    ".hookline/hooks.json": JSON.stringify({
      hooks: { PreToolUse: [{ matcher: "*", hooks: [{ type: "command", command: "./canary.sh" }] }] },
    }),
  },
  ".claude/settings.json": {
    ".claude/settings.json": JSON.stringify({
      hooks: {
        PreToolUse: [{ matcher: "*", hooks: [{ type: "command", command: '"$CLAUDE_PROJECT_DIR"/canary.sh' }] }],
      },
    }),
  },
};

const payload = JSON.stringify({
  session_id: "s",
  agent_name: "coder",
  tool_name: "Bash",
  tool_input: { command: "ls" },
});

const commands: readonly (readonly string[])[] = [
  ["list"],
  ["list", "--prompt"],
  ["validate"],
  ["explain", "tool.pre_call", "--payload", payload],
  ["explain", "tool.pre_call", "--payload", payload, "--run"],
  ["fire", "tool.pre_call", "--payload", payload],
  ["fire", "tool.pre_call", "--payload", payload, "--trust-fingerprint", "0".repeat(64)],
  ["info", "c"],
  ["trust"],
  ["trust", "--check"],
  ["trust", "-o", "json"],
  ["test"],
  ["convert", "--to", "agh"],
  ["convert", "--to", "claude"],
  ["completion", "bash"],
  ["complete", "--", "hookline", "info", ""],
  ["new", "agh", "tool.pre_call", "--dry-run"],
  ["builtins"],
  ["events"],
  ["runs"],
  ["snapshots"],
  ["undo"],
  ["adapt", "agh", "tool.pre_call", "--builtin", "--", "add_date"],
];

function cloneOf(files: Readonly<Record<string, string>>): Repository {
  const repository = openRepository({});
  const { path } = canary(repository);
  repository.write("canary.sh", `#!/bin/sh\necho ran >> ${path}\nprintf '{}'\n`);
  for (const [file, text] of Object.entries(files)) repository.write(file, text);
  repository.write(
    "c.hooktest.yaml",
    `tests:\n  - { name: runs, event: tool.pre_call, payload: ${payload}, expect: { decision: none } }\n`,
  );
  return repository;
}

async function run({ root, place }: Repository, argv: readonly string[], env = {}) {
  const out: string[] = [];
  const terminal = {
    out: (text: string) => out.push(text),
    err: (text: string) => out.push(text),
    width: 100,
    color: false,
  };
  const world = { env: { ...place.environment, ...env }, cwd: root, readStdin: async () => "", signal: null };
  const included = /^(?:list|validate|explain|fire|info|trust)$/.test(argv[0] ?? "")
    ? ["--include", "claude-code"]
    : [];
  const exitCode = await runCli([...argv, ...included], terminal, world);
  return { text: out.join(""), exitCode };
}

describe("T1 a repository that was only cloned", () => {
  it.each(Object.entries(kinds))("%s: nothing of it runs, whatever command is given", async (_kind, files) => {
    const repository = cloneOf(files);
    const { lines } = canary(repository);
    for (const argv of commands) await run(repository, argv);
    expect(lines()).toEqual([]);
    // The hook is there all the same, or this would prove nothing.
    expect(repository.review().subjects).toHaveLength(1);
    const { verdict, records } = await repository.fire("tool.pre_call", JSON.parse(payload));
    expect(records).toMatchObject([{ outcome: "skipped", failure: "trust-refused" }]);
    expect(verdict.problems).toMatchObject([
      { failure: "trust-refused", fix: expect.stringContaining("hookline trust") },
    ]);
  });

  it.each(Object.entries(kinds))("%s: it runs once it is trusted", async (_kind, files) => {
    const repository = cloneOf(files);
    const { lines } = canary(repository);
    expect((await run(repository, ["trust", "--yes"])).exitCode).toBe(0);
    await run(repository, ["fire", "tool.pre_call", "--payload", payload]);
    expect(lines()).toEqual(["ran"]);
  });

  it.each(Object.entries(kinds))("%s: the review shows what it would run", async (_kind, files) => {
    const repository = cloneOf(files);
    const { text, exitCode } = await run(repository, ["trust"]);
    expect(exitCode).toBe(1);
    for (const shown of ["tool.pre_call", Object.keys(files)[0] ?? "", "canary.sh", "echo ran"])
      expect(text).toContain(shown);
  });

  it("list says so, and how to go on", async () => {
    const repository = cloneOf(kinds["config.toml"] ?? {});
    const { text } = await run(repository, ["list"]);
    expect(text).toMatch(/ new\n\n1 hook is not trusted and does not run: run hookline trust\n$/);
    expect((await run(repository, ["info", "c"])).text).toMatch(/Trust +new; it does not run: it is new/);
    const explained = await run(repository, ["explain", "tool.pre_call", "--payload", payload]);
    expect(explained.text).toMatch(/ no +it is not trusted: it is new and nobody has trusted it yet/);
  });

  it("a built-in, a model or a text of a repository's needs trust as well", async () => {
    const repository = openRepository({
      "hookline.yaml": `hooks:
  turn_start:
    - { type: builtin, command: add_date }
    - { type: model, model: openai/x, prompt: hello }
`,
      ".hookline/hooks.json": JSON.stringify({ hooks: { UserPromptSubmit: [{ type: "prompt", prompt: "obey" }] } }),
    });
    const states = repository.review().subjects.map(({ state, hook }) => `${hook?.executor.kind} ${state}`);
    expect(states).toEqual(expect.arrayContaining(["builtin new", "model new", "prompt new"]));
    expect((await repository.fire("step.start", {})).verdict.contexts).toEqual([]);
    expect((await repository.fire("input.pre_submit", { message: "x" })).verdict.contexts).toEqual([]);
  });

  it("a required hook refuses until it is trusted, one that is not lets go on", async () => {
    const files = (more: string) => ({
      ".hookline/config.toml": `[[hooks.declarations]]\nname = "c"\nevent = "tool.pre_call"\nmode = "sync"\ncommand = "true"\n${more}\n`,
    });
    expect((await openRepository(files("required = true")).fire()).verdict.decision).toBe("deny");
    expect((await openRepository(files('on_failure = "block"')).fire()).verdict.decision).toBe("deny");
    expect((await openRepository(files("")).fire()).verdict.decision).toBe("none");
  });

  it("what is the user's own needs none", async () => {
    const repository = openRepository({});
    const { path, lines } = canary(repository);
    repository.write(
      join(repository.home, "config.toml"),
      `[[hooks.declarations]]\nname = "mine"\nevent = "tool.pre_call"\nmode = "sync"\ncommand = "/bin/sh"\nargs = ["-c", "echo ran >> ${path}"]\n`,
    );
    await repository.fire();
    expect(lines()).toEqual(["ran"]);
    expect(repository.review().subjects).toEqual([]);
  });
});

describe("T2 a repository in CI", () => {
  it.each(Object.entries(kinds))(
    "%s: off without a terminal, exactly what a fingerprint names with it",
    async (_kind, files) => {
      const repository = cloneOf(files);
      const { lines } = canary(repository);
      const ci = { CI: "1" };
      for (const argv of commands) await run(repository, argv, ci);
      expect(lines()).toEqual([]);

      const { fingerprint } = repository.review();
      const fire = ["fire", "tool.pre_call", "--payload", payload, "--trust-fingerprint"];
      await run(repository, [...fire, `${fingerprint.slice(1)}0`], ci);
      expect(lines()).toEqual([]);
      await run(repository, [...fire, `sha256:${fingerprint.toUpperCase()}`], ci);
      expect(lines()).toEqual(["ran"]);

      repository.write("canary.sh", "#!/bin/sh\necho changed >> canary\n");
      await run(repository, [...fire, fingerprint], ci);
      expect(lines()).toEqual(["ran"]);
      // Naming a fingerprint for one command decides nothing for the next.
      expect(repository.review().subjects).toMatchObject([{ state: "new" }]);
    },
  );

  it("the fingerprint is the same wherever the repository lies", async () => {
    const files = kinds["config.toml"] ?? {};
    const [one, other] = [openRepository(files), openRepository(files)];
    for (const { write } of [one, other]) write("canary.sh", "#!/bin/sh\n");
    expect(one.review().fingerprint).toBe(other.review().fingerprint);
  });

  it("--check says what is open and exits 1; afterwards 0", async () => {
    const repository = cloneOf(kinds["config.toml"] ?? {});
    const before = await run(repository, ["trust", "--check"]);
    expect(before.exitCode).toBe(1);
    expect(before.text).toContain(repository.review().fingerprint);
    await run(repository, ["trust", "--fingerprint", repository.review().fingerprint]);
    expect((await run(repository, ["trust", "--check"])).exitCode).toBe(0);
  });

  it("a project's own files cannot move the place where trust is kept", async () => {
    const repository = cloneOf({ ...kinds["config.toml"], ".env": "HOOKLINE_HOME=./evil\n" });
    mkdirSync(join(repository.root, "evil"));
    await run(repository, ["list"]);
    await run(repository, ["trust"]);
    expect(readdirSync(join(repository.root, "evil"))).toEqual([]);
  });
});
