import { describe, expect, it } from "vitest";
import { decideStop, type StopGateOptions, stopReasons } from "./stop-gate.ts";

const blocked = { should_block: true, block_reason: "tests fail" };
const open = { should_block: false, block_reason: null };

describe("the gate before the agent stops", () => {
  it.each<
    [
      when: string,
      result: typeof blocked | typeof open,
      reason: string,
      count: number,
      options: StopGateOptions,
      action: string,
    ]
  >([
    ["nothing objects", open, "no_tool_calls", 0, {}, "stop"],
    ["a hook objects", blocked, "no_tool_calls", 0, {}, "continue"],
    ["a hook objects for the third time", blocked, "no_tool_calls", 2, {}, "continue"],
    ["a hook objects for the fourth time", blocked, "no_tool_calls", 3, {}, "stop"],
    ["the cap is higher", blocked, "no_tool_calls", 3, { maxBlocks: 4 }, "continue"],
    ["the user rejected a tool", blocked, "tool_rejected", 0, {}, "stop"],
    ["the steps are used up", blocked, "max_steps", 0, {}, "stop"],
    ["all reasons are honoured", blocked, "max_steps", 0, { honoured: stopReasons }, "continue"],
  ])("when %s", (_when, result, stopReason, blockCount, options, action) => {
    const decided = decideStop(result, { stopReason, blockCount }, options);
    expect(decided.action).toBe(action);
    expect(decided.stop_block_count).toBe(action === "continue" ? blockCount + 1 : blockCount);
  });

  it("never overrides a hook without saying so", () => {
    for (const [stopReason, blockCount] of [
      ["no_tool_calls", 3],
      ["max_steps", 0],
    ] as const)
      expect(decideStop(blocked, { stopReason, blockCount })).toMatchObject({
        warning: expect.stringContaining("tests fail"),
      });
  });
});
