import { describe, expect, it } from "vitest";
import type { EventName } from "../../src/catalog/catalog.ts";
import { openTestWorkspace, outcomesOf, printing } from "./workspace.ts";

type Row = [
  sentence: string,
  event: EventName,
  matcher: Record<string, unknown>,
  payload: Record<string, unknown>,
  runs: boolean,
];

const reviewer = { agent_name: "reviewer", workspace_id: "ws_checkout", workspace: "/src/checkout" };

describe("matching", () => {
  it.each<Row>([
    [
      "C060 session: workspace and agent both match",
      "session.pre_create",
      { workspace_id: "ws_*", agent_name: "reviewer" },
      reviewer,
      true,
    ],
    [
      "C060 session: one of two fields differs",
      "session.pre_create",
      { workspace_id: "ws_*", agent_name: "coder" },
      reviewer,
      false,
    ],
    ["C060 session: session_type", "session.post_stop", { session_type: "user" }, { session_type: "user" }, true],
    ["C060 session: workspace_root reads workspace", "session.post_stop", { workspace_root: "/src/*" }, reviewer, true],
    ["C060 session: a star stops at a slash", "session.post_stop", { workspace_root: "/*" }, reviewer, false],
    [
      "C061 tool: wildcard name and read-only",
      "tool.pre_call",
      { tool_name: "edit_*", tool_read_only: false },
      { tool_name: "edit_file" },
      true,
    ],
    [
      "C061 tool: read-only differs",
      "tool.pre_call",
      { tool_name: "edit_*", tool_read_only: false },
      { tool_name: "edit_file", read_only: true },
      false,
    ],
    ["C061 tool: namespace", "tool.post_call", { tool_namespace: "fs" }, { tool_namespace: "fs" }, true],
    ["C061 tool: errors match likewise", "tool.post_error", { tool_name: "*" }, {}, true],
    [
      "C062 permission: tool_name reads tool_call.kind",
      "permission.request",
      { tool_name: "fs/*" },
      { tool_call: { kind: "fs/read" } },
      true,
    ],
    [
      "C062 permission: the kind is not the tool's title",
      "permission.request",
      { tool_name: "fs/*" },
      { tool_call: { kind: "net/get", title: "fs/read" } },
      false,
    ],
    [
      "C062 permission: decision_class",
      "permission.request",
      { decision_class: "write" },
      { decision_class: "read", tool_call: {} },
      false,
    ],
    [
      "C063 message: role and delta type",
      "message.start",
      { message_role: "assistant", message_delta_type: "full" },
      { role: "assistant", delta_type: "full" },
      true,
    ],
    ["C063 message: other role", "message.end", { message_role: "assistant" }, { role: "user" }, false],
    [
      "C063 context: reason and strategy",
      "context.pre_compact",
      { compaction_reason: "token_*", compaction_strategy: "summary" },
      { reason: "token_limit", strategy: "summary" },
      true,
    ],
    [
      "C063 context: other strategy",
      "context.post_compact",
      { compaction_strategy: "summary" },
      { strategy: "drop" },
      false,
    ],
    [
      "C064 input: class and agent",
      "input.pre_submit",
      { input_class: "user", agent_name: "rev*" },
      { ...reviewer, input_class: "user" },
      true,
    ],
    ["C064 prompt: workspace", "prompt.post_assemble", { workspace_id: "ws_other" }, reviewer, false],
    ["C064 turn: class", "turn.start", { input_class: "network" }, { input_class: "user" }, false],
    ["C064 agent: place", "agent.pre_start", { workspace_root: "/src/checkout" }, reviewer, true],
    [
      "C066 automation: agent and workspace",
      "automation.job.pre_fire",
      { agent_name: "reviewer", workspace_id: "ws_checkout" },
      { job_id: "j", agent_name: "reviewer", workspace_id: "ws_checkout" },
      true,
    ],
    [
      "C066 automation: other agent",
      "automation.trigger.pre_fire",
      { agent_name: "reviewer" },
      { trigger_id: "t", agent_name: "coder" },
      false,
    ],
    [
      "C067 coordinator: autonomy fields",
      "coordinator.pre_spawn",
      { autonomy: { workflow_id: "release-*", coordinator_session_id: "s1" } },
      { workflow_id: "release-7", coordinator_session_id: "s1" },
      true,
    ],
    [
      "C067 task run: release reason",
      "task.run.released",
      { autonomy: { release_reason: "handoff" } },
      { release_reason: "ttl_expired" },
      false,
    ],
    [
      "C067 task run: channel",
      "task.run.pre_claim",
      { autonomy: { coordination_channel_id: "coord-*" } },
      { coordination_channel_id: "coord-1", criteria: {} },
      true,
    ],
    [
      "C067 spawn: lineage and role",
      "spawn.created",
      { autonomy: { parent_session_id: "p", root_session_id: "r", child_session_id: "c", spawn_role: "worker" } },
      { parent_session_id: "p", root_session_id: "r", child_session_id: "c", spawn_role: "worker" },
      true,
    ],
    [
      "C068 empty patterns and stars match everything",
      "session.pre_create",
      { agent_name: "", workspace_id: "*", session_type: "  " },
      {},
      true,
    ],
  ])("%s", async (_sentence, event, matcher, payload, runs) => {
    const test = openTestWorkspace({ global: [{ name: "hook", event, mode: "sync", matcher, sh: "cat >/dev/null" }] });
    try {
      expect(test.loaded.findings).toEqual([]);
      const verdict = await test.fire(event, payload);
      expect(outcomesOf(verdict)).toEqual(runs ? ["hook:applied"] : []);
    } finally {
      await test.close();
    }
  });

  it.each<Row>([
    [
      "C065 event: agent, record type and turn match",
      "event.post_record",
      { agent_name: "coder", acp_event_type: "tool_*", turn_id: "t1" },
      { agent_name: "coder", record_type: "tool_call", turn_id: "t1" },
      true,
    ],
    [
      "C065 event: other record type",
      "event.pre_record",
      { acp_event_type: "tool_*" },
      { record_type: "usage" },
      false,
    ],
    [
      "C063 message: deltas are matched for async hooks too",
      "message.delta",
      { message_delta_type: "text" },
      { delta_type: "thought" },
      false,
    ],
  ])("%s", async (_sentence, event, matcher, payload, runs) => {
    const test = openTestWorkspace({ global: [{ name: "hook", event, matcher, sh: "cat >/dev/null" }] });
    try {
      await test.fire(event, payload);
      await test.engine.idle();
      expect(test.records.map((record) => record.outcome)).toEqual(runs ? ["applied"] : []);
    } finally {
      await test.close();
    }
  });

  it("C070 a hook that does not match leaves the payload as it is", async () => {
    const patching = printing({ tool_input: { path: "elsewhere" } });
    const test = openTestWorkspace({
      hooks: [{ name: "hook", event: "tool.pre_call", mode: "sync", matcher: { tool_name: "Write" }, sh: patching }],
    });
    const payload = { tool_name: "Read", tool_input: { path: "a" } };
    const verdict = await test.fire("tool.pre_call", payload);
    expect(verdict).toMatchObject({ decision: "none", runs: [], problems: [] });
    expect(verdict.payload).toBe(payload);
    await test.close();
  });

  it("C071 a workspace_id matcher written in the user's config is honoured", async () => {
    const test = openTestWorkspace({
      global: [
        {
          name: "hook",
          event: "session.post_create",
          mode: "sync",
          matcher: { workspace_id: "ws_checkout" },
          sh: "true",
        },
      ],
    });
    const elsewhere = await test.fire("session.post_create", { workspace_id: test.workspace.id, workspace: test.root });
    expect(elsewhere.runs).toEqual([]);
    const there = await test.fire("session.post_create", { workspace_id: "ws_checkout" });
    expect(outcomesOf(there)).toEqual(["hook:applied"]);
    await test.close();
  });

  it("C072 a hook of the user's config fires once per event, also on families without workspace fields", async () => {
    const test = openTestWorkspace({
      global: [{ name: "hook", event: "message.start", mode: "sync", sh: "true" }],
    });
    const verdict = await test.fire("message.start", { role: "assistant", workspace: test.root });
    expect(outcomesOf(verdict)).toEqual(["hook:applied"]);
    await test.close();
  });

  it("a hook of one workspace does not run in another", async () => {
    const test = openTestWorkspace({
      hooks: [{ name: "hook", event: "session.post_create", mode: "sync", sh: "true" }],
    });
    const other = await test.fire("session.post_create", { workspace: "/somewhere/else" });
    expect(other.runs).toEqual([]);
    const own = await test.fire("session.post_create", { workspace: test.root, workspace_id: test.workspace.id });
    expect(outcomesOf(own)).toEqual(["hook:applied"]);
    await test.close();
  });

  it("C073 selection looks at the unpatched payload", async () => {
    const test = openTestWorkspace({
      hooks: [
        { name: "rename", event: "tool.pre_call", mode: "sync", priority: 900, sh: printing({ tool_name: "Read" }) },
        { name: "on-write", event: "tool.pre_call", mode: "sync", matcher: { tool_name: "Write" }, sh: "true" },
        { name: "on-read", event: "tool.pre_call", mode: "sync", matcher: { tool_name: "Read" }, sh: "true" },
      ],
    });
    const verdict = await test.fire("tool.pre_call", { tool_name: "Write" });
    expect(outcomesOf(verdict)).toEqual(["rename:applied", "on-write:applied"]);
    expect(verdict.payload).toMatchObject({ tool_name: "Read" });
    await test.close();
  });
});
