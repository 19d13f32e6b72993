import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { continueTranscript, entriesToClose, openTurn } from "./recover.ts";
import type { Entry, TranscriptEntry } from "./transcript.ts";

const now = new Date("2026-03-01T10:00:00.000Z");

const user: Entry = {
  type: "user_message",
  content: { text: "Go", typed: "Go", origin: "user", input_class: "user" },
};
const call = (tool_call_id: string): Entry => ({
  type: "tool_call",
  content: { tool_call_id, tool_name: "shell", arguments: "{}", agent: "coder" },
});
const result = (tool_call_id: string): Entry => ({
  type: "tool_result",
  content: { tool_call_id, tool_name: "shell", text: "ok", is_error: false, outcome: "ran" },
});
const allowed = (tool_call_id: string): Entry => ({
  type: "permission",
  content: { tool_call_id, decision: "allow", source: "yolo", reason: null },
});
const done: Entry = { type: "done", content: { reason: "normal" } };
const stopped: Entry = { type: "session_stopped", content: { reason: "other" } };

/** Puts entries of turns and entries between them in order. */
function transcript(...parts: readonly (readonly [turnId: string | null, ...entries: Entry[]])[]): TranscriptEntry[] {
  const entries: TranscriptEntry[] = [];
  for (const [turnId, ...added] of parts) entries.push(...continueTranscript("s", entries, added, { turnId, now }));
  return entries;
}

function closed(entries: readonly TranscriptEntry[]): TranscriptEntry[] {
  const facts = { turnId: openTurn(entries), now };
  return [...entries, ...continueTranscript("s", entries, entriesToClose(entries), facts)];
}

const interrupted = (...interrupted_calls: string[]) => ({
  type: "system",
  content: { kind: "recovered", interrupted_calls },
});
const endOfTurn = { type: "done", content: { reason: "interrupted" } };

describe("what a killed session lacks", () => {
  it.each<[when: string, entries: TranscriptEntry[], expected: unknown[]]>([
    ["nothing was recorded", [], []],
    ["its turn was over", transcript(["t1", user, call("a"), result("a"), done]), []],
    ["it had been stopped", transcript(["t1", user, done], [null, stopped]), []],
    ["it was killed before the model answered", transcript(["t1", user]), [interrupted(), endOfTurn]],
    ["it was killed in its second turn", transcript(["t1", user, done], ["t2", user]), [interrupted(), endOfTurn]],
    [
      "all results were there, but not the end of the turn",
      transcript(["t1", user, call("a"), result("a")]),
      [interrupted(), endOfTurn],
    ],
    [
      "an id was used again, and the second call has no result",
      transcript(["t1", user, call("a"), result("a"), done], ["t2", user, call("a")]),
      [expect.objectContaining({ type: "tool_result" }), interrupted("a"), endOfTurn],
    ],
  ])("when %s", (_when, entries, expected) => {
    expect(entriesToClose(entries)).toEqual(expected);
  });

  it("names the calls that have no result, in their order, and says that they are not run again", () => {
    const entries = transcript(["t1", user, call("a"), call("b"), call("c"), allowed("a"), allowed("b"), result("b")]);
    const text = expect.stringMatching(/ended before its result was known.* not run again/);
    const closing = (tool_call_id: string) => ({
      type: "tool_result",
      content: { tool_call_id, tool_name: "shell", text, is_error: true, outcome: "interrupted" },
    });
    expect(entriesToClose(entries)).toEqual([closing("a"), closing("c"), interrupted("a", "c"), endOfTurn]);
  });

  it("continues the sequence, in the turn that was cut off", () => {
    const entries = transcript(["t1", user, done], ["t2", user, call("a")]);
    const added = closed(entries).slice(entries.length);
    expect(added.map(({ sequence, turn_id }) => [sequence, turn_id])).toEqual([
      [5, "t2"],
      [6, "t2"],
      [7, "t2"],
    ]);
  });
});

describe("any prefix of any transcript", () => {
  /** Steps of one turn: calls of a batch, and their results in any order. Few ids, so that they are used again. */
  const step = fc
    .uniqueArray(fc.constantFrom("a", "b", "c", "d"), { minLength: 0, maxLength: 4 })
    .chain((ids) =>
      fc
        .tuple(fc.constant(ids), fc.shuffledSubarray(ids, { minLength: ids.length }))
        .map(([calls, results]) => [...calls.map(call), ...results.flatMap((id) => [allowed(id), result(id)])]),
    );
  const turn = fc.array(step, { maxLength: 4 }).map((steps) => [user, ...steps.flat(), done]);
  const session = fc
    .tuple(fc.array(turn, { maxLength: 4 }), fc.boolean())
    .map(([turns, isStopped]) =>
      transcript(
        ...turns.map((entries, at): [string, ...Entry[]] => [`t${at}`, ...entries]),
        ...(isStopped ? [[null, stopped] as [null, Entry]] : []),
      ),
    );
  const prefix = session.chain((entries) => fc.nat(entries.length).map((length) => entries.slice(0, length)));

  it("is closed so that every call has exactly one result, every turn one end, and no number is missing", () => {
    fc.assert(
      fc.property(prefix, (entries) => {
        const all = closed(entries);
        expect(all.slice(0, entries.length)).toEqual(entries);
        expect(all.map(({ sequence }) => sequence)).toEqual(all.map((_, at) => at + 1));
        expect(openTurn(all)).toBeNull();

        const open: string[] = [];
        for (const { type, content } of all) {
          if (type === "tool_call") open.push(content.tool_call_id);
          if (type !== "tool_result") continue;
          expect(open).toContain(content.tool_call_id);
          open.splice(open.indexOf(content.tool_call_id), 1);
        }
        expect(open).toEqual([]);

        const turns = new Set(all.flatMap(({ turn_id }) => turn_id ?? []));
        const ends = all.filter(({ type }) => type === "done").map(({ turn_id }) => turn_id);
        expect(ends).toEqual([...turns]);
        // Doing it again, after a second kill for instance, adds nothing.
        expect(entriesToClose(all)).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it("can be cut off again while it is being closed", () => {
    fc.assert(
      fc.property(prefix, fc.nat(), (entries, cut) => {
        const all = closed(entries);
        const again = all.slice(0, entries.length + (cut % (all.length - entries.length + 1)));
        expect(entriesToClose(closed(again))).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });
});
