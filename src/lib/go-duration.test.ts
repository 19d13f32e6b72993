import { describe, expect, it } from "vitest";
import { parseGoDuration } from "./go-duration.ts";

describe("parseGoDuration", () => {
  it.each<[text: string, ms: number]>([
    ["0", 0],
    ["0s", 0],
    ["-0", 0],
    ["+0", 0],
    ["5s", 5_000],
    ["250ms", 250],
    ["1.5s", 1_500],
    [".5s", 500],
    ["1.s", 1_000],
    ["1h30m", 5_400_000],
    ["1h1m1s1ms", 3_661_001],
    ["2us", 0.002],
    ["2µs", 0.002],
    ["2μs", 0.002],
    ["1ns", 0.000001],
    ["-5s", -5_000],
    ["+5s", 5_000],
    ["1m1m", 120_000],
    ["2562047h", 2_562_047 * 3_600_000],
  ])("reads %s as %d ms", (text, ms) => {
    expect(parseGoDuration(text)).toBeCloseTo(ms, 9);
  });

  it.each<[text: string, why: string]>([
    ["", "it is empty"],
    ["-", "it is empty"],
    ["5", "it has no unit"],
    ["1.5", "it has no unit"],
    [".", "it has no unit"],
    [".s", "it is not a number followed by a unit"],
    ["s", "it is not a number followed by a unit"],
    ["5 s", "it is not a number followed by a unit"],
    ["5S", "it is not a number followed by a unit"],
    ["5sec", "it is not a number followed by a unit"],
    ["5d", "it is not a number followed by a unit"],
    ["1h-5m", "it is not a number followed by a unit"],
    ["--5s", "it is not a number followed by a unit"],
    ["1e3s", "it is not a number followed by a unit"],
    ["2562048h", "it is longer than 292 years"],
    [`${"9".repeat(400)}h`, "it is longer than 292 years"],
  ])("refuses %j: %s", (text, why) => {
    expect(parseGoDuration(text)).toEqual({ bad: why });
  });
});
