import { describe, expect, it } from "vitest";
import { claudeEvent, claudeEvents, type PayloadMode } from "../events.ts";
import { ownerWith } from "../files/compile.fixture.ts";
import { claudePayload } from "./payload.ts";

const session = { session_id: "s1", cwd: "/work" };

function written(name: string, payload: Readonly<Record<string, unknown>>, mode: PayloadMode = "agentao") {
  const event = claudeEvent(name);
  if (!event) throw new Error(`no event ${name}`);
  const { aliases } = ownerWith();
  return claudePayload(event, mode, payload, { cwd: "/project", aliases });
}

describe("Agentao's payloads", () => {
  const call = { ...session, tool_name: "run_shell_command", tool_input: { command: "ls" } };

  it.each([
    ["UserPromptSubmit", { ...session, message: "hi" }, { userMessage: "hi", sessionId: "s1", cwd: "/work" }],
    ["UserPromptSubmit", {}, { userMessage: "", sessionId: "", cwd: "/project" }],
    ["SessionStart", { ...session, source: "startup" }, { sessionId: "s1", cwd: "/work" }],
    ["SessionEnd", { ...session, reason: "exit" }, { sessionId: "s1", cwd: "/work" }],
    ["PreToolUse", call, { toolName: "Bash", toolInput: { command: "ls" }, sessionId: "s1" }],
    ["PreToolUse", {}, { toolName: "", toolInput: {}, sessionId: "" }],
    ["PreToolUse", { tool_name: "mcp__db" }, { toolName: "mcp__db", toolInput: {}, sessionId: "" }],
    [
      "PostToolUse",
      { ...call, tool_result: "README.md" },
      { toolName: "Bash", toolInput: { command: "ls" }, toolOutput: "README.md", sessionId: "s1" },
    ],
    [
      "PostToolUse",
      { ...call, tool_result: { files: 1 } },
      { toolName: "Bash", toolInput: { command: "ls" }, toolOutput: '{"files":1}', sessionId: "s1" },
    ],
    [
      "PostToolUseFailure",
      { ...call, error: "boom" },
      { toolName: "Bash", toolInput: { command: "ls" }, error: "boom", sessionId: "s1" },
    ],
  ])("agentao Y1: %s of %j", (event, payload, data) => {
    const envelope = written(event, payload);
    expect(envelope).toEqual({ event, data });
    expect(Object.keys(envelope.data as object)).toEqual(Object.keys(data));
  });

  it.each([
    ["an object as text", '{"command":"rm"}', { command: "rm" }],
    ["a text", "rm", { input: "rm" }],
    ["a list", ["rm"], { input: ["rm"] }],
  ])("show a guard the whole call when its input is %s", (_what, tool_input, toolInput) => {
    expect(written("PreToolUse", { tool_name: "Bash", tool_input }).data).toMatchObject({ toolInput });
  });

  it("agentao Y2: Stop has exactly its keys", () => {
    const payload = {
      ...session,
      transcript_path: "/t",
      response: "done",
      stop_reason: "doom_loop",
      stop_hook_active: true,
    };
    expect(written("Stop", payload)).toEqual({
      hook_event_name: "Stop",
      session_id: "s1",
      transcript_path: null,
      cwd: "/work",
      permission_mode: "workspace-write",
      stop_hook_active: true,
      last_assistant_message: "done",
      turn_end_reason: "doom_loop",
    });
  });

  it.each([
    [undefined, "final_response"],
    ["final_response", "final_response"],
    ["max_iterations", "max_iterations"],
    ["loop_detected", "doom_loop"],
    ["tool_rejected", "final_response"],
    ["length_truncation", "length_truncation"],
  ])("agentao Y2: a turn that ends for %s does so for %s there", (stop_reason, turn_end_reason) => {
    expect(written("Stop", { ...session, ...(stop_reason && { stop_reason }) })).toMatchObject({ turn_end_reason });
  });

  it.each([
    ["threshold", "compression_threshold"],
    ["overflow", "api_overflow"],
    ["manual", "manual_cli"],
    ["microcompact_threshold", "microcompact_threshold"],
  ])("agentao Y2: a compaction because of %s is called %s there", (reason, theirs) => {
    expect(written("PreCompact", { ...session, reason })).toMatchObject({ reason: theirs });
  });

  it.each([
    [undefined, "workspace-write"],
    ["default", "workspace-write"],
    ["acceptEdits", "workspace-write"],
    ["bypassPermissions", "full-access"],
    ["plan", "plan"],
    ["read-only", "read-only"],
  ])("agentao Y2: the permission mode %s is called %s there", (permission_mode, theirs) => {
    const payload = { ...session, ...(permission_mode && { permission_mode }) };
    expect(written("Stop", payload)).toMatchObject({ permission_mode: theirs });
  });

  it.each(["auto", "overflow", "tool_overflow"])(
    "agentao Y3: a compaction that comes by itself (%s) is auto",
    (trigger) => {
      expect(written("PreCompact", { ...session, trigger })).toMatchObject({ trigger: "auto" });
      expect(written("PreCompact", { ...session, trigger }, "claude-code")).toMatchObject({ trigger: "auto" });
    },
  );

  it("agentao Y2: PreCompact has exactly its keys", () => {
    const payload = { ...session, permission_mode: "plan", strategy: "full", reason: "api_overflow" };
    expect(written("PreCompact", payload)).toEqual({
      hook_event_name: "PreCompact",
      session_id: "s1",
      transcript_path: null,
      cwd: "/work",
      permission_mode: "plan",
      trigger: "auto",
      custom_instructions: "",
      compaction_type: "full",
      reason: "api_overflow",
    });
  });

  it("agentao Y2: what is missing has its default", () => {
    expect(written("Stop", {})).toMatchObject({
      session_id: "",
      cwd: "/project",
      stop_hook_active: false,
      last_assistant_message: "",
      turn_end_reason: "final_response",
    });
  });

  it("agentao Y3: a text of several lines arrives as it is, an empty one as empty", () => {
    const response = 'one\n"two"\n\tthree\u2028';
    expect(written("Stop", { response })).toMatchObject({ last_assistant_message: response });
    expect(written("Stop", { response: "" })).toMatchObject({ last_assistant_message: "" });
  });

  it.each([
    ["microcompact", "microcompact_threshold"],
    ["full", "compression_threshold"],
    ["full", "api_overflow"],
    ["minimal_history", "api_overflow_after_compression"],
  ])("agentao Y3: a compaction %s because of %s", (strategy, reason) => {
    expect(written("PreCompact", { strategy, reason })).toMatchObject({
      compaction_type: strategy,
      reason,
      trigger: "auto",
      custom_instructions: "",
    });
  });

  it("agentao Y3: a compaction by hand says so", () => {
    expect(written("PreCompact", { trigger: "manual", reason: "manual_cli" })).toMatchObject({ trigger: "manual" });
  });
});

describe("Claude Code's payloads", () => {
  const common = { session_id: "s1", transcript_path: "/t.jsonl", cwd: "/work", permission_mode: "acceptEdits" };
  const call = { tool_name: "Bash", tool_input: { command: "ls" }, tool_use_id: "toolu_1" };
  const ours = { ...common, tool_name: "run_shell_command", tool_input: { command: "ls" }, tool_call_id: "toolu_1" };

  it.each([
    ["UserPromptSubmit", { ...common, message: "hi" }, { prompt: "hi" }],
    ["SessionStart", { ...common, source: "resume", model: "m" }, { source: "resume", model: "m" }],
    ["SessionEnd", common, { reason: "other" }],
    ["PreToolUse", ours, call],
    ["PostToolUse", { ...ours, tool_result: { stdout: "x" } }, { ...call, tool_response: { stdout: "x" } }],
    ["PostToolUseFailure", { ...ours, error: "boom" }, { ...call, error: "boom" }],
    ["PermissionRequest", { ...ours, tool_name: null, tool_call: { kind: "Bash" } }, call],
    ["PermissionDenied", { ...ours, reason: "policy" }, { ...call, reason: "policy" }],
    [
      "Stop",
      { ...common, response: "done", at_max_iterations: true },
      { stop_hook_active: false, last_assistant_message: "done", at_max_iter: true },
    ],
    ["StopFailure", { ...common, code: "rate_limit", message: "429" }, { error: "rate_limit", error_details: "429" }],
    [
      "SubagentStart",
      { ...common, subagent_name: "a1", subagent_type: "Explore" },
      { agent_id: "a1", agent_type: "Explore" },
    ],
    [
      "SubagentStop",
      { ...common, subagent_name: "Explore", response: "found" },
      { stop_hook_active: false, agent_id: "Explore", agent_type: "Explore", last_assistant_message: "found" },
    ],
    [
      "Notification",
      { ...common, message: "waiting", code: "idle_prompt" },
      { message: "waiting", notification_type: "idle_prompt" },
    ],
    ["PreCompact", { ...common, trigger: "manual" }, { trigger: "manual", custom_instructions: "" }],
    ["PostCompact", { ...common, summary: "short" }, { trigger: "auto", compact_summary: "short" }],
  ])("%s", (event, payload, expected) => {
    expect(written(event, payload, "claude-code")).toEqual({ ...common, hook_event_name: event, ...expected });
  });

  it("cover every event", () => {
    for (const { name } of claudeEvents)
      expect(Object.keys(written(name, {}, "claude-code")).length, name).toBeGreaterThan(5);
  });

  it("know at_max_iter, which Agentao's do not", () => {
    expect(written("Stop", { at_max_iterations: true }, "agentao")).not.toHaveProperty("at_max_iter");
  });
});
