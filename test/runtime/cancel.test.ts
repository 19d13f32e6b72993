import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { EventName } from "../../src/catalog/catalog.ts";
import type { Hook } from "../../src/engine/hook.ts";
import type { AgentSession } from "../../src/runtime/agent-session.ts";
import { createSession } from "../../src/runtime/session/open-session.ts";
import { type AgentBench, type AgentSetup, agentBench, hook, tool } from "../support/agent.ts";

const peek = tool("peek", () => "seen", { readOnly: true, decisionClass: "read" });
const oneCall = { answers: [{ text: "I look.", tool_calls: [{ name: "peek", arguments: {} }] }, { text: "Done." }] };
const closing = ["step.end", "turn.end", "session.awaiting_input"];

/** A hook that cancels the first turn and would then take a minute. */
function slowHook(event: EventName, session: () => AgentSession): Hook {
  let runs = 0;
  return hook(event, async (_payload, { signal }) => {
    if (++runs > 1) return {};
    session().cancelTurn();
    await setTimeout(60_000, undefined, { signal });
    return {};
  });
}

describe("the user cancels", () => {
  it.each<[event: EventName, steps: number]>([
    ["input.pre_submit", 0],
    ["turn.start", 0],
    ["prompt.post_assemble", 0],
    ["input.steering", 0],
    ["step.start", 1],
    ["model.pre_call", 1],
    ["tool.pre_call", 1],
    ["tool.post_call", 1],
    ["turn.stopping", 2],
    ["input.followup", 2],
  ])("docker §10.65: while a slow hook on %s runs, which is not waited for", async (event, steps) => {
    const { bench, outcome, session } = await play(event);
    expect(outcome).toMatchObject({ reason: "canceled", error: null });
    const reasons = bench.payloadsOf("step.end").map(({ reason }) => reason);
    expect(reasons).toHaveLength(steps);
    if (steps > 0) expect(reasons.at(-1)).toBe("canceled");
    const began = event === "input.pre_submit" ? 0 : 1;
    expect(bench.payloadsOf("turn.start")).toHaveLength(began);
    expect(bench.payloadsOf("turn.end")).toHaveLength(began);
    expect(bench.names()).not.toContain("turn.error");
    const left = event === "input.steering" ? 1 : 0;
    expect(session.waiting()).toEqual({ steering: left, followUps: event === "input.followup" ? 1 : 0 });
    expect(await session.submit("Still there?")).toMatchObject({ reason: "normal" });
    expect(session.waiting()).toEqual({ steering: 0, followUps: 0 });
    expect(await session.stop("other")).toEqual({ isStopped: true });
  });

  it("docker §10.65: while tools are opened, which is no error", async () => {
    const bench = agentBench({ script: oneCall });
    let opened = 0;
    const world = {
      ...bench.world,
      toolsetsOf: () => [
        {
          open: async (signal: AbortSignal) => {
            if (++opened > 1) return [peek];
            session.cancelTurn();
            return await setTimeout(60_000, [], { signal });
          },
          close: async () => undefined,
        },
      ],
    };
    const session = await createSession(
      { ...bench.options, world },
      { workspace: { id: "ws", root: "/work" }, cwd: "/work" },
    );
    expect(await session.submit("Go.")).toMatchObject({ reason: "canceled", error: null });
    expect(bench.payloadsOf("step.end")).toMatchObject([{ reason: "canceled" }]);
    expect(bench.names().filter((name) => closing.includes(name))).toEqual(closing);
    expect(bench.names()).not.toContain("turn.error");
    expect(await session.submit("Go.")).toMatchObject({ reason: "normal", answer: "Done." });
  });

  it("C232: a call that was completed is told of all the same", async () => {
    const bench = agentBench({
      script: oneCall,
      tools: [
        tool("peek", () => {
          session.cancelTurn();
          return "seen";
        }),
      ],
      isYolo: true,
      hooks: [hook("tool.post_call", () => ({ patch: { tool_result: "shortened" } }))],
    });
    const session = await bench.start();
    expect(await session.submit("Go.")).toMatchObject({ reason: "canceled" });
    const entries = await bench.world.store.entries(session.record().id);
    expect(entries.find(({ type, content }) => type === "system" && "kind" in content)).toMatchObject({
      content: { kind: "result_replaced", text: "shortened", by: "tool.post_call" },
    });
  });
});

async function play(event: EventName) {
  let session: AgentSession | undefined;
  const setup: AgentSetup = {
    script: { answers: [...oneCall.answers, { text: "Yes." }, { text: "Yes." }, { text: "Yes." }] },
    tools: [peek],
    hooks: [slowHook(event, () => session as AgentSession)],
  };
  const bench: AgentBench = agentBench(setup);
  session = await bench.start();
  if (event === "input.steering") session.steer("Quick.");
  if (event === "input.followup") session.followUp("And then?");
  return { bench, session, outcome: await session.submit("Go.") };
}
