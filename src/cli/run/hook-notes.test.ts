import { describe, expect, it } from "vitest";
import type { VerdictProblem } from "../../engine/verdict.ts";
import { type HookDeed, type HooksRan, hookNotes } from "./hook-notes.ts";
import { live, ran, sampleRun } from "./live-events.fixture.ts";

const problem: VerdictProblem = {
  code: "HOOK_FAILED",
  hook: "guard",
  failure: "trust-refused",
  what: 'Hook "guard" did not run.',
  fix: "Trust it.",
};

function notesOf(...args: Parameters<typeof ran>) {
  return hookNotes(live(ran(...args)) as HooksRan).map(({ what, hook, text, fix }) => ({ what, hook, text, fix }));
}

describe("what a hook did", () => {
  it.each<[when: string, args: Parameters<typeof ran>, expected: [HookDeed, hook: string | null, text: string][]]>([
    ["has no opinion", [{}], [["none", "guard", "no opinion"]]],
    [
      "refuses and says why",
      [{ outcome: "denied", patch_applied: { deny: true, deny_reason: "Not here." } }, { decision: "deny" }],
      [["deny", "guard", "Not here."]],
    ],
    [
      "refuses and the verdict says why",
      [{ outcome: "denied" }, { decision: "deny", reason: "Protected." }],
      [["deny", "guard", "Protected."]],
    ],
    [
      "refuses after the fact",
      [
        { outcome: "denied", event: "tool.post_call" },
        { event: "tool.post_call", decision: "deny", reason: "Late." },
      ],
      [["deny", "guard", "Late. (only stops later hooks)"]],
    ],
    [
      "allows",
      [{ patch_applied: { decision: "allow" } }, { decision: "allow", reason: "Known." }],
      [["allow", "guard", "Known."]],
    ],
    ["allows where answers are not kept", [{}, { decision: "allow" }], [["allow", "guard", ""]]],
    [
      "asks and is overruled",
      [{ patch_applied: { decision: "ask" } }, { decision: "deny", reason: "No." }],
      [
        ["ask", "guard", ""],
        ["deny", null, "No."],
      ],
    ],
    [
      "changes fields",
      [{ patch_applied: { tool_input: {}, title: "x" } }],
      [["change", "guard", "set tool_input, title"]],
    ],
    [
      "adds context and speaks",
      [
        {},
        {
          contexts: [{ hook: "guard", text: "Today", lifetime: "turn" }],
          messages: [{ hook: "guard", level: "warning", text: "Careful" }],
        },
      ],
      [
        ["context", "guard", "Today"],
        ["warning", "guard", "Careful"],
      ],
    ],
    [
      "fails",
      [{ outcome: "failed", failure: "timed-out", error: "took too long" }],
      [["failed", "guard", "took too long"]],
    ],
    ["is dropped", [{ outcome: "dropped" }], [["dropped", "guard", "dropped"]]],
    ["has its patch rejected", [{ outcome: "rejected", error: "widens" }], [["rejected", "guard", "widens"]]],
    [
      "is not trusted",
      [{ outcome: "skipped" }, { problems: [problem] }],
      [["skipped", "guard", 'Hook "guard" did not run.']],
    ],
    [
      "does not let the agent stop",
      [{ event: "turn.stopping" }, { event: "turn.stopping", continue: { message: "Run the tests." } }],
      [["continue", "guard", "Run the tests."]],
    ],
    [
      "is one of two, and somebody does not let the agent stop",
      [{}, { runs: [sampleRun({ hook_name: "a" }), sampleRun({ hook_name: "b" })], continue: { message: "Go on." } }],
      [
        ["none", "a", "no opinion"],
        ["none", "b", "no opinion"],
        ["continue", null, "Go on."],
      ],
    ],
    [
      "is required and fails",
      [
        { outcome: "failed", error: "gone" },
        { decision: "deny", reason: "The hook is required." },
      ],
      [
        ["failed", "guard", "gone"],
        ["deny", null, "The hook is required."],
      ],
    ],
    [
      "asks for more than it may",
      [{}, { problems: [problem] }],
      [
        ["none", "guard", "no opinion"],
        ["problem", "guard", 'Hook "guard" did not run.'],
      ],
    ],
    [
      "is broken and never ran",
      [{}, { runs: [], problems: [problem] }],
      [["problem", "guard", 'Hook "guard" did not run.']],
    ],
    [
      "speaks without a run of its own",
      [{}, { runs: [], messages: [{ hook: "other", level: "info", text: "Hi" }] }],
      [["info", "other", "Hi"]],
    ],
  ])("when it %s", (_when, args, expected) => {
    expect(notesOf(...args).map(({ what, hook, text }) => [what, hook, text])).toEqual(expected);
  });

  it("comes with what to do about it", () => {
    expect(notesOf({ outcome: "skipped" }, { problems: [problem] })[0]?.fix).toBe("Trust it.");
  });

  it("is told for every hook, in the order in which they ran", () => {
    const runs = [sampleRun({ hook_name: "a" }), sampleRun({ hook_name: "b", outcome: "failed", error: "x" })];
    expect(notesOf({}, { runs }).map(({ what, hook }) => `${what} ${hook}`)).toEqual(["none a", "failed b"]);
  });
});
