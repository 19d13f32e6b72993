import { describe, expect, it } from "vitest";
import type { Hook } from "../engine/hook.ts";
import { everywhere, matchesEverything } from "../engine/matcher.ts";
import { adaptHooks } from "./adapted.ts";
import { adapterFlags, adapterLine, adapterWords, parseAdapterCall, plainCall } from "./adapter-call.ts";

const around = {
  environment: { SHELL: "/bin/sh" },
  platform: "linux",
  isOnPath: () => false,
  outputLimit: null,
  cwd: "/w",
} as const;

function hookThat(command: string, args: readonly string[], more: Partial<Hook> = {}): Hook {
  return {
    name: "outer",
    event: "tool.pre_call",
    dialect: "docker-agent",
    source: "config",
    skillSource: null,
    mode: "sync",
    required: true,
    onFailure: "block",
    priority: 500,
    timeoutMs: 7000,
    matcher: matchesEverything,
    scope: everywhere,
    tieBreak: "declaration",
    lane: "default",
    together: true,
    executor: { kind: "process", command, args, env: { A: "1" }, inherits: "everything", cwd: "/w" },
    wire: null,
    metadata: {},
    origin: { file: "/w/hookline.yaml", line: 3 },
    ...more,
  };
}

const adapted = (hook: Hook, script: string | null = null) => adaptHooks([hook], around, () => script)[0] as Hook;
const line = "hookline adapt agh tool.pre_call -- ./guard.sh 'a b'";

describe("adaptHooks", () => {
  it.each<[where: string, hook: Hook, script: string | null]>([
    ["a shell's command", hookThat("/bin/bash", ["-c", line]), null],
    ["a shell's command with exec", hookThat("/bin/bash", ["-c", `exec ${line}`]), null],
    ["a shell's command that must not be missing", hookThat("/bin/sh", ["-c", `${line} || exit 2`]), null],
    ["a program's arguments", hookThat("hookline", ["adapt", "agh", "tool.pre_call", "--", "./guard.sh", "a b"]), null],
    [
      "a script of two lines",
      hookThat("/w/.agents/hooks/x/scripts/run", [], { dialect: "agent-hooks" }),
      `#!/bin/sh\nexec ${line}\n`,
    ],
  ])("finds the hook in %s", (_where, hook, script) => {
    const found = adapted(hook, script);
    expect(found.executor).toEqual({
      kind: "process",
      command: "./guard.sh",
      args: ["a b"],
      env: { A: "1" },
      inherits: "safe-names",
      cwd: "/w",
    });
    expect(found.adapted).toEqual({ dialect: "agh", event: "tool.pre_call", rules: {}, declaredAs: "outer" });
    expect(found.wire?.outputLimit).toBe(8192);
  });

  it("finds it in a script, however many lines the command has", () => {
    const call = plainCall("docker-agent", "pre_tool_use", ["cat > x\nrm 'y'\n"]);
    const hook = hookThat("bash", ["/w/.agents/hooks/x/scripts/run.sh"], { dialect: "agent-hooks" });
    const found = adapted(hook, `#!/usr/bin/env bash\nexec ${adapterLine(call)}\n`);
    expect(found.executor).toMatchObject({ command: "/bin/sh", args: ["-c", "cat > x\nrm 'y'\n"] });
  });

  it("finds built-in hooks and texts", () => {
    const builtin = hookThat("/bin/sh", [
      "-c",
      "hookline adapt agh tool.pre_call --builtin --env B=2 -- safer_shell x",
    ]);
    const env = { A: "1", B: "2" };
    expect(adapted(builtin).executor).toEqual({ kind: "builtin", name: "safer_shell", args: ["x"], env, cwd: null });
    const event = "input.pre_submit";
    const text = hookThat("/bin/sh", ["-c", "hookline adapt claude UserPromptSubmit --prompt -- 'Say {userMessage}'"], {
      event,
    });
    const placeholders = { userMessage: "message" };
    expect(adapted(text).executor).toEqual({ kind: "prompt", text: "Say {userMessage}", placeholders });
  });

  it.each<[what: string, text: string, outer: Partial<Hook>, expected: Partial<Hook>]>([
    ["its own time", "hookline adapt agh tool.pre_call --timeout 1500ms -- x", {}, { timeoutMs: 1500 }],
    [
      "the stricter word about failures",
      "hookline adapt agh tool.pre_call --on-failure block -- x",
      { required: false, onFailure: "open" },
      { required: true, onFailure: "block" },
    ],
    [
      "what its dialect makes of failures",
      "hookline adapt docker-agent pre_tool_use -- x",
      { required: false, onFailure: "open" },
      { required: true, onFailure: "block" },
    ],
    [
      "no more than the declaration where it says nothing",
      "hookline adapt agh tool.pre_call -- x",
      { required: false, onFailure: "open" },
      { required: false, onFailure: "open" },
    ],
  ])("gives the hook %s", (_what, text, outer, expected) => {
    expect(adapted(hookThat("/bin/sh", ["-c", text], outer))).toMatchObject(expected);
  });

  it("keeps what it was called in its file apart from the name that it is given", () => {
    const found = adapted(hookThat("/bin/sh", ["-c", "hookline adapt agh tool.pre_call --name other -- x"]));
    expect([found.name, found.adapted?.declaredAs]).toEqual(["other", "outer"]);
  });

  it.each([
    ["what another program is given", hookThat("./log.sh", [line])],
    ["what a shell is given as a parameter", hookThat("/bin/sh", ["./log.sh", line])],
    ["what another program's -c means", hookThat("ssh", ["-c", line])],
  ])("does not mistake %s for a command", (_what, hook) => {
    expect(adapted(hook)).toBe(hook);
  });

  it("leaves to the declaration when the hook runs and what its failure means", () => {
    const { name, onFailure, priority, timeoutMs, dialect, together } = adapted(hookThat("/bin/sh", ["-c", line]));
    const kept = { name: "outer", onFailure: "block", priority: 500, timeoutMs: 7000, dialect: "docker-agent" };
    expect({ name, onFailure, priority, timeoutMs, dialect, together }).toEqual({ ...kept, together: false });
  });

  it("adds the conditions that the declaration could not express", () => {
    const call = {
      ...plainCall("agh", "tool.pre_call", ["x"]),
      tool: "a|b",
      match: [["tool_namespace", "fs*"]] as const,
    };
    const { matcher } = adapted(hookThat("/bin/sh", ["-c", adapterLine(call)]));
    expect(matcher.conditions.map(({ key, path, pattern }) => [key, path, pattern])).toEqual([
      ["tool_name", "tool_name", "a|b"],
      ["tool_namespace", "tool_namespace", "fs*"],
    ]);
  });

  it("gives a skill's hook no more of the environment than other hooks of the skill", () => {
    const inner = "hookline adapt docker-agent pre_tool_use -- x";
    const outer = { ...hookThat("/bin/sh", ["-c", inner]).executor, inherits: "safe-names", without: ["KEY"] };
    const skill = hookThat("", [], { dialect: "agh", source: "skill", executor: outer as Hook["executor"] });
    expect(adapted(skill).executor).toMatchObject({ inherits: "safe-names", without: ["KEY"] });
    expect(adapted({ ...skill, source: "config" }).executor).toMatchObject({
      inherits: "everything",
      without: ["KEY"],
    });
  });

  it("does not wait for what is async elsewhere", () => {
    const hook = hookThat("/bin/sh", ["-c", "hookline adapt agh tool.pre_call --async -- x"]);
    expect(adapted(hook)).toMatchObject({ mode: "async", required: false, onFailure: "open" });
  });

  it("keeps to the event of the hook where a declaration listens to two", () => {
    const text = "hookline adapt agh tool.post_call -- x";
    const twins = (["tool.post_call", "tool.post_error"] as const).map((event) =>
      hookThat("/bin/sh", ["-c", text], { event }),
    );
    expect(adaptHooks(twins, around, () => null).map(({ event }) => event)).toEqual(["tool.post_call"]);
  });

  it.each([
    ["another program", "my-hookline adapt agh tool.pre_call -- x"],
    ["more than one command", "hookline adapt agh tool.pre_call -- x; rm y"],
    ["a second line", "hookline adapt agh tool.pre_call -- x\nrm y"],
    ["something else to do instead", "hookline adapt agh tool.pre_call -- x || exit 0"],
    ["a time that is none", "hookline adapt agh tool.pre_call --timeout soon -- x"],
    ["a text of a dialect without texts", "hookline adapt agh tool.pre_call --prompt -- x"],
    ["two things at once", "hookline adapt claude PreToolUse --prompt --builtin -- x"],
    ["a dialect nobody knows", "hookline adapt latin tool.pre_call -- x"],
    ["an event the dialect does not have", "hookline adapt claude tool.pre_call -- x"],
    ["an event that is not this one", "hookline adapt agh session.start -- x"],
    ["a flag nobody knows", "hookline adapt agh tool.pre_call --fast -- x"],
    ["no command", "hookline adapt agh tool.pre_call"],
    ["a condition that cannot be read", "hookline adapt agh tool.pre_call --match colour=red -- x"],
    ["an expression that cannot be read", "hookline adapt agh tool.pre_call --tool '(' -- x"],
    ["a variable that only a shell knows", 'hookline adapt agh tool.pre_call -- "$X"'],
  ])("leaves %s alone, so that it runs as it is written", (_what, text) => {
    const hook = hookThat("/bin/sh", ["-c", text]);
    expect(adapted(hook)).toBe(hook);
  });
});

describe("an adapter call", () => {
  it("is read as it was written, whatever its parts look like", () => {
    const call = {
      ...plainCall("docker-agent", "pre_tool_use", ["--x", "a 'b'\nc", ""]),
      name: "--odd",
      isAsync: true,
      agent: "root",
      tool: "-.*",
      match: [["tool_name", "a=b"]] as const,
      env: { A: "b=c", B: "" },
      cwd: "sub dir",
      timeoutMs: 1500,
      runs: "builtin" as const,
      rules: { preempt: true, "strict-exit": true, "on-error": "ignore" } as const,
    };
    expect(parseAdapterCall(adapterWords(call).slice(2))).toEqual(call);
    expect(Object.keys(adapterFlags)).toContain("preempt");
  });
});
