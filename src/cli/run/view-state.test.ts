import { describe, expect, it } from "vitest";
import type { LiveEvent } from "../../agent/live-event.ts";
import type { Block } from "./block.ts";
import { live, ran, sampleRecord, sampleRequest, sampleUsage } from "./live-events.fixture.ts";
import { emptyView, follow, type ViewState } from "./view-state.ts";

function watch(events: readonly LiveEvent[], isVerbose = false): { blocks: Block[]; view: ViewState } {
  let view = emptyView;
  const blocks = events.flatMap((event) => {
    const followed = follow(view, event, { isVerbose });
    view = followed.view;
    return followed.blocks;
  });
  return { blocks, view };
}

const started = live({ kind: "session_started", source: "startup", session: sampleRecord });
const turn = live({ kind: "turn_started", message: "go", origin: "user" });
const step = live({ kind: "step_started", iteration: 1, agent: "root", model: "scripted/a", is_scripted: true });
const opened = live({ kind: "message_started", message_id: "m", agent: "root" });
const delta = (text: string, kind: "text" | "thought" = "text") =>
  live({ kind: "message_delta", message_id: "m", delta: kind, text });
const closed = (text: string) => live({ kind: "message_ended", message_id: "m", text });
const called = (id: string) =>
  live({ kind: "tool_called", tool_call_id: id, tool_name: "shell", title: `run ${id}`, tool_input: {} });
const returned = (id: string, outcome = "ran") =>
  live({
    kind: "tool_returned",
    tool_call_id: id,
    tool_name: "shell",
    text: "ok",
    is_error: false,
    outcome,
    changes: [],
  });

/** A block in few words. */
function brief(block: Block): string {
  switch (block.kind) {
    case "text":
      return `${block.voice}: ${block.line}`;
    case "text-replaced":
      return `replaced: ${block.text}`;
    case "input":
      return `${block.origin}: ${block.text}`;
    case "hook":
      return `${block.note.what} ${block.note.hook}${block.note.fix === null ? "" : " with a fix"}`;
    case "tool-returned":
      return block.title === null ? "returned" : `returned: ${block.title}`;
    default:
      return block.kind;
  }
}

describe("what is shown of a session", () => {
  it.each<[what: string, events: LiveEvent[], expected: string[]]>([
    ["a session", [started], ["session-started"]],
    ["a turn", [started, turn], ["session-started", "user: go"]],
    ["a model, but only once", [turn, step, step], ["user: go", "model"]],
    [
      "an answer, line by line",
      [opened, delta("one\ntw"), delta("o\nthr"), closed("one\ntwo\nthr")],
      ["text: one", "text: two", "text: thr"],
    ],
    ["an answer that did not stream", [opened, closed("one\ntwo")], ["text: one", "text: two"]],
    [
      "thoughts apart from words",
      [opened, delta("hm", "thought"), delta("yes"), closed("yes")],
      ["thought: hm", "text: yes"],
    ],
    ["an answer that was void", [opened, delta("hal"), closed("")], ["text: hal", "replaced: "]],
    ["an answer that was changed", [opened, delta("secret"), closed("***")], ["text: secret", "replaced: ***"]],
    [
      "a hook in the middle of a line",
      [opened, delta("one "), live(ran({ outcome: "failed", error: "x" })), delta("more"), closed("one more")],
      ["text: one ", "failed guard", "text: more"],
    ],
    [
      "a quiet hook, which breaks no line",
      [opened, delta("one "), live(ran({})), delta("more"), closed("one more")],
      ["text: one more"],
    ],
    ["pieces of a message whose beginning was not seen", [delta("x"), closed("x")], []],
    ["a tool call", [called("1"), returned("1")], ["tool-called", "returned"]],
    [
      "several calls, told apart",
      [called("1"), called("2"), returned("1"), returned("2")],
      ["tool-called", "tool-called", "returned: shell  run 1", "returned"],
    ],
    [
      "a refusal, once",
      [
        called("1"),
        live({ kind: "permission_decided", tool_call_id: "1", decision: "deny", source: "yolo", reason: null }),
        returned("1", "denied"),
      ],
      ["tool-called", "permission"],
    ],
    ["a question", [live({ kind: "confirmation_requested", ...sampleRequest })], ["asked"]],
    [
      "messages that were taken",
      [live({ kind: "input_taken", origin: "steering", texts: ["a", "b"] })],
      ["steering: a", "steering: b"],
    ],
    [
      "compaction",
      [
        live({ kind: "compaction_started", reason: "manual" }),
        live({ kind: "compaction_ended", reason: "manual", outcome: "skipped", summary: null }),
      ],
      ["compaction-started", "compaction-ended"],
    ],
    [
      "nothing of what only matters to machines",
      [
        live({ kind: "step_ended", iteration: 1, reason: "normal" }),
        live({ kind: "awaiting_input", waiting_for: "approval" }),
      ],
      [],
    ],
    [
      "the end",
      [
        started,
        turn,
        live({ kind: "turn_ended", reason: "normal", answer: "" }),
        live({ kind: "session_ended", reason: "other", session: sampleRecord }),
      ],
      ["session-started", "user: go", "turn-ended", "session-ended"],
    ],
  ])("%s", (_what, events, expected) => {
    expect(watch(events).blocks.map(brief)).toEqual(expected);
  });

  it("includes hooks without an opinion when it is verbose", () => {
    expect(watch([live(ran({}))], true).blocks.map(brief)).toEqual(["none guard"]);
    expect(watch([live(ran({}))]).blocks).toEqual([]);
  });

  it("says how a hook fails and what to do about it once, and that it failed each time", () => {
    const failing = live(
      ran(
        { outcome: "failed" },
        {
          problems: [
            { code: "HOOK_FAILED", hook: "guard", failure: "killed", what: "It was killed.", fix: "Repair it." },
          ],
        },
      ),
    );
    const { blocks } = watch([failing, failing]);
    expect(blocks.map(brief)).toEqual(["failed guard with a fix", "failed guard"]);
    expect(blocks.map((block) => block.kind === "hook" && block.note.text)).toEqual(["It was killed.", "as before"]);
  });

  it("says once what is wrong with a file, although it is wrong at every event", () => {
    const wrong = (event: "session.start" | "message.delta", what: string) =>
      live(
        ran(
          {},
          {
            event,
            runs: [],
            problems: [{ code: "HOOK_DECLARATION_BROKEN", hook: null, failure: null, what, fix: "Mend it." }],
          },
        ),
      );
    const events = [
      wrong("session.start", "Broken."),
      wrong("message.delta", "Broken."),
      wrong("message.delta", "Bad."),
    ];
    expect(watch(events).blocks.map((block) => block.kind === "hook" && block.note.text)).toEqual(["Broken.", "Bad."]);
  });

  it("counts what every hook did, the quiet ones too", () => {
    const { view } = watch([live(ran({})), live(ran({ outcome: "denied" })), live(ran({ hook_name: "other" }))]);
    expect([...view.tally.values()].map(({ hook, runs, outcomes }) => ({ hook, runs, outcomes }))).toEqual([
      { hook: "guard", runs: 2, outcomes: { applied: 1, denied: 1 } },
      { hook: "other", runs: 1, outcomes: { applied: 1 } },
    ]);
  });

  it("puts sub-agents below the session that started them, under their names", () => {
    const child = (id: string, parent: string) =>
      live({ kind: "subagent_started", child_session_id: id, agent: `agent of ${id}`, task: "t" }, parent);
    const notice = (session: string) => live({ kind: "notice", level: "info", code: "x", message: session }, session);
    const { blocks } = watch([
      started,
      child("c1", sampleRecord.id),
      notice("c1"),
      child("c2", "c1"),
      notice("c2"),
      notice("unknown-one"),
    ]);
    expect(blocks.filter(({ kind }) => kind === "notice").map(({ from }) => from)).toEqual([
      { depth: 1, agent: "agent of c1" },
      { depth: 2, agent: "agent of c2" },
      { depth: 1, agent: "unknown-" },
    ]);
  });

  it("ends another agent's line before it goes on", () => {
    const child = live({ kind: "message_started", message_id: "c", agent: "b" }, "child");
    const word = live({ kind: "message_delta", message_id: "c", delta: "text", text: "other\n" }, "child");
    expect(watch([turn, opened, child, delta("mine "), word, delta("still")]).blocks.map(brief)).toEqual([
      "user: go",
      "text: mine ",
      "text: other",
    ]);
  });
});

describe("what is going on", () => {
  it("is a turn, its model and what it has used", () => {
    const usage = live({
      kind: "model_called",
      model: "scripted/a",
      usage: sampleUsage,
      cost: 0.5,
      context_limit: 9000,
    });
    const { view } = watch([started, turn, step, usage, called("1")]);
    expect(view).toMatchObject({
      isWorking: true,
      agent: "root",
      model: { name: "scripted/a", isScripted: true },
      context: { used: 1200, limit: 9000 },
      turn: { steps: 1, toolCalls: 1, inputTokens: 1200, outputTokens: 80, cost: 0.5 },
    });
  });

  it("counts what was spent before the session was taken up again", () => {
    const totals = { ...sampleRecord.totals, steps: 3, input_tokens: 500, cost: null };
    const resumed = live({ kind: "session_started", source: "resume", session: { ...sampleRecord, totals } });
    expect(watch([resumed, step]).view.total).toMatchObject({ steps: 4, inputTokens: 500, cost: null });
  });

  it("keeps the end of what a tool prints, and no more than that", () => {
    const output = live({ kind: "tool_output", tool_call_id: "1", text: "x".repeat(10_000) });
    const { view } = watch([called("1"), output]);
    expect(view.calls.get("1")?.output).toHaveLength(4000);
    expect(watch([called("1"), output, returned("1")]).view.calls.size).toBe(0);
  });

  it("is nothing once the turn has ended, whatever was left open", () => {
    const { view } = watch([turn, called("1"), live({ kind: "turn_ended", reason: "canceled", answer: "" })]);
    expect(view).toMatchObject({ isWorking: false, calls: new Map() });
  });

  it("counts what sub-agents use as part of the turn, but their context is not ours", () => {
    const usage = live({ kind: "model_called", model: "m", usage: sampleUsage, cost: 0, context_limit: 10 }, "child");
    expect(watch([started, turn, usage]).view).toMatchObject({ context: { used: 0 }, turn: { inputTokens: 1200 } });
  });
});
