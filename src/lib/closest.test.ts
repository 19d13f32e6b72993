import { describe, expect, it } from "vitest";
import { closest } from "./closest.ts";

describe("closest", () => {
  const words = ["list", "info", "events", "runs", "validate", "tool.pre_call", "tool.post_call"];

  it.each<[word: string, meant: string | null]>([
    ["lsit", "list"],
    ["LIST", "list"],
    ["event", "events"],
    ["valid", "validate"],
    ["tool.pre_cal", "tool.pre_call"],
    ["tool.precall", "tool.pre_call"],
    ["xyzzy", null],
    ["", null],
  ])("%j means %j", (word, meant) => {
    expect(closest(word, words)).toBe(meant);
  });
});
