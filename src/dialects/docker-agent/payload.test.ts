import { describe, expect, it } from "vitest";
import { contractOf, type EventName } from "../../catalog/catalog.ts";
import { dockerEvents } from "./events.ts";
import { dockerPayload } from "./payload.ts";

type Fields = Record<string, unknown>;

const write = (docker: string, event: EventName, payload: Fields, includeMessages = false) =>
  dockerPayload(docker, event, payload, { cwd: "/project", includeMessages });
const common = (docker: string) => ({ session_id: "s", cwd: "/project", hook_event_name: docker, agent_name: "root" });
const tool = { tool_call_id: "call", tool_name: "shell", tool_input: { cmd: "ls" } };
const toolOut = { tool_name: "shell", tool_use_id: "call", tool_input: { cmd: "ls" } };
const usage = { input_tokens: 3, output_tokens: 1, cached_input_tokens: 0, cached_write_tokens: 0 };

describe("the payload of a docker-agent hook", () => {
  it.each<[docker: string, event: EventName, ours: Fields, theirs: Fields]>([
    ["pre_tool_use", "tool.pre_call", { ...tool, safety_policy: "safer" }, { ...toolOut, safety_policy: "safer" }],
    [
      "tool_response_transform",
      "tool.transform_result",
      { ...tool, tool_result: "out", is_error: true, tool_category: "shell" },
      { ...toolOut, tool_category: "shell", tool_response: "out", tool_error: true },
    ],
    ["post_tool_use", "tool.post_call", { ...tool, tool_result: "" }, { ...toolOut, tool_response: "" }],
    [
      "post_tool_use",
      "tool.post_error",
      { ...tool, error: "boom" },
      { ...toolOut, tool_response: "boom", tool_error: true },
    ],
    [
      "permission_request",
      "permission.request",
      { tool_call: { id: "call", kind: "shell" }, tool_input: { cmd: "ls" } },
      toolOut,
    ],
    ["session_start", "session.start", { source: "resume" }, { source: "resume" }],
    ["user_prompt_submit", "input.pre_submit", { message: "hi" }, { prompt: "hi" }],
    ["user_steering_messages_submit", "input.steering", { steering_messages: ["a"] }, { steering_messages: ["a"] }],
    ["user_followup_submit", "input.followup", { message: "next" }, { prompt: "next" }],
    ["turn_start", "step.start", { iteration: 2 }, {}],
    ["turn_end", "step.end", { reason: "steered" }, { reason: "steered" }],
    [
      "before_llm_call",
      "model.pre_call",
      { iteration: 1, model_id: "openai/x", messages: [{ role: "user" }] },
      { iteration: 1, model_id: "openai/x" },
    ],
    [
      "after_llm_call",
      "model.post_call",
      { response: "done", last_user_message: "do", model_id: "openai/x", usage, cost: 0 },
      { model_id: "openai/x", stop_response: "done", last_user_message: "do", usage, cost: 0 },
    ],
    ["after_llm_call", "model.post_call", { response: "done", cost: null }, { stop_response: "done" }],
    ["session_end", "session.end", { reason: "logout" }, { reason: "logout" }],
    ["pre_compact", "context.pre_compact", { trigger: "tool_overflow", reason: "x" }, { source: "tool_overflow" }],
    [
      "before_compaction",
      "context.compacting",
      { input_tokens: 9, output_tokens: 8, context_limit: 0, reason: "threshold" },
      { input_tokens: 9, output_tokens: 8, compaction_reason: "threshold" },
    ],
    [
      "after_compaction",
      "context.post_compact",
      { input_tokens: 9, output_tokens: 8, context_limit: 10, reason: "manual", summary: "short" },
      { input_tokens: 9, output_tokens: 8, context_limit: 10, compaction_reason: "manual", summary: "short" },
    ],
    [
      "subagent_stop",
      "subagent.stop",
      { subagent_name: "child", parent_session_id: "p", response: "ok" },
      { agent_name: "child", parent_session_id: "p", stop_response: "ok" },
    ],
    ["on_user_input", "session.awaiting_input", { waiting_for: "elicitation" }, {}],
    [
      "stop",
      "turn.stopping",
      { response: "bye", last_user_message: "do" },
      { stop_response: "bye", last_user_message: "do" },
    ],
    [
      "notification",
      "notice.raised",
      { level: "warning", message: "m" },
      { notification_level: "warning", notification_message: "m" },
    ],
    ["on_error", "turn.error", { message: "m" }, { notification_level: "error", notification_message: "m" }],
    [
      "on_max_iterations",
      "turn.limit_reached",
      { message: "m" },
      { notification_level: "warning", notification_message: "m" },
    ],
    [
      "on_agent_switch",
      "agent.switched",
      { from_agent: "a", to_agent: "b", switch_kind: "handoff", from_agent_models: [{ provider: "dmr", model: "x" }] },
      {
        from_agent: "a",
        to_agent: "b",
        agent_switch_kind: "handoff",
        from_agent_models: [{ provider: "dmr", model: "x" }],
      },
    ],
    [
      "on_session_resume",
      "turn.limit_extended",
      { previous_max_iterations: 10, new_max_iterations: 20 },
      { previous_max_iterations: 10, new_max_iterations: 20 },
    ],
    [
      "on_tool_approval_decision",
      "permission.decided",
      { ...tool, decision: "allow", decision_source: "yolo" },
      { ...toolOut, approval_decision: "allow", approval_source: "yolo" },
    ],
    [
      "worktree_create",
      "worktree.created",
      { worktree_path: "/tree", worktree_branch: "b", worktree_source_dir: "/src" },
      { cwd: "/tree", worktree_path: "/tree", worktree_branch: "b", worktree_source_dir: "/src" },
    ],
  ])("docker §10.19: %s is written with docker-agent's names", (docker, event, ours, theirs) => {
    const payload = { session_id: "s", agent_name: "root", ...ours };
    expect(write(docker, event, payload)).toEqual({ ...common(docker), ...theirs });
    for (const field of Object.keys(ours)) expect(contractOf(event).payloadFields, field).toContain(field);
  });

  it("docker §1.1: three fields are always there, even when they are empty", () => {
    expect(dockerPayload("stop", "turn.stopping", {}, { cwd: "", includeMessages: false })).toEqual({
      session_id: "",
      cwd: "",
      hook_event_name: "stop",
    });
  });

  it.each<[why: string, event: EventName, ours: Fields, field: string]>([
    ["false", "tool.transform_result", { is_error: false }, "tool_error"],
    ["zero", "context.compacting", { context_limit: 0 }, "context_limit"],
    ["an empty text", "input.pre_submit", { message: "" }, "prompt"],
    ["an empty list", "input.steering", { steering_messages: [] }, "steering_messages"],
    ["an empty object", "tool.pre_call", { tool_input: {} }, "tool_input"],
    ["arguments that are no object", "tool.pre_call", { tool_input: "ls -l" }, "tool_input"],
    ["arguments that are a list", "tool.pre_call", { tool_input: [1] }, "tool_input"],
    ["null", "model.post_call", { usage: null }, "usage"],
  ])("docker §1.1: %s is left out", (_why, event, ours, field) => {
    expect(write("x", event, ours)).not.toHaveProperty(field);
  });

  it("docker §9.17: the conversation is written only on request", () => {
    const payload = { messages: [{ role: "user", content: "hi" }] };
    expect(write("before_llm_call", "model.pre_call", payload)).not.toHaveProperty("messages");
    expect(write("before_llm_call", "model.pre_call", payload, true)).toMatchObject(payload);
  });

  it("docker §9.18: agent_name is there on every event that knows it", () => {
    for (const { name, events } of dockerEvents) {
      for (const event of events)
        expect(write(name, event, { agent_name: "root" })).toMatchObject({ agent_name: "root" });
    }
  });

  it("docker §9.19: tool_response_transform also tells the agent and whether the tool failed", () => {
    const payload = { agent_name: "root", tool_name: "shell", tool_result: "x", is_error: true };
    expect(write("tool_response_transform", "tool.transform_result", payload)).toMatchObject({
      agent_name: "root",
      tool_error: true,
    });
  });

  it("docker §1.2: the table has all 26 events, each on events that sync hooks may listen to", () => {
    expect(dockerEvents).toHaveLength(26);
    for (const { events } of dockerEvents) {
      for (const event of events) expect(contractOf(event).sync, event).toBe(true);
    }
  });

  it("docker §1.2: what docker-agent lets a hook do, the catalog grants", () => {
    for (const { name, events, blocks, context, asks, endsRun } of dockerEvents) {
      for (const event of events) {
        const { powers } = contractOf(event);
        if (blocks) expect(powers, name).toContain("deny");
        if (context !== null) expect(powers, name).toContain("add-context");
        if (asks) expect(powers, name).toContain("ask");
        if (endsRun) expect(powers, name).toContain("stop");
      }
    }
  });
});
