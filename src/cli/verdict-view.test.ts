import { describe, expect, it } from "vitest";
import type { Run } from "../engine/run.ts";
import type { Verdict } from "../engine/verdict.ts";
import { renderVerdict } from "./verdict-view.ts";

const run: Run = {
  hook_name: "guard",
  event: "tool.pre_call",
  dialect: "docker-agent",
  source: "config",
  mode: "sync",
  outcome: "applied",
  failure: null,
  duration_ms: 0,
  dispatch_depth: 1,
  required: false,
  patch_applied: null,
  error: null,
};

const rendered = (patch: unknown, more: Partial<Verdict> = {}) => {
  const verdict = {
    event: "tool.pre_call",
    decision: "none",
    reason: null,
    payload: {},
    contexts: [],
    messages: [],
    metadata: {},
    continue: null,
    stop: null,
    runs: [{ ...run, patch_applied: patch }],
    problems: [],
    ...more,
  } as unknown as Verdict;
  return renderVerdict({ width: 100, color: false }, verdict, {});
};

describe("a verdict for people", () => {
  it.each<[answer: string, patch: unknown, words: string]>([
    ["nothing", null, "no opinion"],
    ["ask", { decision: "ask" }, "asks"],
    ["allow", { decision: "allow" }, "allows"],
    ["allow, with other arguments", { tool_input: {}, decision: "allow" }, "allows, set tool_input"],
    ["other arguments", { tool_input: {} }, "set tool_input"],
  ])("tells what a hook that ran has said: %s", (_answer, patch, words) => {
    expect(rendered(patch).split("\n")[1]?.trim()).toBe(`applied   guard  ${words}`);
  });

  it("shows what hooks say about the question", () => {
    expect(rendered(null, { metadata: { blast_radius: "high" } })).toContain("blast_radius: high");
  });
});
