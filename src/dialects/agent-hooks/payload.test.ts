import { describe, expect, it } from "vitest";
import { contractOf } from "../../catalog/catalog.ts";
import { agentHookEvent, agentHookEvents } from "./events.ts";
import { agentHookPayload } from "./payload.ts";
import { agentHooksWire } from "./wire.ts";

type Fields = Readonly<Record<string, unknown>>;

function payloadOf(trigger: string, payload: Fields): Fields {
  const event = agentHookEvent(trigger);
  if (!event) throw new Error(trigger);
  return agentHookPayload(event, trigger, { timestamp: "2026-11-15T10:30:00Z", ...payload }, "/work dir");
}

const base = ["event_type", "timestamp", "session_id", "work_dir", "context"];

describe("the keys of what a hook reads", () => {
  it.each<[trigger: string, keys: readonly string[]]>([
    ["session_start", ["model", "args"]],
    ["session_end", ["duration_seconds", "total_steps", "exit_reason"]],
    ["before_agent", []],
    ["after_agent", []],
    ["before_stop", ["stop_reason", "step_count", "final_message"]],
    ["before_tool", ["tool_name", "tool_input", "tool_use_id"]],
    ["after_tool", ["tool_name", "tool_input", "tool_use_id", "tool_output", "duration_ms"]],
    ["after_tool_failure", ["tool_name", "tool_input", "tool_use_id", "error", "duration_ms"]],
    ["subagent_start", ["subagent_name", "subagent_type", "task_description"]],
    ["subagent_stop", ["subagent_name", "subagent_type", "task_description"]],
    ["pre_compact", []],
    ["post-context-compact", []],
  ])("%s", (trigger, keys) => {
    expect(Object.keys(payloadOf(trigger, {}))).toEqual([...base, ...keys]);
  });

  it("are pinned for every trigger that fires", () => {
    expect(agentHookEvents.filter(({ event }) => event !== null)).toHaveLength(12);
  });
});

describe("what the fields say", () => {
  it.each<[when: string, trigger: string, payload: Fields, expected: Fields]>([
    ["nothing is known", "before_tool", {}, { session_id: "", work_dir: "/work dir", tool_input: {}, context: {} }],
    ["the agent works elsewhere", "before_tool", { cwd: "/a", workspace: "/b" }, { work_dir: "/a" }],
    ["only the workspace is known", "before_tool", { workspace: "/b" }, { work_dir: "/b" }],
    [
      "the time has an offset",
      "pre_compact",
      { timestamp: "2026-11-15T12:30:00+02:00" },
      { timestamp: "2026-11-15T10:30:00.000Z" },
    ],
    ["a message starts a turn", "before_agent", { message: "hi" }, { context: { user_input: "hi" } }],
    [
      "a turn is over",
      "after_agent",
      { response: "bye" },
      { context: { final_message: { role: "assistant", content: "bye" } } },
    ],
    [
      "the agent stops",
      "before_stop",
      {},
      { stop_reason: "no_tool_calls", final_message: null, context: { stop_block_count: 0 } },
    ],
    ["the steps are used up", "before_stop", { at_max_iterations: true }, { stop_reason: "max_steps" }],
    ["our runtime stops", "before_stop", { stop_reason: "final_response" }, { stop_reason: "no_tool_calls" }],
    ["our runtime uses up its steps", "before_stop", { stop_reason: "max_iterations" }, { stop_reason: "max_steps" }],
    ["our runtime goes in circles", "before_stop", { stop_reason: "loop_detected" }, { stop_reason: "max_steps" }],
    ["a tool was rejected", "before_stop", { stop_reason: "tool_rejected" }, { stop_reason: "tool_rejected" }],
    ["the host adds to the context", "before_tool", { context: { a: 1 } }, { context: { a: 1 } }],
    ["a tool gave a list", "after_tool", { tool_result: [1] }, { tool_output: [1] }],
    ["a tool takes a text", "before_tool", { tool_input: "*** Begin Patch" }, { tool_input: "*** Begin Patch" }],
    ["a compaction begins", "pre_compact", { trigger: "auto" }, { context: { trigger: "auto" } }],
  ])("when %s", (_when, trigger, payload, expected) => {
    expect(payloadOf(trigger, payload)).toMatchObject(expected);
  });

  it("uses the spelling of the hook", () => {
    expect(payloadOf("pre-tool-call", {}).event_type).toBe("pre-tool-call");
  });
});

describe("the wire", () => {
  const event = agentHookEvent("before_tool");
  if (!event) throw new Error("before_tool");
  const rules = { hook: "h", trigger: "before_tool", failsClosed: false, debug: false, plainStdoutAsContext: false };
  const wire = agentHooksWire({ ...rules, event, workDir: "/w", outputLimit: 10 });
  const encode = (tool_input: unknown) => wire.encode(contractOf("tool.pre_call"), { tool_input });

  it("writes a space after colons and commas", () => {
    expect(encode({ command: "a,b:c", list: [1, 2] })).toContain('{"command": "a,b:c", "list": [1, 2]}');
  });

  it("tells values that JSON has no form for as text", () => {
    expect(encode({ size: 10n })).toContain('"size": "10"');
  });

  it("says when a payload cannot be written at all", () => {
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    expect(encode(circle)).toMatchObject({ kind: "failure", failure: "unreadable" });
  });
});
