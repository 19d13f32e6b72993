import { describe, expect, it } from "vitest";
import { programFrom } from "./program.ts";
import { readShell, type ShellCommand } from "./shell-program.ts";

/** The first command of that name. */
function command(text: string, name: string): ShellCommand {
  const found = readShell(text)?.commands.find((one) => one.name === name);
  if (!found) throw new Error(`no command ${name}`);
  return found;
}

describe("a command of a shell program", () => {
  it.each([
    ["x", { isConditional: false, isExcused: false, isHeard: true }],
    ["if a; then x; fi", { isConditional: true, isExcused: false }],
    ["if x; then a; fi", { isExcused: true }],
    ["case a in b) x ;; esac", { isConditional: true }],
    ["a && x", { isConditional: true, isExcused: false }],
    ["x || a", { isExcused: true, isConditional: false }],
    ["f() { x; }", { isConditional: true }],
    ["x | a", { isHeard: false, isRedirected: false }],
    ["a | x", { isHeard: true }],
    ["x >&2", { isHeard: false, isRedirected: true }],
    ["x 2> log", { isHeard: true, isRedirected: false }],
    ["{ x; } > log", { isHeard: false, isRedirected: true }],
    ["y=$(x)", { isHeard: false }],
    ["a\nb\nx", { line: 3 }],
  ])("%j", (text, expected) => {
    expect(command(text, "x")).toMatchObject(expected);
  });

  it("knows what stands beside it and what was asked before", () => {
    const exit = command("if grep -q a; then echo no >&2; exit 1; fi", "exit");
    expect(exit.block.map(({ name }) => name)).toEqual(["echo", "exit"]);
    expect(exit.condition.map(({ name }) => name)).toEqual(["grep"]);
  });
});

describe("what a program says", () => {
  it.each([
    ["printf '{\"deny\":true}'", ["deny"]],
    ['echo "{\\"decision\\": \\"block\\"}"', ["deny"]],
    ["jq -n '{deny: true}'", ["deny"]],
    ['cat <<END\n{"permissionDecision": "ask"}\nEND', ["ask"]],
    ["answer='{\"modified_input\": {}}'", ["rewrite"]],
    ["grep -q '\"deny\":true'", []],
    ["echo 'deny: maybe'", []],
    ["echo '{\"undeny\":true}'", []],
    ["printf '{\"deny\":true}' >&2", []],
  ])("%s", (text, wishes) => {
    expect(programFrom(null, text, "bash").facts.wishes.map(({ wish }) => wish)).toEqual(wishes);
  });
});

describe("texts that would keep a parser busy", () => {
  it.each([
    ["brackets", "{".repeat(60_000)],
    ["substitutions", "$(".repeat(30_000)],
    ["backquotes", "`".repeat(60_000)],
    ["conditions", "if ".repeat(20_000)],
    ["negations", "! ".repeat(30_000)],
    ["here-documents", "cat <<A\n".repeat(8_000)],
    ["cases", "case x in ".repeat(6_000)],
    ["bars", "a|".repeat(30_000)],
    ["quotes", "'\"".repeat(30_000)],
    ["commands", "echo a\n".repeat(9_000)],
    ["dollars", "${a:-".repeat(900)],
  ])("%s", (_what, text) => {
    // Read or not: what counts is that it comes back.
    expect(() => readShell(text)).not.toThrow();
  });
});
