import { describe, expect, it } from "vitest";
import type { Entry, TranscriptEntry } from "../../agent/transcript.ts";
import type { Outcome } from "../../engine/run.ts";
import { deedsOf } from "./demo-deeds.ts";

const entry = (body: Entry): TranscriptEntry => ({
  ...body,
  session_id: "sess_1",
  sequence: 1,
  turn_id: "turn_1",
  recorded_at: "2026-01-01T00:00:00.000Z",
});

const said = (typed: string, text: string, origin: "user" | "stop-hook" = "user") =>
  entry({ type: "user_message", content: { text, typed, origin, input_class: "user" } });

const result = (text: string, outcome: "ran" | "denied") =>
  entry({
    type: "tool_result",
    content: { tool_call_id: "call_1", tool_name: "shell", text, is_error: outcome !== "ran", outcome },
  });

const run = (hook_name: string, outcome: Outcome = "applied") => ({ hook_name, dialect: "claude" as const, outcome });

describe("what counts as done by hooks", () => {
  it.each<[when: string, entries: TranscriptEntry[], runs: ReturnType<typeof run>[], happened: string[]]>([
    ["nothing happened", [said("Hi", "Hi"), result("fine", "ran")], [], []],
    ["a message was added to", [said("Hi", "Rules. Hi")], [run("house-rules")], ["told"]],
    ["a call was denied by a hook", [result("no", "denied")], [run("g", "denied")], ["refused"]],
    ["a call was denied, but by nobody's hook", [result("no", "denied")], [], []],
    ["a result was redacted", [result("KEY=[REDACTED]", "ran")], [run("redact_secrets")], ["kept"]],
    ["the formatter ran", [], [run("format-edits")], ["formatted"]],
    ["the formatter failed", [], [run("format-edits", "failed")], []],
    ["the agent was sent back", [said("Again", "Again", "stop-hook")], [], ["sent"]],
  ])("when %s", (_when, entries, runs, happened) => {
    const done = deedsOf(entries, runs).filter((deed) => deed.happened);
    expect(done.map(({ what }) => what.split(" ")[0])).toEqual(happened);
  });

  it("is told with each hook once", () => {
    const runs = [run("format-edits"), run("format-edits")];
    expect(deedsOf([], runs).map(({ by }) => by)).toContainEqual([{ hook: "format-edits", dialect: "claude" }]);
  });
});
