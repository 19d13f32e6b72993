import { describe, expect, it } from "vitest";
import { createEngine } from "../../engine/engine.ts";
import { nativeHook } from "../../engine/native-hook.ts";
import type { Run } from "../../engine/run.ts";
import {
  freshStopGate,
  passStopGate,
  type StopExit,
  type StopPassage,
  type StopReason,
  stoppingFields,
  stopReasons,
} from "./stop-gate.ts";

type StopVerdict = Parameters<typeof passStopGate>[2];

const ranBy = (hook_name: string, dialect: string): Run => ({
  hook_name,
  event: "turn.stopping",
  dialect,
  source: "config",
  mode: "sync",
  outcome: "applied",
  failure: null,
  duration_ms: 1,
  dispatch_depth: 1,
  required: false,
  patch_applied: null,
  error: null,
});
const silent: StopVerdict = {
  decision: "none",
  reason: null,
  contexts: [],
  metadata: {},
  continue: null,
  stop: null,
  runs: [ranBy("tests", "claude"), ranBy("branch", "docker-agent")],
};
const denies: StopVerdict = { ...silent, decision: "deny", reason: "Tests fail." };
const goesOn: StopVerdict = { ...silent, continue: { message: "Test it." } };
const ends: StopVerdict = { ...silent, stop: { reason: "Enough." } };
const adds: StopVerdict = {
  ...silent,
  contexts: [
    { hook: "tests", text: "Look.", lifetime: "turn" },
    { hook: "branch", text: "main", lifetime: "turn" },
  ],
};

const exit = (reason: StopReason = "final_response", answer = "Hi."): StopExit => ({ reason, answer });
const sentBack = (blocks: number) => ({ blocks });

describe("the gate before a turn ends", () => {
  it.each<[when: string, verdict: StopVerdict, reason: StopReason, blocks: number, outcome: StopPassage["outcome"]]>([
    ["agentao S7: nothing objects", silent, "final_response", 0, "allowed"],
    ["agentao S7: a hook asks for one more pass", goesOn, "final_response", 0, "continue"],
    ["agentao S7: it asks for the third time", goesOn, "final_response", 2, "continue"],
    ["agentao S7: it asks for the fourth time", goesOn, "final_response", 3, "capped"],
    ["agent-hooks B1: a hook denies", denies, "final_response", 0, "continue"],
    ["agent-hooks B1: it denies for the third time", denies, "final_response", 2, "continue"],
    ["agent-hooks B1: it denies for the fourth time", denies, "final_response", 3, "capped"],
    ["agentao S9: a hook asks for one more pass at the limit", goesOn, "max_iterations", 0, "continue"],
    ["agentao S9: it asks at the limit for the fourth time", goesOn, "max_iterations", 3, "capped"],
    ["agentao S9: it asks although the agent repeats itself", goesOn, "loop_detected", 0, "continue"],
    ["it asks although the answer was cut off", goesOn, "length_truncation", 0, "continue"],
    ["it asks although a person rejected a call", goesOn, "tool_rejected", 0, "overruled"],
    ["agent-hooks B2: a hook denies although the answer was cut off", denies, "length_truncation", 0, "continue"],
    ["agent-hooks B2: a hook denies at the limit", denies, "max_iterations", 0, "overruled"],
    ["agent-hooks B2: a hook denies after a person rejected a call", denies, "tool_rejected", 0, "overruled"],
    ["a hook denies although the agent repeats itself", denies, "loop_detected", 0, "overruled"],
    ["a hook ends the turn", ends, "final_response", 0, "stopped"],
    [
      "one ends it and another wants to go on",
      { ...goesOn, ...denies, stop: ends.stop },
      "final_response",
      0,
      "stopped",
    ],
  ])("when %s", (_when, verdict, reason, blocks, outcome) => {
    const passage = passStopGate(sentBack(blocks), exit(reason), verdict);
    expect(passage.outcome).toBe(outcome);
    expect(passage.state).toEqual({ blocks: outcome === "continue" ? blocks + 1 : blocks });
    expect(passage.answer).toBe("Hi.");
  });

  it("agentao S7: with a cap of two it goes on, goes on and ends", () => {
    let state = freshStopGate;
    const outcomes = [1, 2, 3].map(() => {
      const passage = passStopGate(state, exit(), goesOn, { maxBlocks: 2 });
      state = passage.state;
      return passage.outcome;
    });
    expect(outcomes).toEqual(["continue", "continue", "capped"]);
  });

  it.each([
    [0, /may not send it back/],
    [1, /sent back once already/],
    [2, /sent back 2 times already/],
  ])("agentao S7: a cap of %i says that the answer stands", (cap, says) => {
    const passage = passStopGate(sentBack(cap), exit(), denies, { maxBlocks: cap });
    expect(passage).toMatchObject({ outcome: "capped", warning: expect.stringMatching(says) });
    expect(passage).toMatchObject({ warning: expect.stringContaining("Tests fail.") });
  });

  it("never overrules a hook without saying so, and says nothing otherwise", () => {
    for (const reason of stopReasons) {
      for (const verdict of [silent, denies, goesOn, ends]) {
        for (const blocks of [0, 3]) {
          const passage = passStopGate(sentBack(blocks), exit(reason), verdict);
          if (passage.outcome === "continue") continue;
          const isOverruled = passage.outcome === "capped" || passage.outcome === "overruled";
          expect(passage.warning !== null).toBe(isOverruled);
        }
      }
    }
  });

  it.each<[what: string, reason: StopReason, extra: 0 | 1]>([
    ["one at the limit", "max_iterations", 1],
    ["none below it", "final_response", 0],
    ["none when the agent repeats itself", "loop_detected", 0],
  ])("agentao S9: further iterations are given: %s", (_what, reason, extra) => {
    expect(passStopGate(freshStopGate, exit(reason), goesOn)).toMatchObject({ extraIterations: extra });
  });
});

describe("what the agent is told when it goes on", () => {
  const messageOf = (verdict: StopVerdict, reason: StopReason = "final_response") => {
    const passage = passStopGate(freshStopGate, exit(reason), verdict);
    return passage.outcome === "continue" ? passage.message : null;
  };

  it("agentao S7: one line says where the follow-up comes from", () => {
    const [reminder, ...rest] = messageOf(goesOn)?.split("\n") ?? [];
    expect(reminder).toMatch(/^<system-reminder>.*Stop hook.*<\/system-reminder>$/);
    expect(rest).toEqual(["Test it."]);
  });

  it.each([
    ["its reason", denies, "Tests fail."],
    ["that it gave none", { ...denies, reason: " " }, "gave no reason"],
    ["that it gave none", { ...denies, reason: null }, "gave no reason"],
  ])("agent-hooks B1: a refusal comes with %s", (_what, verdict, text) => {
    expect(messageOf(verdict)).toContain("does not let you stop yet");
    expect(messageOf(verdict)).toContain(text);
  });

  it("hears both a wish to go on and a refusal, where both count", () => {
    const both = { ...denies, continue: goesOn.continue };
    expect(messageOf(both)).toMatch(/Test it\.[\s\S]*Tests fail\./);
    expect(messageOf(both, "max_iterations")).not.toContain("Tests fail.");
    const passage = passStopGate(freshStopGate, exit("max_iterations"), both);
    expect(passage).toMatchObject({ notice: expect.stringContaining("Tests fail.") });
  });
});

describe("what hooks add when a turn ends", () => {
  it("agentao S8: a Claude-shaped hook adds to the answer, all others to the next turn", () => {
    expect(passStopGate(freshStopGate, exit(), adds)).toMatchObject({
      answer: "Hi.\n<stop-hook>\nLook.\n</stop-hook>",
      contexts: [{ hook: "branch", text: "main" }],
    });
  });

  it.each<[what: string, reason: StopReason, verdict: StopVerdict]>([
    ["a hook wants it so", "final_response", { ...adds, metadata: { suppress_output: true } }],
    ["the answer was cut off by the limit", "max_iterations", adds],
    ["the agent repeats itself", "loop_detected", adds],
    ["a hook ended the turn", "final_response", { ...adds, stop: { reason: "No." } }],
  ])("agentao S8: nothing is added to the answer when %s", (_what, reason, verdict) => {
    const passage = passStopGate(freshStopGate, exit(reason), verdict);
    expect(passage).toMatchObject({ answer: "Hi.", contexts: [{ text: "main" }] });
  });

  it("hands everything to the next model call when the turn goes on", () => {
    const passage = passStopGate(freshStopGate, exit(), { ...adds, continue: goesOn.continue });
    expect(passage.contexts.map(({ text }) => text)).toEqual(["Look.", "main"]);
  });
});

describe("what hooks are told", () => {
  it.each<[id: string, blocks: number, reason: StopReason, fields: object]>([
    ["agentao S7", 0, "final_response", { stop_hook_active: false, stop_block_count: 0, at_max_iterations: false }],
    ["agentao S7", 2, "final_response", { stop_hook_active: true, stop_block_count: 2 }],
    ["agentao S9", 0, "max_iterations", { at_max_iterations: true, stop_reason: "max_iterations", response: "Hi." }],
    ["agentao S9", 0, "loop_detected", { at_max_iterations: false, stop_reason: "loop_detected" }],
  ])("%s: after %i re-entries at %s", (_id, blocks, reason, fields) => {
    expect(stoppingFields(sentBack(blocks), exit(reason))).toMatchObject(fields);
  });

  it("reaches them, and their verdict passes the gate", async () => {
    const engine = createEngine({
      hooks: [
        nativeHook({
          name: "once",
          event: "turn.stopping",
          run: ({ stop_hook_active }) => (stop_hook_active ? undefined : { decision: "deny", reason: "Not yet." }),
        }),
      ],
    });
    const first = await engine.fire("turn.stopping", stoppingFields(freshStopGate, exit()));
    const passage = passStopGate(freshStopGate, exit(), first);
    expect(passage).toMatchObject({ outcome: "continue", message: expect.stringContaining("Not yet.") });
    const { state } = passage;
    const second = await engine.fire("turn.stopping", stoppingFields(state, exit()));
    expect(passStopGate(state, exit(), second).outcome).toBe("allowed");
    await engine.close();
  });
});
