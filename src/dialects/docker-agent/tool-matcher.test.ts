import { describe, expect, it } from "vitest";
import { mismatchOf } from "../../engine/select.ts";
import { compileToolMatcher } from "./tool-matcher.ts";

function matches(pattern: string, tool: string | undefined): boolean {
  const matcher = compileToolMatcher(pattern, "tool_name");
  if ("bad" in matcher) throw new Error(matcher.bad);
  return mismatchOf(matcher.conditions, { tool_name: tool }) === null;
}

describe("a docker-agent matcher", () => {
  it.each<[pattern: string, tool: string, holds: boolean]>([
    ["*", "anything", true],
    ["", "anything", true],
    ["shell", "shell", true],
    ["shell", "Shell", false],
    ["shell", "shell_bg", false],
    ["shell", "my_shell", false],
    ["shell|edit_file", "shell", true],
    ["shell|edit_file", "edit_file", true],
    ["shell|edit_file", "read_file", false],
    ["shell|edit_file", "shell|edit_file", false],
    ["mcp:.*", "mcp:github:search", true],
    ["mcp:.*", "xmcp:github", false],
    ["mcp__.*", "mcp__github", true],
    ["(read|write)_file", "write_file", true],
    ["(read|write)_file", "write_files", false],
    ["a|b.*", "bcd", true],
    ["a|b.*", "ab", false],
    ["^shell$", "shell", true],
    ["edit.file", "edit-file", true],
    ["(?i)shell", "SHELL", true],
  ])("docker §10.2: %j and the tool %s: %s", (pattern, tool, holds) => {
    expect(matches(pattern, tool)).toBe(holds);
  });

  it("docker §4: only a matcher for everything holds where the payload names no tool", () => {
    expect(matches("*", undefined)).toBe(true);
    expect(matches("shell", undefined)).toBe(false);
    expect(matches(".*", undefined)).toBe(false);
  });

  it("docker §4: a plain name can be looked up, an alternation of names needs no regular expression", () => {
    expect(compileToolMatcher("shell", "tool_name")).toMatchObject({ conditions: [{ literal: "shell" }] });
    expect(compileToolMatcher("a|b", "tool_name")).toMatchObject({ conditions: [{ literal: null, pattern: "a|b" }] });
  });

  it.each(["shell(", "[a-", "(?=x)y", "(?<!x)y", "(a)\\1", "*x"])(
    "docker §4: %j is no regular expression",
    (pattern) => {
      expect(compileToolMatcher(pattern, "tool_name")).toMatchObject({ bad: expect.any(String) });
    },
  );

  it("takes time in proportion to the name, whatever the pattern", () => {
    expect(matches("(a+)+b", `${"a".repeat(5000)}!`)).toBe(false);
  });
});
