import { describe, expect, it } from "vitest";
import { contractOf, type EventName } from "../../catalog/catalog.ts";
import { createEngine } from "../../engine/engine.ts";
import type { Failure, ProcessOutput } from "../../engine/ports.ts";
import type { Collected } from "./collected.ts";
import { dockerEvent } from "./events.ts";
import { compileHooks } from "./hooks-table.ts";
import type { Owner } from "./owner.ts";
import { readReply } from "./reply.ts";

const owner: Owner = {
  agent: null,
  workspace: null,
  fromWorkspace: false,
  cwd: "/",
  shell: { command: "/bin/sh", args: ["-c"] },
  environment: {},
  home: "/",
  outputLimit: 1024,
  knownBuiltins: null,
  builtinEvents: null,
};

function hooksOf(event: string, more: Readonly<Record<string, unknown>>) {
  const out: Collected = { hooks: [], broken: [], findings: [] };
  const hook = { type: "command", command: "x", ...more };
  const table = { [event]: dockerEvent(event)?.toolPath ? { hooks: hook } : hook };
  compileHooks(table, { file: "f.yaml", document: null, path: [], label: "hooks" }, owner, out);
  return out.hooks;
}

const printed = (stdout: string, exitCode = 0): ProcessOutput => ({
  kind: "output",
  exitCode,
  stdout,
  stderr: "",
  stderrBytes: 0,
});
const failed = (failure: Failure["failure"]): Failure => ({ kind: "failure", failure, detail: "it is so" });

const replies = {
  killed: failed("killed"),
  "timed out": failed("timed-out"),
  "exit 1": printed("", 1),
  "exit 1 after a refusal": printed('{"decision":"block"}', 1),
  "exit 127": printed("", 127),
  "exit 139": printed("", 139),
  "a refusal after a text": printed('loading\n{"decision":"block"}'),
  "a refusal in a list": printed('[{"continue":false}]'),
  "a refusal in another agent's words": printed('{"hookSpecificOutput":{"permissionDecision":"deny"}}'),
  "malformed JSON": printed("{ nope"),
  "bad decision": printed('{"decision":"perhaps"}'),
  "bad permission": printed('{"hook_specific_output":{"permission_decision":"maybe"}}'),
} as const;

/** For each reply what comes of it with on_error unset, warn, ignore and block: D is a deny, a dot goes on. */
const matrix: Readonly<Record<string, Readonly<Record<keyof typeof replies, string>>>> = {
  pre_tool_use: {
    killed: "DDDD",
    "timed out": "DDDD",
    "exit 1": "...D",
    "exit 1 after a refusal": "DDDD",
    "exit 127": "DDDD",
    "exit 139": "DDDD",
    "a refusal after a text": "DDDD",
    "a refusal in a list": "DDDD",
    "a refusal in another agent's words": "DDDD",
    "malformed JSON": "DDDD",
    "bad decision": "DDDD",
    "bad permission": "DDDD",
  },
  permission_request: {
    killed: "...D",
    "timed out": "...D",
    "exit 1": "...D",
    "exit 1 after a refusal": "...D",
    "exit 127": "...D",
    "exit 139": "...D",
    "a refusal after a text": "...D",
    "a refusal in a list": "...D",
    "a refusal in another agent's words": "...D",
    "malformed JSON": "...D",
    "bad decision": "...D",
    "bad permission": "...D",
  },
  before_llm_call: {
    killed: "...D",
    "timed out": "...D",
    "exit 1": "...D",
    "exit 1 after a refusal": "...D",
    "exit 127": "...D",
    "exit 139": "...D",
    "a refusal after a text": "...D",
    "a refusal in a list": "...D",
    "a refusal in another agent's words": "...D",
    "malformed JSON": "...D",
    "bad decision": "...D",
    "bad permission": "....",
  },
  user_prompt_submit: {
    killed: "...D",
    "timed out": "...D",
    "exit 1": "...D",
    "exit 1 after a refusal": "...D",
    "exit 127": "...D",
    "exit 139": "...D",
    "a refusal after a text": "....",
    "a refusal in a list": "....",
    "a refusal in another agent's words": "....",
    "malformed JSON": "....",
    "bad decision": "....",
    "bad permission": "....",
  },
  turn_end: {
    killed: "....",
    "timed out": "....",
    "exit 1": "....",
    "exit 1 after a refusal": "....",
    "exit 127": "....",
    "exit 139": "....",
    "a refusal after a text": "....",
    "a refusal in a list": "....",
    "a refusal in another agent's words": "....",
    "malformed JSON": "....",
    "bad decision": "....",
    "bad permission": "....",
  },
};
const settings = [undefined, "warn", "ignore", "block"];

const cases = Object.entries(matrix).flatMap(([event, row]) =>
  Object.entries(row).flatMap(([reply, outcomes]) =>
    settings.map((onError, at) => [event, reply, onError, outcomes[at] === "D" ? "deny" : "none"] as const),
  ),
);

describe("what a failed docker-agent hook means", () => {
  it.each(cases)("docker §10.29: on %s, %s, with on_error %s: %s", async (event, reply, on_error, decision) => {
    const hooks = hooksOf(event, on_error === undefined ? {} : { on_error });
    const engine = createEngine({ hooks, executors: { process: () => replies[reply as keyof typeof replies] } });
    const verdict = await engine.fire(dockerEvent(event)?.events[0] as EventName, {} as never);
    expect(verdict.decision).toBe(decision);
    const isFailure = verdict.runs[0]?.outcome === "failed";
    if (isFailure) expect(verdict.problems).toHaveLength(on_error === "ignore" && decision === "none" ? 0 : 1);
  });

  it.each<[on_error: string, problems: number, messages: number]>([
    ["warn", 1, 1],
    ["ignore", 0, 0],
  ])(
    "docker §9.1: exit code 1 with on_error %s lets the call pass and is a failed run all the same",
    async (on_error, problems, messages) => {
      const executors = { process: () => printed("", 1) };
      const engine = createEngine({ hooks: hooksOf("pre_tool_use", { on_error }), executors });
      const verdict = await engine.fire("tool.pre_call", {} as never);
      expect(verdict).toMatchObject({ decision: "none", runs: [{ outcome: "failed", failure: "exit-code" }] });
      expect([verdict.problems.length, verdict.messages.length]).toEqual([problems, messages]);
    },
  );

  it("docker §3.5: a refusal that was taken as text is told to the user where text counts", () => {
    const event = dockerEvent("user_prompt_submit");
    if (!event) throw new Error("user_prompt_submit");
    const rules = { event, otherExit: "fails", strictExit: false, strictOutput: false } as const;
    expect(readReply(rules, replies["a refusal after a text"], {})).toMatchObject({ messages: [{ level: "warning" }] });
  });

  it.each(["pre_tool_use", "user_prompt_submit", "post_tool_use", "worktree_create"])(
    "docker §9.1: strict_exit makes every exit code but 0 block %s",
    async (event) => {
      for (const exitCode of [1, 2, 3, 126, 127]) {
        const executors = { process: () => printed("", exitCode) };
        const engine = createEngine({ hooks: hooksOf(event, { strict_exit: true }), executors });
        const verdict = await engine.fire(dockerEvent(event)?.events[0] as EventName, {} as never);
        expect(verdict.decision, String(exitCode)).toBe("deny");
      }
    },
  );

  it("docker §3.6: pre_tool_use fails closed in both lanes, other events only when their author says so", () => {
    const policy = (event: string, more: Readonly<Record<string, unknown>> = {}) => hooksOf(event, more)[0]?.onFailure;
    expect(policy("pre_tool_use")).toBe("block");
    expect(policy("pre_tool_use", { on_error: "ignore" })).toBe("block");
    expect(policy("pre_compact")).toBe("open");
    expect(policy("pre_compact", { on_error: "block" })).toBe("block");
    expect(policy("pre_compact", { on_failure: "block" })).toBe("block");
    expect(policy("turn_start", { on_error: "block" })).toBe("open");
    expect(contractOf("tool.pre_call").failsClosedIn).toContain("docker-agent");
  });
});

describe("strict_output", () => {
  const read = (event: string, stdout: string) => {
    const known = dockerEvent(event);
    if (!known) throw new Error(event);
    const rules = { event: known, otherExit: "fails", strictExit: false, strictOutput: true } as const;
    return readReply(rules, printed(stdout), {}).kind ?? "read";
  };

  it.each<[what: string, event: string, stdout: string, outcome: string]>([
    ["plain text", "turn_start", "hello", "failure"],
    ["an unknown field", "turn_start", '{"mood":"good"}', "failure"],
    ["an unknown nested field", "turn_start", '{"hook_specific_output":{"mood":"good"}}', "failure"],
    ["two objects", "turn_start", "{}{}", "failure"],
    ["an object and a text", "turn_start", "{} and so on", "failure"],
    ["a list", "turn_start", "[]", "failure"],
    ["null", "turn_start", "null", "failure"],
    ["the name of another event", "turn_start", '{"hook_specific_output":{"hook_event_name":"stop"}}', "failure"],
    ["a field of another event", "turn_start", '{"hook_specific_output":{"summary":"x"}}', "failure"],
    ["a block where nothing can be blocked", "turn_start", '{"decision":"block"}', "failure"],
    ["nothing", "turn_start", "", "read"],
    ["an empty object", "turn_start", "{}", "read"],
    ["its own event's name", "turn_start", '{"hook_specific_output":{"hook_event_name":"turn_start"}}', "read"],
    ["a block where it counts", "pre_compact", '{"decision":"block"}', "read"],
  ])("docker §10.30: %s on %s", (_what, event, stdout, outcome) => {
    expect(read(event, stdout)).toBe(outcome);
  });
});
