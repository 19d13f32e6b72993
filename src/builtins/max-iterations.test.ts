import { describe, expect, it } from "vitest";
import { maxIterations } from "./max-iterations.ts";
import { call } from "./testing.ts";

describe("max_iterations", () => {
  const asked = (args: string[], iteration?: unknown) => call(maxIterations, { args, payload: { iteration } });

  it.each([
    ["the first call", "3", 1],
    ["the last call that is allowed", "3", 3],
  ])("docker §10.41: %s goes through", async (_what, limit, iteration) => {
    expect(await asked([limit], iteration)).toBeUndefined();
  });

  it("docker §10.41: one call more ends the run", async () => {
    const reason = "The built-in hook max_iterations has reached its limit of 3 model calls.";
    expect(await asked(["3"], 4)).toEqual({ decision: "deny", reason, stop: { reason } });
  });

  it.each([
    ["no limit", []],
    ["an empty limit", [""]],
    ["a limit that is a word", ["three"]],
    ["zero", ["0"]],
    ["a negative limit", ["-1"]],
    ["a fraction", ["1.5"]],
    ["a number nobody counts to", ["99999999999999999999"]],
  ])("docker §10.41: %s never caps anything, and the user is told", async (_what, args) => {
    const text = expect.stringContaining("max_iterations limits nothing");
    expect(await asked(args, 1_000_000)).toEqual({ messages: [{ level: "warning", text }] });
  });

  it.each([
    ["a payload without a count", undefined],
    ["a count of zero", 0],
    ["a count below zero", -1],
    ["a count that is text", "9"],
  ])("docker §10.41: %s is let through", async (_what, iteration) => {
    expect(await asked(["1"], iteration)).toBeUndefined();
  });
});
