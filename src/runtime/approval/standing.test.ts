import { describe, expect, it } from "vitest";
import { type RuleTexts, rulesFrom } from "./approval.fixture.ts";
import { createSessionGrants } from "./session-grants.ts";
import { type Standing, standingOf, tightened } from "./standing.ts";

const all = { allow: ["shell"], ask: ["shell"], deny: ["shell"] };

describe("what stands before anybody is asked", () => {
  it.each<[when: string, session: RuleTexts, team: RuleTexts, isYolo: boolean, kind: string, reason: string | null]>([
    ["nothing", {}, {}, false, "open", null],
    ["rules about something else", { deny: ["fetch"] }, { allow: ["shell:cmd=pwd"] }, false, "open", null],
    [
      "deny goes before everything in its own list",
      all,
      {},
      true,
      "denied",
      'the rule "shell" of this session denies it',
    ],
    [
      "deny goes before another list's allow",
      { allow: ["shell"] },
      { deny: ["*"] },
      true,
      "denied",
      `the rule "*" of the agent's file denies it`,
    ],
    ["yolo goes before ask", { ask: ["shell"] }, { ask: ["shell"] }, true, "allowed", null],
    [
      "the session goes before the team",
      { ask: ["shell"] },
      { allow: ["shell"] },
      false,
      "ask",
      'the rule "shell" of this session wants it to be asked about',
    ],
    [
      "the team is asked last",
      {},
      { allow: ["sh*"] },
      false,
      "allowed",
      `the rule "sh*" of the agent's file allows it`,
    ],
  ])("%s", (_when, session, team, isYolo, kind, reason) => {
    const grants = createSessionGrants({ isYolo, rules: rulesFrom(session) });
    const standing = standingOf(grants, rulesFrom(team), "shell", { cmd: "ls" });
    expect(standing).toMatchObject(reason === null ? { kind } : { kind, reason });
  });

  const standings: readonly Standing[] = [
    { kind: "allowed", source: "yolo", reason: null },
    { kind: "open" },
    { kind: "ask", reason: "" },
    { kind: "denied", source: "team_permissions_deny", reason: "" },
  ];

  it.each(
    standings.flatMap((before, a) => standings.map((after, b) => [before, after, standings[Math.max(a, b)]] as const)),
  )("%j and then %j come to %j", (before, after, expected) => {
    expect(tightened(before, after)).toBe(expected);
  });
});

describe("grants of a session", () => {
  it("keep a rule once, and none that came before it is lost", () => {
    const grants = createSessionGrants({ rules: rulesFrom({ deny: ["fetch"], allow: ["shell"] }) });
    const [rule] = rulesFrom({ allow: ["todo"] }).allow;
    if (!rule) throw new Error("no rule");
    grants.add(rule);
    grants.add(rule);
    expect(grants.rules.allow.map(({ text }) => text)).toEqual(["shell", "todo"]);
    expect(grants.asRuleSet()).toMatchObject({ name: "session", rules: { deny: [{ text: "fetch" }] } });
  });
});
