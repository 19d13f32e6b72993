import { describe, expect, it } from "vitest";
import { ageText } from "./age-text.ts";
import { costText } from "./cost-text.ts";

describe("texts for people", () => {
  it.each([
    [0, "0s"],
    [-5_000, "0s"],
    [59_999, "59s"],
    [60_000, "1m"],
    [3_599_999, "59m"],
    [86_399_999, "23h"],
    [400 * 86_400_000, "400d"],
  ])("an age of %i ms is %s", (ms, text) => {
    expect(ageText(ms)).toBe(text);
  });

  it.each([
    [null, "-"],
    [0, "$0"],
    [0.00042, "$0.0004"],
    [0.125, "$0.13"],
    [12, "$12.00"],
  ])("a cost of %s is %s", (cost, text) => {
    expect(costText(cost)).toBe(text);
  });
});
