import { describe, expect, it } from "vitest";
import type { Operator } from "../../src/agent/live-event.ts";
import { agentBench, hook, tool } from "../support/agent.ts";

const peek = tool("peek", () => "seen", { readOnly: true, decisionClass: "read" });
const look = (n: number) => ({ text: `Look ${n}.`, tool_calls: [{ name: "peek", arguments: { n } }] });
const approveAll: Operator = { confirm: async () => ({ kind: "approve" }), extendLimit: async () => true };

describe("messages while the agent works", () => {
  it("docker §10.62: steering is taken in after a batch, all at once and in order, and hooks see it as it was typed", async () => {
    const bench = agentBench({ script: { answers: [look(1), { text: "Done." }] }, tools: [peek] });
    const session = await bench.start();
    session.watch((event) => {
      if (event.kind !== "tool_called") return;
      session.steer("first");
      session.steer("second");
    });
    await session.submit("Go.");
    expect(bench.payloadsOf("input.steering")).toMatchObject([{ steering_messages: ["first", "second"] }]);
    expect(bench.payloadsOf("step.end").map(({ reason }) => reason)).toEqual(["steered", "normal"]);
    const entries = await bench.world.store.entries(session.record().id);
    const typed = entries.filter(({ type }) => type === "user_message").map(({ content }) => content);
    expect(typed).toMatchObject([
      { text: "Go.", origin: "user" },
      { text: "first\n", typed: "first", origin: "steering" },
      { text: "second", typed: "second", origin: "steering" },
    ]);
  });

  it("docker §10.62: steering that comes while the model finishes keeps the turn going", async () => {
    const bench = agentBench({ script: { answers: [{ text: "Done." }, { text: "Now really." }] } });
    const session = await bench.start();
    let isSteered = false;
    session.watch((event) => {
      if (event.kind === "message_ended" && !isSteered) isSteered = session.steer("One more thing.");
    });
    expect(await session.submit("Go.")).toMatchObject({ reason: "normal", answer: "Now really." });
    expect(bench.payloadsOf("step.end").map(({ reason }) => reason)).toEqual(["steered", "normal"]);
  });

  it("docker §10.62: follow-ups wait for the end and come one at a time", async () => {
    const bench = agentBench({ script: { answers: [{ text: "one" }, { text: "two" }, { text: "three" }] } });
    const session = await bench.start();
    session.followUp("and then");
    session.followUp("and last");
    expect(await session.submit("Go.")).toMatchObject({ reason: "normal", answer: "three" });
    expect(bench.payloadsOf("input.followup").map(({ message }) => message)).toEqual(["and then", "and last"]);
    expect(bench.payloadsOf("step.end").map(({ reason }) => reason)).toEqual(["continue", "continue", "normal"]);
    expect(bench.payloadsOf("turn.start")).toHaveLength(1);
    expect(bench.payloadsOf("input.pre_submit")).toHaveLength(1);
  });

  it.each(["input.steering", "input.followup"] as const)("a hook on %s may end the run", async (event) => {
    const bench = agentBench({
      script: { answers: [look(1), { text: "Done." }, { text: "no" }] },
      tools: [peek],
      hooks: [hook(event, () => ({ stop: { reason: "Enough." } }))],
    });
    const session = await bench.start();
    if (event === "input.followup") session.followUp("more");
    else session.watch(({ kind }) => void (kind === "tool_called" && session.steer("more")));
    expect(await session.submit("Go.")).toMatchObject({ reason: "hook_blocked", error: "Enough." });
    expect(bench.payloadsOf("step.end").at(-1)).toMatchObject({ reason: "hook_blocked" });
  });

  it("docker §10.62: whoever wants to know is told when a turn takes no more messages, before its last hooks run", async () => {
    const busy: boolean[] = [];
    const note = () => void busy.push(session.isBusy());
    const bench = agentBench({
      script: { answers: [look(1), { text: "Done." }] },
      tools: [peek],
      hooks: [hook("step.end", note), hook("turn.stopping", note), hook("turn.end", note)],
    });
    const session = await bench.start();
    await session.submit("Go.");
    expect(busy).toEqual([true, true, false, false]);
    expect(session.isBusy()).toBe(false);
  });

  it("refuses what does not fit into the queues", async () => {
    const bench = agentBench();
    const session = await bench.start();
    expect([1, 2, 3, 4, 5, 6].map((n) => session.steer(String(n)))).toEqual([true, true, true, true, true, false]);
    expect(Array.from({ length: 21 }, (_, n) => session.followUp(String(n))).at(-1)).toBe(false);
    expect(session.waiting()).toEqual({ steering: 5, followUps: 20 });
  });

  it("what a steering hook adds takes the place of what was added with the prompt", async () => {
    const asked: unknown[][] = [];
    const bench = agentBench({
      script: { answers: [look(1), { text: "Done." }] },
      tools: [peek],
      hooks: [
        hook("input.pre_submit", () => ({ contexts: [{ text: "with the prompt", lifetime: "turn" }] })),
        hook("input.steering", () => ({ contexts: [{ text: "with steering", lifetime: "turn" }] })),
        hook("session.start", () => ({ contexts: [{ text: "always", lifetime: "session" }] })),
        hook("step.start", ({ iteration }) => ({ contexts: [{ text: `step ${iteration}`, lifetime: "turn" }] })),
        hook("tool.post_call", () => ({ contexts: [{ text: "after the tool", lifetime: "turn" }] })),
        hook(
          "model.pre_call",
          ({ messages }) =>
            void asked.push((messages ?? []).filter(({ role }) => role === "system").map(({ content }) => content)),
        ),
      ],
    });
    const session = await bench.start();
    session.watch(({ kind }) => void (kind === "tool_called" && session.steer("more")));
    await session.submit("Go.");
    expect(asked).toEqual([
      ["Do what you are told.", "always", "with the prompt", "step 1"],
      ["Do what you are told.", "always", "with steering", "step 2", "after the tool"],
    ]);
  });
});

describe("the limit on model calls", () => {
  const endless = { answers: Array.from({ length: 30 }, (_, n) => look(n)) };

  it("docker §10.64 docker §10.63: without anybody to ask, the turn ends there and says so", async () => {
    const bench = agentBench({ script: endless, tools: [peek], maxIterations: 2 });
    const session = await bench.start();
    expect(await session.submit("Go.")).toMatchObject({ reason: "max_iterations" });
    expect(bench.payloadsOf("model.pre_call")).toHaveLength(2);
    expect(bench.payloadsOf("turn.limit_reached")).toMatchObject([{ max_iterations: 2, level: "warning" }]);
    expect(bench.payloadsOf("notice.raised")).toMatchObject([{ level: "warning", code: "max_iterations" }]);
    expect(bench.payloadsOf("session.awaiting_input")[0]).toMatchObject({ waiting_for: "max_iterations" });
    expect(bench.names()).not.toContain("turn.limit_extended");
    expect(bench.payloadsOf("turn.end")).toMatchObject([{ stop_reason: "max_iterations" }]);
  });

  it("docker §10.64 docker §10.63: whoever is asked may grant ten more, again and again", async () => {
    let asked = 0;
    const operator: Operator = { ...approveAll, extendLimit: async () => ++asked < 3 };
    const bench = agentBench({ script: endless, tools: [peek], maxIterations: 3, operator });
    const session = await bench.start();
    expect(await session.submit("Go.")).toMatchObject({ reason: "max_iterations" });
    expect(bench.payloadsOf("model.pre_call")).toHaveLength(23);
    expect(bench.payloadsOf("turn.limit_extended")).toMatchObject([
      { previous_max_iterations: 3, new_max_iterations: 13 },
      { previous_max_iterations: 13, new_max_iterations: 23 },
    ]);
  });

  it("docker §10.64: cancelling while it is asked ends the turn as canceled", async () => {
    const operator: Operator = {
      ...approveAll,
      extendLimit: (_request, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason));
          queueMicrotask(() => session.cancelTurn());
        }),
    };
    const bench = agentBench({ script: endless, tools: [peek], maxIterations: 1, operator });
    const session = await bench.start();
    expect(await session.submit("Go.")).toMatchObject({ reason: "canceled" });
  });

  it("docker §10.64: zero means no limit", async () => {
    const bench = agentBench({ script: { answers: [look(1), look(2), { text: "Done." }] }, tools: [peek] });
    const session = await bench.start();
    expect(await session.submit("Go.")).toMatchObject({ reason: "normal" });
  });

  it("agentao S9: every wish for one more pass is worth one call beyond the limit, three times at most", async () => {
    const bench = agentBench({
      script: endless,
      tools: [peek],
      maxIterations: 2,
      hooks: [hook("turn.stopping", () => ({ continue: { message: "Write a summary." } }))],
    });
    const session = await bench.start();
    expect(await session.submit("Go.")).toMatchObject({ reason: "max_iterations" });
    const stops = bench.payloadsOf("turn.stopping");
    expect(stops.map(({ at_max_iterations }) => at_max_iterations)).toEqual([true, true, true, true]);
    expect(bench.payloadsOf("model.pre_call")).toHaveLength(5);
    expect(bench.events.filter((event) => event.kind === "notice" && event.level === "warning").at(-1)).toMatchObject({
      code: "stop_gate",
    });
  });
});

describe("the gate before a turn ends", () => {
  const ask = hook("turn.stopping", ({ response }) =>
    response === "" ? { continue: { message: "Answer in words." } } : {},
  );

  it("a hook sends the agent back to work, with its reason as the next message", async () => {
    let refusals = 0;
    const bench = agentBench({
      script: { answers: [{ text: "Done." }, { text: "Now tested." }] },
      hooks: [hook("turn.stopping", () => (++refusals === 1 ? { decision: "deny", reason: "Run the tests." } : {}))],
    });
    const session = await bench.start();
    expect(await session.submit("Go.")).toMatchObject({ reason: "normal", answer: "Now tested." });
    expect(bench.payloadsOf("turn.stopping")).toMatchObject([
      { stop_reason: "final_response", stop_hook_active: false, stop_block_count: 0, response: "Done.", step_count: 1 },
      { stop_hook_active: true, stop_block_count: 1, response: "Now tested.", step_count: 2 },
    ]);
    expect(bench.payloadsOf("step.end").map(({ reason }) => reason)).toEqual(["continue", "normal"]);
    const entries = await bench.world.store.entries(session.record().id);
    const sent = entries.filter(({ type }) => type === "user_message").map(({ content }) => content);
    expect(sent[1]).toMatchObject({ origin: "stop-hook", text: expect.stringContaining("Run the tests.") });
  });

  it("agentao S8: a gate that never opens is opened after three times, and the user is told", async () => {
    const bench = agentBench({
      script: { answers: Array.from({ length: 9 }, (_, n) => ({ text: `try ${n}` })) },
      hooks: [hook("turn.stopping", () => ({ continue: { message: "Again." } }))],
    });
    const session = await bench.start();
    expect(await session.submit("Go.")).toMatchObject({ reason: "normal", answer: "try 3" });
    expect(bench.payloadsOf("turn.stopping").map(({ stop_block_count }) => stop_block_count)).toEqual([0, 1, 2, 3]);
    expect(bench.payloadsOf("notice.raised")).toMatchObject([{ code: "stop_gate", level: "warning" }]);
    await session.submit("Go on.");
    expect(bench.payloadsOf("turn.stopping").map(({ stop_block_count }) => stop_block_count)).toEqual([
      0, 1, 2, 3, 0, 1, 2, 3,
    ]);
  });

  it("agentao S11: hooks see the last answer as it is, also when it says nothing", async () => {
    const answers = [{ text: "Let me see.", tool_calls: [{ name: "peek", arguments: {} }] }, { text: "" }];
    const bench = agentBench({
      script: { answers: [...answers, { text: "Here it is." }] },
      tools: [peek],
      hooks: [ask],
    });
    const session = await bench.start();
    expect(await session.submit("Go.")).toMatchObject({ reason: "normal", answer: "Here it is." });
    expect(bench.payloadsOf("turn.stopping")).toMatchObject([
      { response: "", final_message: null, step_count: 2 },
      { response: "Here it is.", final_message: { role: "assistant", content: "Here it is." }, step_count: 3 },
    ]);
  });

  it("agent-hooks B2: at the limit on model calls, hooks hear of as many steps as there were", async () => {
    const answers = [{ tool_calls: [{ name: "peek", arguments: {} }] }];
    const bench = agentBench({ script: { answers }, tools: [peek], maxIterations: 1 });
    const session = await bench.start();
    expect(await session.submit("Go.")).toMatchObject({ reason: "max_iterations" });
    const told = { stop_reason: "max_iterations", step_count: 1, final_message: null };
    expect(bench.payloadsOf("turn.stopping")).toMatchObject([told]);
    expect(bench.payloadsOf("turn.end")).toMatchObject([told]);
  });

  it("a hook may end the turn for good", async () => {
    const bench = agentBench({
      script: { answers: [{ text: "Done." }] },
      hooks: [hook("turn.stopping", () => ({ stop: { reason: "Stop here." } }))],
    });
    const session = await bench.start();
    session.followUp("not taken");
    expect(await session.submit("Go.")).toMatchObject({ reason: "hook_stopped", answer: "Done." });
    expect(bench.names()).not.toContain("input.followup");
  });
});

describe("an agent that goes in circles", () => {
  it("docker §10.68: is stopped after the fifth time", async () => {
    const same = { tool_calls: [{ name: "peek", arguments: { path: "a" } }] };
    const bench = agentBench({ script: { answers: Array.from({ length: 9 }, () => same) }, tools: [peek] });
    const session = await bench.start();
    expect(await session.submit("Go.")).toMatchObject({ reason: "loop_detected" });
    expect(bench.payloadsOf("tool.post_call")).toHaveLength(5);
    expect(bench.payloadsOf("step.end").at(-1)).toMatchObject({ reason: "loop_detected" });
    expect(bench.payloadsOf("turn.error")).toMatchObject([{ code: "loop_detected" }]);
    expect(bench.payloadsOf("turn.stopping")).toMatchObject([{ stop_reason: "loop_detected" }]);
  });
});
