import { describe, expect, it } from "vitest";
import { readTestFile } from "./test-file.ts";

const read = (text: string) => readTestFile("/w/a.hooktest.yaml", text);
const problems = (text: string) => read(text).findings.map(({ code, line, what, fix }) => ({ code, line, what, fix }));

describe("a test file", () => {
  it("is read with everything a test can say", () => {
    const { tests, findings } = read(`
hooks: guard
tests:
  - name: refuses
    event: PreToolUse
    payload: payloads/edit.json
    agent: reviewer
    session: sess_1
    env: { MODE: strict }
    expect:
      decision: deny
      reason: { contains: secret }
      context: [one, { matches: "^two" }]
      outcome: { guard: denied, other: not-run }
      continue: false
      runs: [guard]
      stdin: { guard: { tool_name: Edit } }
`);
    expect(findings).toEqual([]);
    expect(tests).toEqual([
      {
        name: "refuses",
        file: "/w/a.hooktest.yaml",
        line: 4,
        hooks: ["guard"],
        event: "tool.pre_call",
        payload: "payloads/edit.json",
        agent: "reviewer",
        session: "sess_1",
        env: { MODE: "strict" },
        expect: {
          decision: "deny",
          reason: { contains: "secret" },
          context: ["one", { matches: "^two" }],
          outcome: { guard: "denied", other: "not-run" },
          continue: false,
          runs: ["guard"],
          stdin: { guard: { tool_name: "Edit" } },
        },
      },
    ]);
  });

  it.each([
    ["tool.pre_call", "tool.pre_call"],
    ["pre_tool_use", "tool.pre_call"],
    ["PreToolUse", "tool.pre_call"],
    ["before_tool", "tool.pre_call"],
    ["pre-tool-call", "tool.pre_call"],
    ["post_tool_use", "tool.post_call"],
    ["Stop", "turn.stopping"],
    ["turn_end", "step.end"],
    ["Notification", "notice.raised"],
  ])("takes %s for %s", (spelling, event) => {
    const { tests } = read(`tests: [{ name: a, event: ${spelling}, expect: { decision: none } }]`);
    expect(tests[0]?.event).toBe(event);
  });

  it.each<[what: string, text: string, code: string, line: number, says: string]>([
    ["is no YAML", "tests: [\n", "FILE_SYNTAX", 2, ""],
    ["is empty", "", "HOOKTEST_EMPTY", 1, ""],
    ["has an empty list", "hooks: a\ntests: []\n", "HOOKTEST_EMPTY", 2, ""],
    [
      "has a key nobody knows",
      "test:\n  - a\ntests: [{name: a, event: Stop, expect: {runs: 0}}]",
      "HOOKTEST_KEY_UNKNOWN",
      1,
      '"tests"',
    ],
    [
      "has a test that expects nothing",
      "tests:\n  - name: a\n    event: Stop\n    expect: {}\n",
      "HOOKTEST_EXPECTS_NOTHING",
      4,
      '"a"',
    ],
    [
      "has a test without expectations",
      "tests:\n  - name: a\n    event: Stop\n",
      "HOOKTEST_VALUE_INVALID",
      2,
      "missing",
    ],
    [
      "misspells an event",
      "tests:\n  - name: a\n    event: PreToolUsed\n    expect: {runs: 0}\n",
      "HOOKTEST_EVENT_UNKNOWN",
      3,
      '"PreToolUse"',
    ],
    [
      "misspells an expectation",
      "tests:\n  - name: a\n    event: Stop\n    expect:\n      desision: deny\n",
      "HOOKTEST_KEY_UNKNOWN",
      5,
      '"decision"',
    ],
    [
      "expects a decision nobody can make",
      "tests:\n  - name: a\n    event: Stop\n    expect:\n      decision: block\n",
      "HOOKTEST_VALUE_INVALID",
      5,
      "deny, ask, allow or none",
    ],
    [
      "has a pattern that is none",
      'tests:\n  - name: a\n    event: Stop\n    expect:\n      context:\n        - { matches: "(" }\n',
      "HOOKTEST_PATTERN_INVALID",
      6,
      "",
    ],
    [
      "has a pattern that could run for ever",
      'tests:\n  - name: a\n    event: Stop\n    expect:\n      reason: { matches: "(a)\\\\1" }\n',
      "HOOKTEST_PATTERN_INVALID",
      5,
      "",
    ],
    ["is a list of words", "tests:\n  - hello\n", "HOOKTEST_VALUE_INVALID", 2, "a mapping with name, event"],
    [
      "mixes up a text match",
      "tests:\n  - name: a\n    event: Stop\n    expect:\n      reason: { contain: x }\n",
      "HOOKTEST_VALUE_INVALID",
      5,
      "contains",
    ],
  ])("that %s is told so, with the line and what to do", (_what, text, code, line, says) => {
    const [problem] = problems(text);
    expect(problem).toMatchObject({ code, line });
    expect(`${problem?.what} ${problem?.fix}`).toContain(says);
    expect(problem?.fix).not.toBe("");
    expect(read(text).tests).toEqual([]);
  });

  it("is told everything at once, in order", () => {
    const text = "hook: x\ntests:\n  - name: a\n    evnt: Stop\n    expect: { decison: deny }\n";
    expect(problems(text).map(({ line }) => line)).toEqual([1, 3, 4, 5]);
  });

  it("may expect values that look like patterns", () => {
    const text = 'tests: [{ name: a, event: Stop, expect: { payload: { matches: "(" } } }]';
    expect(problems(text)).toEqual([]);
  });
});
