import { describe, expect, it } from "vitest";
import { decideByRules, type PermissionRules, parsePermissionRules, satisfiesPreemptAsk } from "./permission-rules.ts";

function rules(data: unknown): PermissionRules {
  const parsed = parsePermissionRules(data);
  if ("problems" in parsed) throw new Error(JSON.stringify(parsed.problems));
  return parsed;
}

type Input = Readonly<Record<string, unknown>>;

describe("one set of rules", () => {
  const decide = (data: unknown, tool: string, input: Input) =>
    decideByRules([{ name: "session", rules: rules(data) }], tool, input).decision;

  it.each<[what: string, data: unknown, tool: string, input: Input, decision: string]>([
    ["no rule is no opinion", {}, "shell", {}, "none"],
    ["a rule about another tool is none", { deny: ["shell"] }, "edit_file", {}, "none"],
    ["a deny rule denies", { deny: ["shell"] }, "shell", {}, "deny"],
    ["an allow rule allows", { allow: ["read_*"] }, "read_file", {}, "allow"],
    ["an ask rule asks", { ask: ["fetch"] }, "fetch", {}, "ask"],
    ["deny beats allow", { allow: ["*"], deny: ["shell"] }, "shell", {}, "deny"],
    ["deny beats ask", { ask: ["*"], deny: ["shell"] }, "shell", {}, "deny"],
    ["allow beats ask", { ask: ["*"], allow: ["shell"] }, "shell", {}, "allow"],
    ["names have no case", { deny: ["Shell"] }, "SHELL", {}, "deny"],
    ["a name is a whole name", { deny: ["shell"] }, "shell_bg", {}, "none"],
    ["names may have colons", { deny: ["mcp:github:create_issue"] }, "mcp:github:create_issue", {}, "deny"],
    [
      "names may have colons before an argument",
      { deny: ["mcp:github:create_issue:title=x*"] },
      "mcp:github:create_issue",
      { title: "xy" },
      "deny",
    ],
    ["a server's tools", { allow: ["mcp:github:*"] }, "mcp:github:create_issue", {}, "allow"],
    ["a trailing star is a prefix", { deny: ["shell:cmd=sudo*"] }, "shell", { cmd: "sudo rm -rf /\nls" }, "deny"],
    ["a deny prefix needs no word to end", { deny: ["shell:cmd=sudo*"] }, "shell", { cmd: "sudoedit x; ls" }, "deny"],
    ["a star in the middle", { deny: ["shell:cmd=*rm -rf*"] }, "shell", { cmd: "cd /tmp && RM -RF x" }, "deny"],
    ["arguments have no case", { deny: ["shell:cmd=SUDO*"] }, "shell", { cmd: "sudo ls" }, "deny"],
    ["all arguments must fit", { allow: ["write:path=src/*:mode=w"] }, "write", { path: "src/a", mode: "w" }, "allow"],
    [
      "one that does not fit is enough",
      { allow: ["write:path=src/*:mode=w"] },
      "write",
      { path: "src/a", mode: "x" },
      "none",
    ],
    ["an argument that is not there fits nothing", { deny: ["shell:cmd=*"] }, "shell", {}, "none"],
    ["inherited names are no arguments", { deny: ["shell:constructor=*"] }, "shell", {}, "none"],
    [
      "values may have colons",
      { deny: ["fetch:url=https://example.com:8080/*"] },
      "fetch",
      { url: "https://example.com:8080/x" },
      "deny",
    ],
    ["values may have equals signs", { deny: ["fetch:url=*?q=1"] }, "fetch", { url: "http://a/?q=1" }, "deny"],
    ["numbers are compared in their shortest form", { allow: ["wait:seconds=30"] }, "wait", { seconds: 30.0 }, "allow"],
    ["fractions too", { allow: ["wait:seconds=0.5"] }, "wait", { seconds: 0.5 }, "allow"],
    ["booleans", { deny: ["rm:recursive=true"] }, "rm", { recursive: true }, "deny"],
    ["lists and objects as JSON", { deny: ['edit:edits=*"secret"*'] }, "edit", { edits: [{ path: "secret" }] }, "deny"],
    ["null", { deny: ["edit:path=null"] }, "edit", { path: null }, "deny"],
    ["an empty list", { allow: null, deny: [] }, "shell", {}, "none"],
  ])("docker §10.49: %s", (_what, data, tool, input, decision) => {
    expect(decide(data, tool, input)).toBe(decision);
  });

  it.each<[allow: string, input: Input, decision: string]>([
    ["shell:cmd=ls*", { cmd: "ls", command: "rm x" }, "none"],
    ["shell:cmd=ls", { cmd: "ls", command: "rm x" }, "none"],
    ["shell:cmd=ls", { cmd: "ls", command: "ls" }, "allow"],
    ["shell:cmd=*", { cmd: "ls", command: "rm x" }, "allow"],
    ["shell:path=src/*", { path: "src/a/b.ts" }, "allow"],
    ["shell:path=src/*", { path: "src/a..b/c" }, "allow"],
    ["shell:path=src/*", { path: "src/../.env" }, "none"],
    ["shell:path=src/*", { path: "src/a\\..\\..\\.env" }, "none"],
    ["shell:path=*.ts", { path: "../../other/a.ts" }, "none"],
    ["shell:path=../docs/*", { path: "../docs/a" }, "allow"],
    ["shell:path=src/../.env", { path: "src/../.env" }, "allow"],
    ["shell:path=*", { path: "../x" }, "allow"],
  ])("allowing %j does not allow more than its author saw: %j", (allow, input, decision) => {
    expect(decide({ allow: [allow] }, "shell", input)).toBe(decision);
  });

  it.each<[deny: string, path: string, decision: string]>([
    ["write_file:path=secrets/*", "secrets/key", "deny"],
    ["write_file:path=secrets/*", "./secrets/key", "deny"],
    ["write_file:path=secrets/*", "a/../secrets/key", "deny"],
    ["write_file:path=secrets/*", ".//secrets//key", "deny"],
    ["write_file:path=./secrets/*", "./secrets/key", "deny"],
    ["write_file:path=secrets/*", "src/secrets/key", "none"],
    ["write_file:path=secrets/*", "../secrets/key", "none"],
  ])("denying %j is about where %j leads, however it is written", (deny, path, decision) => {
    expect(decide({ deny: [deny] }, "write_file", { path })).toBe(decision);
    expect(decide({ ask: [deny] }, "write_file", { path })).toBe(decision === "deny" ? "ask" : "none");
  });

  it.each<[allow: string, cmd: string, decision: string]>([
    ["shell:cmd=ls*", "ls", "allow"],
    ["shell:cmd=ls*", "ls -la", "allow"],
    ["shell:cmd=ls*", "LS -la", "allow"],
    ["shell:cmd=ls*", "lsof", "none"],
    ["shell:cmd=ls*", "ls\u00a0x", "none"],
    ["shell:cmd=git branch -d*", "git branch -d x", "allow"],
    ["shell:cmd=git branch -d*", "git branch -D x", "none"],
    ["shell:cmd=git branch -d x", "git branch -D x", "none"],
    ["shell:cmd=git branch -d x", "GIT branch -d x", "allow"],
    ["shell:cmd=ls*", "ls; rm -rf /", "none"],
    ["shell:cmd=ls*", "ls && rm x", "none"],
    ["shell:cmd=ls*", "ls | sh", "none"],
    ["shell:cmd=ls*", "ls > /etc/passwd", "none"],
    ["shell:cmd=ls*", "ls $(rm x)", "none"],
    ["shell:cmd=ls*", "ls `rm x`", "none"],
    ["shell:cmd=ls*", "ls\nrm x", "none"],
    ["shell:cmd=git *", "git status", "allow"],
    ["shell:cmd=git * --stat", "git diff --stat", "allow"],
    ["shell:cmd=git * --stat", "git diff; rm x --stat", "none"],
    ["shell:cmd=make && make test", "make && make test", "allow"],
    ["shell:cmd=*", "ls; rm -rf /", "allow"],
    ["shell", "ls; rm -rf /", "allow"],
  ])("docker §7: allowing %j does not allow what is appended to it: %j", (allow, cmd, decision) => {
    expect(decide({ allow: [allow] }, "shell", { cmd })).toBe(decision);
  });
});

describe("several sets of rules", () => {
  it("docker §10.49: the session's rules come before the team's, whatever they say", () => {
    const session = { name: "session", rules: rules({ allow: ["shell:cmd=make*"] }) };
    const team = { name: "team", rules: rules({ deny: ["shell"], ask: ["fetch"] }) };
    expect(decideByRules([session, team], "shell", { cmd: "make test" })).toEqual({
      decision: "allow",
      rule: "shell:cmd=make*",
      set: "session",
    });
    expect(decideByRules([session, team], "shell", { cmd: "ls" })).toEqual({
      decision: "deny",
      rule: "shell",
      set: "team",
    });
    expect(decideByRules([session, team], "fetch", {})).toEqual({ decision: "ask", rule: "fetch", set: "team" });
    expect(decideByRules([session, team], "edit", {})).toEqual({ decision: "none", rule: null, set: null });
  });
});

describe("a preempt ask", () => {
  it.each<[what: string, allow: string[], tool: string, input: Input, satisfied: boolean]>([
    ["the command in full", ["shell:cmd=rm -rf build"], "shell", { cmd: "rm -rf build" }, true],
    ["its first words", ["shell:cmd=git push*"], "shell", { cmd: "git push origin main" }, true],
    ["exactly its first words", ["shell:cmd=git push*"], "shell", { cmd: "git push" }, true],
    ["the argument's other name", ["bash:command=git push*"], "bash", { command: "git push" }, true],
    ["a colon in the command", ["shell:cmd=docker run -p 80:80 x"], "shell", { cmd: "docker run -p 80:80 x" }, true],
    ["one of several rules", ["ls", "shell:cmd=rm x"], "shell", { cmd: "rm x" }, true],
    ["no rule", [], "shell", { cmd: "rm x" }, false],
    ["a word that only begins like it", ["shell:cmd=mkdir*"], "shell", { cmd: "mkdirs x" }, false],
    ["another case", ["shell:cmd=git branch -d x"], "shell", { cmd: "git branch -D x" }, false],
    ["another case in a prefix", ["shell:cmd=git branch -d*"], "shell", { cmd: "git branch -D x" }, false],
    ["another tool", ["shell:cmd=rm x"], "bash", { cmd: "rm x" }, false],
    ["a pattern for the tool", ["sh*:cmd=rm x"], "shell", { cmd: "rm x" }, false],
    ["a pattern for the command", ["shell:cmd=rm ?"], "shell", { cmd: "rm x" }, false],
    ["a star in the middle", ["shell:cmd=rm * x*"], "shell", { cmd: "rm -r x" }, false],
    ["everything", ["shell:cmd=*"], "shell", { cmd: "rm x" }, false],
    ["a further condition", ["shell:cmd=rm x:cwd=/tmp"], "shell", { cmd: "rm x", cwd: "/tmp" }, false],
    ["a second command", ["shell:cmd=rm*"], "shell", { cmd: "rm x; rm y" }, false],
    ["a second command, spelled out", ["shell:cmd=rm x; rm y"], "shell", { cmd: "rm x; rm y" }, false],
    ["a redirection", ["shell:cmd=cat*"], "shell", { cmd: "cat x > y" }, false],
    ["a substitution", ["shell:cmd=cat*"], "shell", { cmd: "cat $(id)" }, false],
    ["a second line", ["shell:cmd=cat*"], "shell", { cmd: "cat x\nrm y" }, false],
    ["the whole tool", ["shell"], "shell", { cmd: "rm x" }, false],
    ["another argument", ["edit:path=/tmp/x"], "edit", { path: "/tmp/x" }, false],
  ])("docker §7: %s", (_what, allow, tool, input, satisfied) => {
    expect(satisfiesPreemptAsk(rules({ allow }), tool, input)).toBe(satisfied);
  });

  it("docker §7: a grant for the whole tool counts where that is asked for, but not for compound commands", () => {
    const session = rules({ allow: ["shell", "edit"] });
    expect(satisfiesPreemptAsk(session, "shell", { cmd: "rm x" }, { wholeTool: true })).toBe(true);
    expect(satisfiesPreemptAsk(session, "edit", { path: "x" }, { wholeTool: true })).toBe(true);
    expect(satisfiesPreemptAsk(session, "shell", { cmd: "rm x; rm y" }, { wholeTool: true })).toBe(false);
  });

  it("docker §7: a deny rule of the session is stronger", () => {
    const session = rules({ allow: ["shell:cmd=rm x"], deny: ["shell:cmd=rm*"] });
    expect(satisfiesPreemptAsk(session, "shell", { cmd: "rm x" })).toBe(false);
  });

  it("docker §7: an ask or team-like rule does not satisfy it", () => {
    expect(satisfiesPreemptAsk(rules({ ask: ["shell:cmd=rm x"] }), "shell", { cmd: "rm x" })).toBe(false);
  });
});

describe("rules that cannot be read", () => {
  it("are all reported, with their place", () => {
    const parsed = parsePermissionRules(
      { allow: ["shell", 3, "", "a[]"], deny: "shell", denies: ["x"], ask: [":cmd=x"] },
      { file: "team.yaml", line: 4 },
    );
    const problems = "problems" in parsed ? parsed.problems : [];
    expect(problems.map(({ what }) => what)).toEqual([
      "permissions.allow[1] must be a text.",
      'permissions.allow[2]: the rule "" cannot be read: it names no tool.',
      'permissions.allow[3]: the rule "a[]" cannot be read: a [class] in it is empty or has a range that runs backwards.',
      "permissions.deny must be a list.",
      "permissions.denies is not a list of rules that we know.",
      'permissions.ask[0]: the rule ":cmd=x" cannot be read: it names no tool.',
    ]);
    expect(
      problems.every(({ file, line, severity }) => file === "team.yaml" && line === 4 && severity === "error"),
    ).toBe(true);
  });

  it.each([null, [], "x", 3])("%j is not a mapping", (data) => {
    expect(parsePermissionRules(data)).toMatchObject({ problems: [{ code: "PERMISSION_RULES_INVALID" }] });
  });
});

describe("hostile input", () => {
  it("takes time in proportion to its length", () => {
    const sets = [{ name: "team", rules: rules({ deny: [`shell:cmd=${"*a".repeat(40)}b`, "shell:cmd=*a?a?a?b*"] }) }];
    const input = { cmd: "a".repeat(200_000) };
    expect(decideByRules(sets, "shell", input).decision).toBe("none");
  });
});
