import { describe, expect, it } from "vitest";
import { guess } from "./broken.ts";

const file = (...lines: readonly string[]) =>
  `---\n${lines.join("\n")}\n---\nSays on_failure: block.\n\non_failure: block\n`;

describe("what a HOOK.md that cannot be parsed seems to say", () => {
  it.each<[what: string, text: string, event: string | null, mustHold: boolean]>([
    ["nothing", "", null, false],
    ["a trigger only; what stands below is talk", file("trigger: before_tool"), "tool.pre_call", false],
    ["block", file("trigger: before_tool", "on_failure: block"), "tool.pre_call", true],
    ["open", file("trigger: before_tool", "on_failure: open"), "tool.pre_call", false],
    ["first open, then block", file("on_failure: open", "on_failure: block"), null, true],
    ["something else", file("on_failure: blok"), null, true],
    ["it in quotes", file(`"trigger": 'before_stop'`, `"on_failure" : "block"`), "turn.stopping", true],
    ["it with an indent", file("  trigger: before_tool", "  on_failure: block"), "tool.pre_call", true],
    ["it in braces", file("{name: a, trigger: before_tool, on_failure: block"), "tool.pre_call", true],
    ["two triggers", file("trigger: before_tool", "trigger: before_stop", "on_failure: block"), null, true],
    ["it in a description", file("description: with on_failure: block"), null, false],
    ["it without an end", "---\ntrigger: before_tool\non_failure: block\n", "tool.pre_call", true],
    ["it with other line breaks", "\uFEFF---\r\non_failure: open\r\n---\r\non_failure: block\r\n", null, false],
  ])("%s", (_what, text, event, mustHold) => {
    expect(guess(text)).toEqual({ event, mustHold });
  });
});
