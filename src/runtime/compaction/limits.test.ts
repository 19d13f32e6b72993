import { describe, expect, it } from "vitest";
import { calls, cleared, compacted, returns, says, transcriptOf, usage, user } from "../../agent/transcript.fixture.ts";
import type { Entry } from "../../agent/transcript.ts";
import { needsCompaction, summaryLimit, tailLimit } from "./limits.ts";
import { tokensInUse } from "./tokens-in-use.ts";

describe("when a conversation is shortened", () => {
  it.each<
    [what: string, tokens: [input: number, output: number, fresh: number], limit: number | null, expected: boolean]
  >([
    ["well below the threshold", [100, 100, 0], 1000, false],
    ["exactly at nine tenths", [800, 50, 50], 1000, false],
    ["one token beyond", [800, 50, 51], 1000, true],
    ["by the input alone", [901, 0, 0], 1000, true],
    ["by what came since alone", [0, 0, 901], 1000, true],
    ["an unknown limit", [1_000_000, 0, 0], null, false],
    ["a limit of nothing", [10, 0, 0], 0, false],
  ])("docker §10.66: %s", (_what, [inputTokens, outputTokens, estimatedNew], limit, expected) => {
    expect(needsCompaction({ inputTokens, outputTokens, estimatedNew, limit })).toBe(expected);
  });

  it("takes another threshold", () => {
    const tokens = { inputTokens: 501, outputTokens: 0, estimatedNew: 0, limit: 1000 };
    expect([0.5, 0.6].map((threshold) => needsCompaction({ ...tokens, threshold }))).toEqual([true, false]);
  });

  it.each([
    [1_000, 200, 250],
    [8_192, 1_638, 2_048],
    [100_000, 20_000, 16_000],
    [1_000_000, 20_000, 16_000],
  ])("docker §10.66: of %i tokens %i are kept and %i summarise the rest", (limit, tail, summary) => {
    expect([tailLimit(limit), summaryLimit(limit)]).toEqual([tail, summary]);
  });
});

describe("the tokens in use", () => {
  it.each<[what: string, entries: Entry[], inputTokens: number, outputTokens: number, estimatedNew: number]>([
    ["none yet", [], 0, 0, 0],
    ["an estimate before anybody has counted", [user("abcd")], 0, 0, 6],
    ["what the provider counted", [user("abcd"), usage(100, 20), says("Hello")], 100, 20, 0],
    ["the last count only", [user("a"), usage(100, 20), user("b"), usage(200, 30)], 200, 30, 0],
    [
      "what came since",
      [user("a"), usage(100, 20), says("x"), calls("a"), returns("a", "abcd"), user("abcd")],
      100,
      20,
      12,
    ],
    [
      "an estimate after a count that says nothing",
      [user("abcd"), { type: "usage", content: { model: "m", usage: null, cost: null } }, says("abcd")],
      0,
      0,
      12,
    ],
    ["an estimate after the conversation was cleared", [user("a"), usage(100, 20), cleared, user("abcd")], 0, 0, 6],
    ["a fresh count after that", [user("a"), usage(100, 20), cleared, user("b"), usage(7, 8)], 7, 8, 0],
  ])("docker §10.66: %s", (_what, entries, inputTokens, outputTokens, estimatedNew) => {
    expect(tokensInUse(transcriptOf(entries))).toEqual({ inputTokens, outputTokens, estimatedNew });
  });

  it("docker §10.66: what was counted before a compaction is forgotten", () => {
    const { inputTokens, estimatedNew } = tokensInUse(
      transcriptOf([user("a"), usage(9_000, 20), compacted("Short.", 3)]),
    );
    expect(inputTokens).toBe(0);
    expect(estimatedNew).toBeLessThan(100);
  });

  it("docker §10.66: tokens of a session that it delegated to are not counted", () => {
    const subagent: Entry = {
      type: "system",
      content: { kind: "subagent", session_id: "child", agent: "a", task: "t" },
    };
    const entries = [user("a"), usage(100, 20), calls("t"), subagent, returns("t", "abcd")];
    expect(tokensInUse(transcriptOf(entries))).toEqual({ inputTokens: 100, outputTokens: 20, estimatedNew: 6 });
  });
});
