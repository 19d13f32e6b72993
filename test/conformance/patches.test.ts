import { describe, expect, it } from "vitest";
import { contracts, type EventName } from "../../src/catalog/catalog.ts";
import { openTestWorkspace, outcomesOf, printing } from "./workspace.ts";

type Row = [
  sentence: string,
  event: EventName,
  payload: Record<string, unknown>,
  patch: unknown,
  after: Record<string, unknown>,
];

const blocks = [{ kind: "workspace", text: "Repository: checkout", metadata: { lang: "ts" } }];

describe("patches", () => {
  it.each<Row>([
    [
      "C110 session.pre_create: name and workspace",
      "session.pre_create",
      {},
      { session_name: " review ", workspace: "/src/a" },
      { session_name: "review", workspace: "/src/a" },
    ],
    [
      "C110 session.pre_create: an unknown type becomes user",
      "session.pre_create",
      {},
      { session_type: "weird" },
      { session_type: "user" },
    ],
    [
      "C111 prompt.post_assemble: prompt and blocks with metadata",
      "prompt.post_assemble",
      { prompt: "a", context_blocks: [] },
      { prompt: "b", context_blocks: blocks },
      { prompt: "b", context_blocks: blocks },
    ],
    [
      "C111 input.pre_submit: an empty list clears the blocks",
      "input.pre_submit",
      { message: "m", context_blocks: blocks },
      { context_blocks: [] },
      { message: "m", context_blocks: [] },
    ],
    [
      "C112 agent.pre_start: command, args and cwd",
      "agent.pre_start",
      { command: "a", args: ["x"] },
      { command: "b", args: [], cwd: "/tmp" },
      { command: "b", args: [], cwd: "/tmp" },
    ],
    [
      "C113 message.start: role, delta type and text",
      "message.start",
      { text: "hi" },
      { role: "assistant", delta_type: "full", text: "ho" },
      { role: "assistant", delta_type: "full", text: "ho" },
    ],
    [
      "C114 tool.pre_call: name, read-only and input",
      "tool.pre_call",
      { tool_name: "a", read_only: true },
      { tool_name: "b", read_only: false, tool_input: [1] },
      { tool_name: "b", read_only: false, tool_input: [1] },
    ],
    [
      "C114 tool.pre_call: a null input replaces",
      "tool.pre_call",
      { tool_input: { a: 1 } },
      { tool_input: null },
      { tool_input: null },
    ],
    [
      "C114 tool.pre_call: a null name changes nothing",
      "tool.pre_call",
      { tool_name: "a" },
      { tool_name: null },
      { tool_name: "a" },
    ],
    [
      "C115 tool.post_call: title and result",
      "tool.post_call",
      { title: "a", tool_result: 1 },
      { title: "b", tool_result: { ok: true } },
      { title: "b", tool_result: { ok: true } },
    ],
    [
      "C116 tool.post_error: title and error",
      "tool.post_error",
      { title: "a", error: "x" },
      { title: "b", error: "y" },
      { title: "b", error: "y" },
    ],
    [
      "C117 permission.request: decision and class",
      "permission.request",
      { decision: "ask", tool_call: {} },
      { decision: "allow-once", decision_class: "read" },
      { decision: "allow-once", decision_class: "read" },
    ],
    [
      "C118 context.pre_compact: reason, strategy and blocks",
      "context.pre_compact",
      { reason: "a", strategy: "b", summary: "s" },
      { reason: "c", strategy: "d", context_blocks: blocks },
      { reason: "c", strategy: "d", context_blocks: blocks, summary: "s" },
    ],
    [
      "automation.job.pre_fire: prompt",
      "automation.job.pre_fire",
      { job_id: "j", prompt: "a" },
      { prompt: " b " },
      { prompt: "b" },
    ],
    [
      "coordinator.pre_spawn: an empty text changes nothing",
      "coordinator.pre_spawn",
      { model: "m" },
      { agent_name: "lead", model: "" },
      { agent_name: "lead", model: "m" },
    ],
  ])("%s", async (_sentence, event, payload, patch, after) => {
    const test = openTestWorkspace({ hooks: [{ name: "hook", event, mode: "sync", sh: printing(patch) }] });
    try {
      const given = structuredClone(payload);
      const verdict = await test.fire(event, given);
      expect(outcomesOf(verdict)).toEqual(["hook:applied"]);
      expect(verdict.payload).toMatchObject(after);
      expect(given, "the caller's payload is not changed").toEqual(payload);
    } finally {
      await test.close();
    }
  });

  it("C118 what does not match is untouched", async () => {
    const test = openTestWorkspace({
      hooks: [
        {
          name: "hook",
          event: "context.pre_compact",
          mode: "sync",
          matcher: { compaction_reason: "manual" },
          sh: printing({ strategy: "x" }),
        },
      ],
    });
    expect((await test.fire("context.pre_compact", { reason: "auto", strategy: "s" })).payload).toMatchObject({
      strategy: "s",
    });
    await test.close();
  });

  it("C119 a denied tool call keeps the original tool", async () => {
    const patch = { deny: true, deny_reason: "Protected." };
    const test = openTestWorkspace({
      hooks: [{ name: "hook", event: "tool.pre_call", mode: "sync", sh: printing(patch) }],
    });
    const verdict = await test.fire("tool.pre_call", { tool_name: "Edit", tool_input: { path: ".env" } });
    expect(verdict).toMatchObject({
      decision: "deny",
      reason: "Protected.",
      payload: { tool_name: "Edit", tool_input: { path: ".env" } },
    });
    await test.close();
  });

  it("a cancel on an automation is its deny", async () => {
    const test = openTestWorkspace({
      hooks: [{ name: "hook", event: "automation.job.pre_fire", mode: "sync", sh: printing({ cancel: true }) }],
    });
    const verdict = await test.fire("automation.job.pre_fire", { job_id: "j" });
    expect(outcomesOf(verdict)).toEqual(["hook:denied"]);
    expect(verdict.decision).toBe("deny");
    await test.close();
  });

  it("C120 on observation events no answer changes anything", async () => {
    const observed = contracts.filter(
      ({ sync, powers }) => sync && !powers.includes("patch") && !powers.includes("deny"),
    );
    expect(observed.length).toBeGreaterThan(15);
    const patch = printing({ deny: true, agent_name: "x", error: "x", run_id: "x", session_id: "x", stop_reason: "x" });
    const test = openTestWorkspace({
      hooks: observed.map(({ name }) => ({ name: `on ${name}`, event: name as EventName, mode: "sync", sh: patch })),
    });
    for (const { name } of observed) {
      const { decision, payload, runs } = await test.fire(name as EventName, { session_id: "s", agent_name: "a" });
      expect({ event: name, decision, runs: runs.length }).toEqual({ event: name, decision: "none", runs: 1 });
      expect(payload).toMatchObject({ session_id: "s", agent_name: "a" });
      expect(payload).not.toHaveProperty("stop_reason");
    }
    await test.close();
  });
});
