import { describe, expect, it } from "vitest";
import type { AgentaoHooks } from "../../src/app/agentao-hooks.ts";
import { openAgentao, type Rule, says } from "./agentao.ts";

const tool = { toolName: "read_file", toolInput: { path: "a" }, toolUseId: "t1" };
const compaction = { compactionType: "full", reason: "compression_threshold" };

/** How each event of this kind is fired. */
const fire = {
  SessionStart: (hooks: AgentaoHooks) => hooks.sessionStart(),
  SessionEnd: (hooks: AgentaoHooks) => hooks.sessionEnd(),
  PostToolUse: (hooks: AgentaoHooks) => hooks.postToolUse({ ...tool, toolOutput: "text" }),
  PostToolUseFailure: (hooks: AgentaoHooks) => hooks.postToolUseFailure({ ...tool, error: "gone" }),
  PreCompact: (hooks: AgentaoHooks) => hooks.preCompact(compaction),
} as const;
type Name = keyof typeof fire;
const names = Object.keys(fire) as Name[];
const blockable = names.filter((name) => name !== "PreCompact");

const run = async (name: Name, rules: readonly Rule[]) => {
  const others = Object.fromEntries(names.filter((other) => other !== name).map((other) => [other, ["touch other"]]));
  await using agentao = openAgentao({ [name]: rules, ...others });
  const { result, verdict, fired } = await fire[name](agentao.hooks);
  return { result, verdict, fired, other: agentao.lines("other"), runs: agentao.workspace.records.length };
};

describe("lifecycle events", () => {
  it.each(names)("agentao L1: %s runs its command and leaves one success", async (name) => {
    const { result, runs } = await run(name, ["echo hi"]);
    expect(result).toMatchObject({ blocking_error: null, matched_rule_count: 1 });
    expect(result.messages).toMatchObject([
      {
        attachment_type: "hook_success",
        payload: { stdout: "hi", returncode: 0 },
        hook_name: "echo hi",
        hook_event: name,
        tool_use_id: name.startsWith("Post") ? "t1" : "",
      },
    ]);
    expect(runs).toBe(1);
  });

  it.each(names)("agentao L1: %s with exit 1 leaves one success all the same", async (name) => {
    const { result, verdict } = await run(name, ["echo half; exit 1"]);
    expect(result.messages).toMatchObject([
      { attachment_type: "hook_success", payload: { stdout: "half", returncode: 1 } },
    ]);
    expect(result.messages).toHaveLength(1);
    expect(verdict.runs).toMatchObject([{ outcome: "failed", failure: "exit-code" }]);
  });

  it("agentao L1: a timeout is an attachment", async () => {
    const { result } = await run("SessionStart", [{ type: "command", command: "sleep 30", timeout: 1 }]);
    expect(result.messages).toMatchObject([
      { attachment_type: "hook_success", payload: { warning: expect.stringContaining("timed out after 1 second") } },
    ]);
  });

  it.each(names)("agentao L1: %s ignores a prompt rule", async (name) => {
    const { result, fired, runs } = await run(name, [{ type: "prompt", prompt: "Hello" }]);
    expect({ messages: result.messages, fired, runs }).toEqual({ messages: [], fired: null, runs: 0 });
  });

  it.each(blockable)("agentao L1: on %s every hook is heard, and the first error counts", async (name) => {
    const { result, runs, fired } = await run(name, [
      says({ blockingError: "First." }),
      says({ blockingError: "Second." }),
      says({ systemMessage: "Hi." }),
    ]);
    expect(result).toMatchObject({ blocking_error: "First.", system_message: "Hi.", matched_rule_count: 3 });
    expect(runs).toBe(3);
    expect(fired?.data).toMatchObject({ hook_name: name, outcome: "block", matched_rule_count: 3 });
    expect(result.messages.map(({ attachment_type }) => attachment_type)).toEqual([
      "hook_success",
      "hook_blocking_error",
      "hook_success",
      "hook_blocking_error",
      "hook_success",
    ]);
  });

  it.each(["SessionStart", "PostToolUse", "PostToolUseFailure"] as const)(
    "agentao L1: %s adds context to the conversation",
    async (name) => {
      const { result, verdict } = await run(name, ["echo text", says({ additionalContext: "marked" })]);
      expect(result.additional_contexts).toEqual(["text", "marked"]);
      expect(verdict.contexts.map(({ text }) => text)).toEqual(["text", "marked"]);
      expect(verdict.problems).toEqual([]);
    },
  );
});

describe("PLUGIN_HOOK_FIRED", () => {
  it.each(names)("agentao E1: %s is silent without rules, and with rules of other events only", async (name) => {
    const { fired, runs } = await run(name, []);
    expect({ fired, runs }).toEqual({ fired: null, runs: 0 });
  });

  it("agentao E1: Stop, prompts and tools are silent too", async () => {
    await using agentao = openAgentao({ SessionStart: ["true"] });
    await agentao.hooks.stop({ reason: "final_response", answer: "Hi." });
    await agentao.hooks.userPromptSubmit({ message: "Hello" });
    await agentao.hooks.preToolUse(tool);
    expect(agentao.events).toEqual([]);
  });

  it("agentao E2: the event of a compaction comes before the compaction, which happens all the same", async () => {
    const log: string[] = [];
    await using agentao = openAgentao(
      { PreCompact: [says({ blockingError: "Do not." })] },
      { onEvent: ({ data }) => log.push(`${data.hook_name}:${data.outcome}`) },
    );
    let history = ["one", "two", "three"];
    const { verdict } = await agentao.hooks.preCompact(compaction);
    if (verdict.decision !== "deny") {
      history = history.slice(-1);
      log.push("compacted");
    }
    expect(log).toEqual(["PreCompact:allow", "compacted"]);
    expect(history).toEqual(["three"]);
  });

  it.each<[event: string, said: unknown, data: Record<string, unknown>]>([
    ["UserPromptSubmit", {}, { outcome: "allow", blocking_error: null, stop_reason: null, added_context_count: 0 }],
    ["UserPromptSubmit", { additionalContext: ["a", "b"] }, { outcome: "allow", added_context_count: 2 }],
    ["UserPromptSubmit", { blockingError: "No." }, { outcome: "block", blocking_error: "No." }],
    [
      "UserPromptSubmit",
      { preventContinuation: true, stopReason: "Enough." },
      { outcome: "block", stop_reason: "Enough." },
    ],
    ["PreToolUse", { blockingError: "No." }, { outcome: "block", decision: "deny", tool: "read_file" }],
    ["PreToolUse", {}, { outcome: "allow", decision: null, tool: "read_file" }],
    ["SessionStart", {}, { outcome: "allow" }],
    ["PostToolUse", { blockingError: "No." }, { outcome: "block" }],
    ["PreCompact", { blockingError: "No." }, { outcome: "allow", compaction_type: "full", trigger: "auto" }],
    [
      "Stop",
      {},
      {
        outcome: "allow",
        turn_end_reason: "final_response",
        at_max_iter: false,
        added_context_count: 0,
        suppress_output: false,
      },
    ],
    ["Stop", { blockingError: "No." }, { outcome: "block" }],
    ["Stop", { decision: "block", reason: "Go." }, { outcome: "continue" }],
  ])("agentao E3: %s answering %j", async (event, said, data) => {
    await using agentao = openAgentao({ [event]: [says(said)] });
    const { hooks, events } = agentao;
    await hooks.userPromptSubmit({ message: "Hello" });
    await hooks.preToolUse(tool);
    await hooks.stop({ reason: "final_response", answer: "Hi." });
    for (const name of names) await fire[name](hooks);
    expect(events).toMatchObject([
      {
        type: "plugin_hook_fired",
        schema_version: 1,
        data: {
          hook_name: event,
          matched_rule_count: 1,
          executed_rule_count: 1,
          output_preview: JSON.stringify(said),
          ...data,
        },
      },
    ]);
    expect(events[0]?.data.duration_ms).toBeGreaterThan(0);
  });

  it("agentao E3: a compaction is never held up by what its hook says, and the user is told", async () => {
    const { result, verdict } = await run("PreCompact", [says({ blockingError: "Do not." }), "exit 2"]);
    expect(result).toMatchObject({ blocking_error: null, additional_contexts: [] });
    expect(verdict).toMatchObject({ decision: "none", runs: [{ outcome: "applied" }, { outcome: "applied" }] });
    expect(verdict.messages).toMatchObject([
      { level: "warning", text: expect.stringContaining("Do not.") },
      { level: "warning", text: expect.stringContaining("PreCompact") },
    ]);
  });

  it.each([
    [
      "throws",
      () => {
        throw new Error("listener");
      },
    ],
    ["rejects", () => Promise.reject(new Error("listener"))],
  ])("agentao E3: a listener that %s does not matter", async (_what, onEvent) => {
    await using agentao = openAgentao({ SessionStart: ["true"] }, { onEvent });
    await expect(agentao.hooks.sessionStart()).resolves.toMatchObject({ result: { matched_rule_count: 1 } });
  });
});
