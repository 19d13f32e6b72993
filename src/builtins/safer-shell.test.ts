import { describe, expect, it } from "vitest";
import { shellCorpus } from "../../test/support/shell-corpus.ts";
import { builtins } from "./all.ts";
import type { World } from "./builtin.ts";
import { saferShell } from "./safer-shell.ts";

type Payload = Readonly<Record<string, unknown>>;

/** What it answers; it must not need anything of the world. */
function answer(payload: Payload, args: readonly string[] = []) {
  const world = new Proxy({} as World, {
    get: (_, name) => expect.fail(`It wants ${String(name)} of the world.`),
  });
  return saferShell.run({ event: "tool.pre_call", payload, args, env: {}, cwd: null, signal: null }, world);
}

const shell = (command: unknown, more: Payload = {}): Payload => ({
  tool_name: "shell",
  tool_input: { cmd: command },
  ...more,
});

describe("safer_shell", () => {
  it("is registered", () => {
    expect(builtins.get("safer_shell")).toBe(saferShell);
  });

  it.each(
    shellCorpus.filter(({ expect: kind }) => kind === "destructive").map((entry) => [entry.command, entry] as const),
  )("docker §10.44: asks about %j with radius and category", (_, { command, category, radius }) => {
    expect(answer(shell(command))).toMatchObject({
      decision: "ask",
      reason: expect.stringContaining(category ?? ""),
      metadata: { blast_radius: radius, category, reason: expect.stringMatching(/\.$/) },
    });
  });

  it.each(shellCorpus.filter(({ expect: kind }) => kind === "safe").map(({ command }) => [command]))(
    "docker §10.44: has no opinion on %j, which only reads",
    (command) => {
      expect(answer(shell(command))).toBeUndefined();
    },
  );

  it.each(["ls && rm x", "ls; foo", "cat a | sh", "ls > f", "ls\nfoo", "ls & foo"])(
    "docker §10.44: a compound asks: %j",
    (command) => {
      expect(answer(shell(command))).toMatchObject({ decision: "ask" });
    },
  );

  it("docker §10.44: reads the command from `command` as well", () => {
    expect(answer({ tool_name: "shell", tool_input: { command: "rm -rf x" } })).toMatchObject({
      decision: "ask",
      metadata: { blast_radius: "high" },
    });
    expect(answer({ tool_name: "shell", tool_input: { command: "ls" } })).toBeUndefined();
  });

  it("judges both when there are two commands, because only one of them will run", () => {
    const both = (cmd: string, command: string) => answer({ tool_name: "shell", tool_input: { cmd, command } });
    expect(both("ls", "rm -rf x")).toMatchObject({ decision: "ask", metadata: { blast_radius: "high" } });
    expect(both("rm -rf x", "ls")).toMatchObject({ decision: "ask" });
    expect(both("ls", "pwd")).toBeUndefined();
  });

  it("reads a command that is given as words", () => {
    expect(answer(shell(["bash", "-lc", "git status"]))).toBeUndefined();
    expect(answer(shell(["bash", "-lc", "rm -rf x"]))).toMatchObject({ metadata: { category: "fs-delete" } });
  });

  it.each<[what: string, payload: Payload]>([
    ["another tool", { tool_name: "read_file", tool_input: { cmd: "rm -rf /" } }],
    ["a tool without a name", { tool_input: { cmd: "rm -rf /" } }],
    ["a name that is not a text", { tool_name: 7, tool_input: { cmd: "rm -rf /" } }],
    ["an empty payload", {}],
  ])("docker §10.44: %s is none of its business", (_, payload) => {
    expect(answer(payload)).toBeUndefined();
  });

  it("is for one event alone", () => {
    expect(saferShell.events).toEqual(["tool.pre_call"]);
  });

  it.each(["shell", "Bash", "bash", "run_shell_command", "exec_command", "local_shell", "run_background_job"])(
    "knows the shell under the name %s",
    (tool) => {
      expect(answer({ tool_name: tool, tool_input: { command: "rm -rf x" } })).toMatchObject({ decision: "ask" });
    },
  );

  it.each<[what: string, input: unknown]>([
    ["an empty command", { cmd: "" }],
    ["blanks", { cmd: "  \n" }],
    ["no command", {}],
    ["no input", undefined],
    ["input that is not an object", "rm -rf /"],
    ["a number", { cmd: 7 }],
    ["a list with something else in it", { cmd: ["ls", 7] }],
    ["a command nobody knows", { cmd: "frobnicate --all" }],
  ])("docker §10.44: asks with blast radius unknown about %s", (_, input) => {
    const effects = answer({ tool_name: "shell", tool_input: input });
    expect(effects).toMatchObject({
      decision: "ask",
      metadata: { blast_radius: "unknown", reason: expect.any(String) },
    });
    expect(effects).not.toHaveProperty("metadata.category");
  });

  const commands = { destructive: "rm -rf x", safe: "ls", unknown: "frobnicate", empty: "" } as const;

  it.each<[mode: string, command: keyof typeof commands, asks: boolean]>([
    ["unsafe", "destructive", false],
    ["unsafe", "safe", false],
    ["unsafe", "unknown", false],
    ["unsafe", "empty", false],
    ["safer", "destructive", true],
    ["safer", "safe", false],
    ["safer", "unknown", false],
    ["safer", "empty", false],
    ["strict", "destructive", true],
    ["strict", "safe", false],
    ["strict", "unknown", true],
    ["strict", "empty", true],
  ])("docker §10.44: in mode %s a command that is %s asks: %s", (mode, command, asks) => {
    const expected = asks ? "ask" : undefined;
    const text = commands[command];
    const asked = [answer(shell(text), [mode]), answer(shell(text, { safety_policy: mode }))];
    for (const effects of asked) expect((effects as { decision?: string } | undefined)?.decision).toBe(expected);
  });

  it("docker §10.44: the argument goes before the session's policy", () => {
    expect(answer(shell("frobnicate", { safety_policy: "unsafe" }), ["strict"])).toMatchObject({ decision: "ask" });
    expect(answer(shell("rm -rf x", { safety_policy: "strict" }), ["unsafe"])).toBeUndefined();
  });

  it("docker §10.44: an argument that is no mode is ignored", () => {
    expect(answer(shell("frobnicate"), ["yolo"])).toMatchObject({ decision: "ask" });
    expect(answer(shell("frobnicate", { safety_policy: "safer" }), ["loose"])).toBeUndefined();
  });

  it.each([undefined, "", "yolo", "UNSAFE", 1])(
    "docker §9.7: is strict when the policy is %j: approving everything does not silence it",
    (policy) => {
      expect(answer(shell("frobnicate", { safety_policy: policy, yolo: true }))).toMatchObject({ decision: "ask" });
    },
  );

  it("docker §5.13: what is too long to be read is asked about in mode safer, too", () => {
    expect(answer(shell(`rm -rf x ${" ".repeat(70_000)}`), ["safer"])).toMatchObject({
      decision: "ask",
      metadata: { blast_radius: "unknown" },
    });
  });

  it.each<[command: string, radius: string, category: string | undefined]>([
    ["rm -fr /", "high", "fs-delete"],
    ["rm --recursive x", "high", "fs-delete"],
    ["find . | xargs rm -rf", "high", "fs-delete"],
    ["find . -name x -delete", "high", "fs-delete"],
    ["cat a|sh", "unknown", undefined],
    ["echo hi>f", "medium", "fs-overwrite"],
    ["echo hi > f", "medium", "fs-overwrite"],
    ["git diff --output=/etc/x", "unknown", undefined],
    ["docker rm x", "medium", "dk-container-del"],
    ["npm rm x", "low", "pkg-remove"],
    ["git rm x", "medium", "git-delete"],
    ["git push --force", "high", "git-remote"],
    ["git branch -D x", "medium", "git-delete"],
    ["kubectl delete pod x", "high", "k8s-delete"],
    ["docker-compose down -v", "high", "dk-compose"],
  ])("docker §5.13: %s asks with radius %s", (command, radius, category) => {
    expect(answer(shell(command))).toMatchObject({ decision: "ask", metadata: { blast_radius: radius } });
    expect((answer(shell(command)) as { metadata: { category?: string } }).metadata.category).toBe(category);
  });
});
