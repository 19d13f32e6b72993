import { describe, expect, it } from "vitest";
import type { Matcher } from "../../../engine/matcher.ts";
import { mismatchOf } from "../../../engine/select.ts";
import { type ClaudeEvent, claudeEvent, type PayloadMode } from "../events.ts";
import { ownerWith } from "../files/compile.fixture.ts";
import { toolAliases } from "../tool-aliases.ts";
import { compileGroupMatcher, compileMatcher } from "./compile.ts";

type Payload = Readonly<Record<string, unknown>>;

function eventNamed(name: string): ClaudeEvent {
  const event = claudeEvent(name);
  if (!event) throw new Error(`no event ${name}`);
  return event;
}

function applies({ conditions }: Matcher, payload: Payload): boolean {
  return mismatchOf(conditions, payload) === null;
}

function matches(matcher: unknown, payload: Payload, event = "PreToolUse"): boolean {
  return applies(compileMatcher(matcher, eventNamed(event), ownerWith()).matcher, payload);
}

function remarksOn(matcher: unknown, event = "PreToolUse"): string[] {
  return compileMatcher(matcher, eventNamed(event), ownerWith()).remarks.map(({ kind }) => kind);
}

describe("a matcher on tools", () => {
  const bash = { tool_name: "run_shell_command" };
  const claudeBash = { tool_name: "Bash" };

  it.each<[case_: string, matcher: unknown, payload: Payload, expected: boolean]>([
    ["none", null, bash, true],
    ["absent", undefined, bash, true],
    ["an exact name, hit", { toolName: "Bash" }, bash, true],
    ["an exact name, miss", { toolName: "Read" }, bash, false],
    ["a star", { toolName: "*" }, bash, true],
    ["a prefix, hit", { tool_name: "mcp__db__*" }, { tool_name: "mcp__db__query" }, true],
    ["a prefix, miss", { tool_name: "mcp__db__*" }, bash, false],
    ["an empty object", {}, bash, true],
    ["another case", { tool_name: "bash" }, bash, false],
    ["no tool at all", { tool_name: "Bash" }, {}, false],
    ["a tool that is no text", { tool_name: "*" }, { tool_name: 7 }, false],
  ])("agentao M1: %s", (_case, matcher, payload, expected) => {
    expect(matches(matcher, payload)).toBe(expected);
  });

  it.each<[case_: string, matcher: unknown, payload: Payload, expected: boolean]>([
    ["Claude's name for Agentao's tool", { tool_name: "Bash" }, bash, true],
    ["Agentao's name for Claude's tool", { tool_name: "run_shell_command" }, claudeBash, true],
    ["camelCase key", { toolName: "run_shell_command" }, claudeBash, true],
    ["one character", { tool_name: "Bas?" }, bash, true],
    ["one character, miss", { tool_name: "Bash?" }, bash, false],
    ["a glob that crosses the middle", { tool_name: "run_*_command" }, claudeBash, true],
    ["a regular expression", { tool_name: "^(Bash|Edit)$" }, bash, true],
    ["a regular expression, miss", { tool_name: "^(Bash|Edit)$" }, { tool_name: "Read" }, false],
    ["a regular expression is for the whole name", { tool_name: "^Bas$" }, bash, false],
    ["two anchored names", { tool_name: "^Bash$|^Edit$" }, { tool_name: "replace" }, true],
    ["names with a bar", { tool_name: "Edit|Write" }, { tool_name: "write_file" }, true],
    ["dot star is a regular expression", { tool_name: "mcp__.*__write" }, { tool_name: "mcp__fs__write" }, true],
    ["a glob star does not overlap", { tool_name: "a*a" }, { tool_name: "a" }, false],
    ["a list, one of them", { tool_name: ["Edit", "Bash"] }, bash, true],
    ["a list, none of them", { tool_name: ["Edit", "Write"] }, bash, false],
    ["an empty list", { tool_name: [] }, bash, false],
    ["both spellings of the key must pass", { tool_name: "Bash", toolName: "Edit" }, bash, false],
    ["every key must pass", { tool_name: "Bash", session_id: "s1" }, { ...bash, session_id: "s2" }, false],
    ["another scalar field", { sessionId: "s*" }, { ...bash, session_id: "s2" }, true],
  ])("agentao M2: %s", (_case, matcher, payload, expected) => {
    expect(matches(matcher, payload)).toBe(expected);
  });

  it("agentao M2: names that an agent adds count too", () => {
    const owner = ownerWith({ aliases: toolAliases({ query_db: "Database" }) });
    const { matcher } = compileMatcher({ tool_name: "Database" }, eventNamed("PostToolUse"), owner);
    expect(applies(matcher, { tool_name: "query_db" })).toBe(true);
  });

  it("says what decided, in the words of its author", () => {
    const { matcher } = compileMatcher({ toolName: "Edit|Write" }, eventNamed("PreToolUse"), ownerWith());
    expect(mismatchOf(matcher.conditions, bash)).toEqual({
      field: "toolName",
      pattern: "Edit|Write",
      value: "run_shell_command",
    });
  });

  it("never matches by a field that the event does not have, and says so", () => {
    expect(matches({ trigger: "*" }, { ...bash, trigger: "auto" })).toBe(false);
    expect(remarksOn({ trigger: "*" })).toEqual(["key-missing"]);
    expect(remarksOn({ tool_input: "*" })).toEqual(["key-missing"]);
  });

  it.each(["Stop", "UserPromptSubmit"])("ignores a stray key on %s, which has no matcher in Claude Code", (event) => {
    expect(matches({ tool_name: "Bash" }, {}, event)).toBe(true);
    expect(remarksOn({ tool_name: "Bash" }, event)).toEqual(["key-ignored"]);
  });

  it("tests what the hook would read, defaults included", () => {
    expect(matches({ turn_end_reason: "final_*" }, {}, "Stop")).toBe(true);
    expect(matches({ stopHookActive: "true" }, { stop_hook_active: true }, "Stop")).toBe(true);
    expect(matches({ user_message: "*deploy*" }, { message: "please deploy\nnow" }, "UserPromptSubmit")).toBe(true);
  });

  it("is tested anew for what is seldom the same twice", () => {
    const deepOf = (matcher: unknown, event: string) =>
      compileMatcher(matcher, eventNamed(event), ownerWith()).matcher.conditions.map(({ deep }) => deep ?? false);
    expect(deepOf({ tool_output: "*error*", tool_name: "Bash" }, "PostToolUse")).toEqual([true, false]);
    expect(matches({ tool_output: "*error*" }, { tool_result: { error: 1 } }, "PostToolUse")).toBe(true);
    expect(matches({ sessionId: "1" }, { session_id: 1 })).toBe(false);
  });

  it("takes linear time, whatever the author wrote", () => {
    const evil = compileMatcher({ tool_name: "^(a+)+$" }, eventNamed("PreToolUse"), ownerWith()).matcher;
    expect(applies(evil, { tool_name: `${"a".repeat(50_000)}!` })).toBe(false);
  });
});

describe("a matcher on the trigger of a compaction", () => {
  const auto = { trigger: "auto" };
  it.each<[matcher: unknown, payload: Payload, expected: boolean]>([
    [{ trigger: "manual" }, auto, false],
    [{ trigger: "auto" }, auto, true],
    [{ trigger: "manual|auto" }, auto, true],
    [{ trigger: ".*" }, auto, true],
    [{}, auto, true],
    [{ trigger: "aut" }, auto, false],
    [{ trigger: "auto" }, {}, true],
    [{ compaction_type: "full", reason: "api_*" }, { strategy: "full", reason: "api_overflow" }, true],
  ])("agentao M3: %j on %j", (matcher, payload, expected) => {
    expect(matches(matcher, payload, "PreCompact")).toBe(expected);
  });

  it("agentao M4: a broken regular expression means the text itself", () => {
    expect(matches({ trigger: "[" }, auto, "PreCompact")).toBe(false);
    expect(matches({ trigger: "[" }, { trigger: "[" }, "PreCompact")).toBe(true);
    expect(remarksOn({ trigger: "[" }, "PreCompact")).toEqual(["pattern-invalid"]);
    expect(remarksOn({ tool_name: "^(?!Read)$" })).toEqual(["pattern-invalid"]);
    expect(remarksOn({ tool_name: `^${"a".repeat(2000)}$` })).toEqual(["pattern-invalid"]);
    expect(remarksOn({ tool_name: "a*".repeat(1000) })).toEqual(["pattern-invalid"]);
    expect(matches({ tool_name: "a*".repeat(1000) }, { tool_name: "a".repeat(2000) })).toBe(false);
  });

  it.each([[["auto"]], [1], [{ is: "auto" }], [true], [null]])(
    "agentao M4: the trigger %j matches nothing",
    (trigger) => {
      expect(matches({ trigger }, auto, "PreCompact")).toBe(false);
      expect(remarksOn({ trigger }, "PreCompact")).toEqual(["value-invalid"]);
    },
  );

  it.each([["auto"], [["auto"]], [7], [true], [""]])("agentao M5: %j is no matcher and matches nothing", (matcher) => {
    expect(matches(matcher, auto, "PreCompact")).toBe(false);
    expect(remarksOn(matcher, "PreCompact")).toEqual(["not-an-object"]);
  });
});

describe("the matcher of a group", () => {
  it.each<[pattern: string, event: string, mode: PayloadMode, payload: Payload, expected: boolean]>([
    ["", "PreToolUse", "agentao", { tool_name: "Bash" }, true],
    ["*", "PreToolUse", "claude-code", { tool_name: "Bash" }, true],
    ["Bash", "PreToolUse", "agentao", { tool_name: "run_shell_command" }, true],
    ["Edit|Write", "PreToolUse", "agentao", { tool_name: "Write" }, true],
    ["Edit, Write", "PreToolUse", "claude-code", { tool_name: "Write" }, true],
    ["Edit|Write", "PreToolUse", "claude-code", { tool_name: "NotebookEdit" }, false],
    // Claude Code looks for a regular expression anywhere in the name, Agentao's reading is the whole name.
    ["Edit.*", "PreToolUse", "claude-code", { tool_name: "NotebookEdit" }, true],
    ["Edit.*", "PreToolUse", "agentao", { tool_name: "NotebookEdit" }, false],
    ["mcp__memory__.*", "PostToolUse", "claude-code", { tool_name: "mcp__memory__read" }, true],
    ["mcp__memory", "PostToolUse", "claude-code", { tool_name: "mcp__memory__read" }, false],
    ["auto", "PreCompact", "agentao", { trigger: "manual" }, false],
    ["startup|resume", "SessionStart", "claude-code", { source: "resume" }, true],
    ["startup|resume", "SessionStart", "claude-code", { source: "clear" }, false],
    ["startup|resume", "SessionStart", "agentao", { source: "clear" }, true],
    ["logout", "SessionEnd", "claude-code", {}, false],
    ["Explore", "SubagentStop", "claude-code", { subagent_type: "Explore" }, true],
    ["permission_prompt", "Notification", "claude-code", { code: "idle_prompt" }, false],
    ["Bash", "PermissionRequest", "claude-code", { tool_call: { kind: "run_shell_command" } }, true],
  ])("%j on %s (%s) and %j: %s", (pattern, event, mode, payload, expected) => {
    const { matcher } = compileGroupMatcher(pattern, eventNamed(event), ownerWith({ mode }));
    expect(applies(matcher, payload)).toBe(expected);
  });

  it("is ignored, and that is said, where there is nothing to match", () => {
    const { remarks } = compileGroupMatcher("x", eventNamed("Stop"), ownerWith());
    expect(remarks).toEqual([{ kind: "group-ignored" }]);
  });
});
