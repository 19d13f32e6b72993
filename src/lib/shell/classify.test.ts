import { describe, expect, it } from "vitest";
import { shellCorpus } from "../../../test/support/shell-corpus.ts";
import { classifyCommand, classifyWords } from "./classify.ts";

const shown = (command: string) => (command.length > 60 ? `${command.slice(0, 60)}…` : command);

describe("the corpus", () => {
  it("has its commands once each, and enough of every kind", () => {
    expect(new Set(shellCorpus.map(({ command }) => command)).size).toBe(shellCorpus.length);
    const counts = Object.groupBy(shellCorpus, ({ expect: kind }) => kind);
    for (const kind of ["safe", "destructive", "unknown"] as const) expect(counts[kind]?.length).toBeGreaterThan(200);
  });

  it.each(shellCorpus.map((entry) => [entry.expect, shown(entry.command), entry.why, entry] as const))(
    "%s: %j %s",
    (_kind, _command, _why, { command, expect: kind, category, radius }) => {
      const verdict = classifyCommand(command);
      const { kind: found, category: group, radius: reach } = { category: undefined, radius: undefined, ...verdict };
      expect({ kind: found, category: group, radius: reach }).toEqual({ kind, category, radius });
    },
  );
});

describe("limits", () => {
  it.each<[when: string, command: string, unread: boolean]>([
    ["a command of more than 64 KiB", `ls ${"x".repeat(65_536)}`, true],
    ["a command of more than 8 KiB", `ls ${"x".repeat(8192)}`, true],
    ["a command with very many words", "ls a ".repeat(1000), true],
    ["brackets that open and never close", "{".repeat(100), true],
    ["substitutions in substitutions", "$(".repeat(100), true],
    ["many brackets in a long text", `echo ${"{a}".repeat(200)}`, true],
    ["a command in very many commands", "eval ".repeat(200), true],
    ["a NUL", "ls\u0000", false],
    ["half a character", "ls \ud800", false],
  ])("%s is not taken to be harmless when it cannot be read", (_when, command, unread) => {
    expect(classifyCommand(command)).toMatchObject({ kind: "unknown", unread });
  });

  it("finds what is destructive although something else cannot be read", () => {
    expect(classifyCommand('rm -rf x; ls "')).toMatchObject({ kind: "destructive", radius: "high" });
    expect(classifyCommand("rm -rf x\r")).toMatchObject({ kind: "destructive", radius: "high" });
  });

  it("lets the worst part speak", () => {
    expect(classifyCommand("rm a; foo; rm -rf b; git stash clear")).toMatchObject({
      category: "fs-delete",
      radius: "high",
    });
    expect(classifyCommand("foo; rm a")).toMatchObject({ kind: "destructive", radius: "low" });
    expect(classifyCommand("ls; foo")).toMatchObject({ kind: "unknown" });
  });
});

describe("a command given as words", () => {
  it.each<[words: string[], kind: string]>([
    [["ls", "-la"], "safe"],
    [["bash", "-lc", "git status"], "safe"],
    [["bash", "-lc", "rm -rf x"], "destructive"],
    [["echo", "$(rm -rf x)"], "safe"],
    [["rm", "-rf", "x y"], "destructive"],
    [["sort", "-o", "f"], "destructive"],
    [["foo"], "unknown"],
    [[], "unknown"],
    [[""], "unknown"],
    [["__proto__"], "unknown"],
    [["constructor", "x"], "unknown"],
    [["ls", "a\u0007"], "unknown"],
    [Array.from({ length: 2000 }, () => "a"), "unknown"],
  ])("%j is %s", (words, kind) => {
    expect(classifyWords(words).kind).toBe(kind);
  });
});
