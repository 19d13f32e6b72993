import { describe, expect, it } from "vitest";
import { sampleUsage } from "./live-events.fixture.ts";
import { costText, nothingSpent, spentText, tokenText, withUsage } from "./spent.ts";

describe("what was spent", () => {
  it.each([
    [0, "0"],
    [999, "999"],
    [1000, "1.0k"],
    [12_345, "12.3k"],
    [999_949, "999.9k"],
    [999_950, "1.0M"],
    [2_500_000, "2.5M"],
  ])("%d tokens are written as %s", (tokens, text) => {
    expect(tokenText(tokens)).toBe(text);
  });

  it.each([
    [null, "cost not known"],
    [0, "$0"],
    [0.00001, "less than $0.0001"],
    [0.0123, "$0.0123"],
    [12.345, "$12.35"],
  ])("a cost of %s is written as %s", (cost, text) => {
    expect(costText(cost)).toBe(text);
  });

  it("adds up, and a price that is not known makes the sum not known", () => {
    const once = withUsage(nothingSpent, sampleUsage, 0.5);
    expect(once).toEqual({ steps: 0, toolCalls: 0, inputTokens: 1200, outputTokens: 80, cost: 0.5 });
    expect(withUsage(withUsage(once, null, null), sampleUsage, 1).cost).toBeNull();
  });

  it("is one line", () => {
    expect(spentText({ steps: 1, toolCalls: 2, inputTokens: 1200, outputTokens: 80, cost: 0.01 })).toBe(
      "1 step, 2 tool calls · 1.2k tokens in, 80 out · $0.0100",
    );
  });
});
