import { describe, expect, it } from "vitest";
import type { Run } from "../../engine/run.ts";
import type { Verdict } from "../../engine/verdict.ts";
import { compare, type Observed } from "./compare.ts";
import type { Expectation } from "./expectation.ts";

const run = (hook_name: string, outcome: Run["outcome"], failure: Run["failure"] = null): Run => ({
  hook_name,
  event: "tool.pre_call",
  dialect: "agh",
  source: "config",
  mode: "sync",
  outcome,
  failure,
  duration_ms: 1,
  dispatch_depth: 1,
  required: false,
  patch_applied: null,
  error: null,
});

const verdict: Verdict = {
  event: "tool.pre_call",
  decision: "deny",
  reason: "Protected file.",
  payload: {
    event: "tool.pre_call",
    timestamp: "2026-01-01T00:00:00Z",
    tool_name: "Edit",
    tool_input: { path: "b", list: [1, 2] },
  },
  contexts: [{ hook: "a", text: "Run the tests.", lifetime: "turn" }],
  messages: [{ hook: "a", level: "warning", text: "careful" }],
  metadata: { blast_radius: "high" },
  continue: { message: "Go on." },
  stop: null,
  runs: [run("a", "applied"), run("b", "failed", "timed-out"), run("c", "denied")],
  problems: [{ code: "HOOK_FAILED", hook: "b", failure: "timed-out", what: "Hook b took too long.", fix: "" }],
};
const observed: Observed = {
  verdict,
  prepared: { tool_name: "Edit", tool_input: { path: "a", list: [1, 2] } },
  inputs: [{ hook: "a", input: '{"tool": "Edit", "n": 1}' }],
};

/** The failure of one of the hooks is meant, unless a test says something else of it. */
const meant = (expectation: Expectation): Expectation =>
  expectation.problems ? expectation : { ...expectation, outcome: { b: "failed", ...expectation.outcome } };

describe("a test holds", () => {
  it.each<[what: string, expect: Expectation]>([
    ["the decision", { decision: "deny" }],
    ["the whole reason, whatever blanks are around it", { reason: " Protected file.\n" }],
    ["a part of the reason", { reason: { contains: "file" } }],
    ["a pattern of the reason", { reason: { matches: "^Prot.*[.]$" } }],
    ["a context", { context: ["Run the tests."] }],
    ["a message", { messages: [{ contains: "care" }] }],
    ["a changed field", { patch: { tool_input: { path: "b" } } }],
    ["a field of the payload", { payload: { tool_name: "Edit", tool_input: { list: [1, 2] } } }],
    ["a field that is not there", { payload: { agent_name: null } }],
    ["metadata", { metadata: { blast_radius: "high" } }],
    [
      "outcomes, failures and hooks that did not run",
      { outcome: { a: "applied", b: "failed", c: "denied", d: "not-run" } },
    ],
    ["a failure by its name", { outcome: { b: "timed-out" } }],
    ["one more turn", { continue: true }],
    ["what the next message is", { continue: "Go on." }],
    ["no end of the run", { stop: false }],
    ["a problem by its code", { problems: ["HOOK_FAILED"] }],
    ["a problem by what it says", { problems: [{ contains: "too long" }] }],
    ["how many hooks ran", { runs: 3 }],
    ["which hooks ran", { runs: ["a", "b", "c"] }],
    ["what a hook read, to the letter", { stdin: { a: '{"tool": "Edit", "n": 1}\n' } }],
    ["what a hook read, in part", { stdin: { a: { tool: "Edit" } } }],
  ])("when %s is as expected", (_what, expectation) => {
    expect(compare(meant(expectation), observed)).toEqual([]);
  });
});

describe("a test fails", () => {
  it.each<[expect: Expectation, field: string, expected: string, got: string]>([
    [{ decision: "none" }, "decision", "none", "deny"],
    [{ reason: "Protected" }, "reason", '"Protected"', '"Protected file."'],
    [{ reason: null }, "reason", "none", '"Protected file."'],
    [{ reason: { matches: "x" } }, "reason", 'matches "x"', '"Protected file."'],
    [{ context: [] }, "context", "none", '"Run the tests."'],
    [{ context: ["Run the tests.", "More."] }, "context", '"More."', '"Run the tests."'],
    [{ messages: [] }, "messages", "none", '"careful"'],
    [{ patch: {} }, "patch", "nothing changed", '{"tool_input":{"path":"b","list":[1,2]}}'],
    [{ patch: { tool_name: "Edit" } }, "patch.tool_name", '"Edit"', "missing"],
    [{ patch: { tool_input: { path: "c" } } }, "patch.tool_input.path", '"c"', '"b"'],
    [{ payload: { tool_input: { list: [1] } } }, "payload.tool_input.list", "[1]", "[1,2]"],
    [{ payload: { tool_input: { list: [1, 3] } } }, "payload.tool_input.list[1]", "3", "2"],
    [{ outcome: { a: "denied" } }, "outcome of a", "denied", "applied"],
    [{ outcome: { b: "applied" } }, "outcome of b", "applied", "failed (timed-out)"],
    [{ outcome: { z: "applied" } }, "outcome of z", "applied", "not-run"],
    [{ outcome: { a: "not-run" } }, "outcome of a", "not-run", "applied"],
    [{ continue: false }, "continue", "no", '"Go on."'],
    [{ stop: true }, "stop", "yes", "no"],
    [{ stop: "Enough." }, "stop", '"Enough."', "no"],
    [{ problems: [] }, "problems", "none", "HOOK_FAILED: Hook b took too long."],
    [{ problems: ["HOOK_DROPPED"] }, "problems", '"HOOK_DROPPED"', "HOOK_FAILED: Hook b took too long."],
    [{ runs: 2 }, "runs", "2", "3: a, b, c"],
    [{ runs: [] }, "runs", "none", "a, b, c"],
    [{ stdin: { a: { tool: "Read" } } }, "stdin of a.tool", '"Read"', '"Edit"'],
    [{ stdin: { b: "x" } }, "stdin of b", '"x"', "the hook did not run"],
  ])("%j", (expectation, field, expected, got) => {
    expect(compare(meant(expectation), observed)).toEqual([{ field, expected, got }]);
  });

  it.each<Expectation>([{ decision: "deny" }, { outcome: { a: "applied" } }, { runs: 3 }])(
    "when a hook gave no answer and nobody expected that: %j",
    (expectation) => {
      const mismatch = { field: "outcome of b", expected: "an answer", got: "failed (timed-out)" };
      expect(compare(expectation, observed)).toEqual([mismatch]);
    },
  );
});
