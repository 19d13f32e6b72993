import { describe, expect, it } from "vitest";
import { toolTurn } from "../../src/hosts/agentao/tool-turn.ts";
import { openAgentao, type Rule, says } from "./agentao.ts";
import { startChat } from "./agentao-chat.ts";

const permission = (permissionDecision: string, permissionDecisionReason?: string) =>
  says({ hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision, permissionDecisionReason } });

const call = { toolName: "run_shell_command", toolInput: { command: "rm -rf build" }, toolUseId: "t1" };

const beforeTool = async (rules: readonly Rule[]) => {
  await using agentao = openAgentao({ PreToolUse: rules });
  const { result, verdict } = await agentao.hooks.preToolUse(call);
  return { result, verdict, events: agentao.events, runs: agentao.workspace.records.length };
};

describe("PreToolUse answers", () => {
  it("agentao D1: deny has a reason and an attachment with the call's id", async () => {
    const { result } = await beforeTool([permission("deny", "Keep it.")]);
    expect(result).toMatchObject({ decision: "deny", reason: "Keep it.", matched_rule_count: 1 });
    expect(result.messages).toMatchObject([
      { attachment_type: "hook_blocking_error", payload: { error: "Keep it." }, tool_use_id: "t1" },
    ]);
  });

  it.each<[what: string, rules: readonly Rule[], decision: string | null, reason: string | null, runs: number]>([
    ["ask", [permission("ask", "Sure?")], "ask", "Sure?", 1],
    ["allow, which is no opinion", [permission("allow")], null, null, 1],
    ["a deny after an ask", [permission("ask", "Sure?"), permission("deny", "No.")], "deny", "No.", 2],
    ["the first of two asks", [permission("ask", "One?"), permission("ask", "Two?")], "ask", "One?", 2],
    [
      "the first deny, which ends the chain",
      [permission("deny", "One."), permission("deny", "Two.")],
      "deny",
      "One.",
      1,
    ],
    ["exit 2", ["echo No. >&2; exit 2"], "deny", "No.", 1],
    ["a blocking error", [says({ blockingError: "No." })], "deny", "No.", 1],
    [
      "the attachment of the recipe",
      [says({ attachment_type: "hook_blocking_error", payload: { error: "No." } })],
      "deny",
      "No.",
      1,
    ],
  ])("agentao D1: %s", async (_what, rules, decision, reason, runs) => {
    const done = await beforeTool(rules);
    expect(done.result).toMatchObject({ decision, reason, matched_rule_count: rules.length });
    expect(done.runs).toBe(runs);
  });

  it("agentao D1: a text is recorded and decides nothing", async () => {
    const { result, verdict } = await beforeTool(["echo deny"]);
    expect(result).toMatchObject({ decision: null, additional_contexts: ["deny"] });
    expect(verdict).toMatchObject({ decision: "none", contexts: [] });
  });

  it("agentao D1: nothing runs and nothing is counted when no rule matches", async () => {
    const { result, events, runs } = await beforeTool([
      { type: "command", command: permission("deny"), matcher: { tool_name: "read_file" } },
    ]);
    expect(result).toEqual({
      decision: null,
      reason: null,
      additional_contexts: [],
      messages: [],
      matched_rule_count: 0,
    });
    expect({ events, runs }).toEqual({ events: [], runs: 0 });
  });

  it("agentao D1: a rewritten input is what the next hook sees and the tool gets", async () => {
    await using agentao = openAgentao({
      PreToolUse: [says({ hookSpecificOutput: { updatedInput: { command: "ls" } } }), "cat > seen"],
    });
    const { verdict } = await agentao.hooks.preToolUse(call);
    expect(verdict.payload.tool_input).toEqual({ command: "ls" });
    expect(JSON.parse(agentao.lines("seen")[0] ?? "")).toMatchObject({
      event: "PreToolUse",
      data: { toolName: "Bash", toolInput: { command: "ls" } },
    });
  });
});

describe("the host of PreToolUse", () => {
  const shell = { tool: "run_shell_command", input: { command: "ls" } };
  const run = async (rules: readonly Rule[], confirm?: () => boolean) => {
    const ran: string[] = [];
    await using agentao = openAgentao({
      PreToolUse: rules,
      PostToolUse: ["touch after"],
      PostToolUseFailure: ["touch after"],
    });
    const chat = startChat(agentao.hooks, {
      model: [shell, "Done."],
      ...(confirm && { confirm }),
      runTool: (name) => {
        ran.push(name);
        return "output";
      },
    });
    await chat.send("Go");
    const result = chat.history.find(({ role }) => role === "tool")?.content;
    return {
      ran,
      result,
      log: chat.log,
      events: agentao.events.map(({ data }) => data),
      after: agentao.lines("after"),
      agentao,
    };
  };

  it("agentao D2: a deny stops the call before it starts, with one event of a decision", async () => {
    const { ran, result, log, events } = await run([permission("deny", "Keep it.")]);
    expect({ ran, result, log }).toEqual({ ran: [], result: "[Blocked by hook] Keep it.", log: ["decided:blocked"] });
    expect(events).toMatchObject([
      { hook_name: "PreToolUse", outcome: "block", decision: "deny", tool: "run_shell_command", matched_rule_count: 1 },
    ]);
  });

  it.each([
    ["declines", () => false, [], "[Canceled by user]", ["decided:confirm"]],
    ["confirms", () => true, ["run_shell_command"], "output", ["decided:confirm", "started:run_shell_command"]],
  ])("agentao D2: an ask goes to the user, who %s", async (_what, confirm, ran, result, log) => {
    const done = await run([permission("ask", "Sure?")], confirm);
    expect(done).toMatchObject({ ran, result, log });
    expect(done.events[0]).toMatchObject({ outcome: "allow", decision: "ask" });
  });

  it.each([
    ["an allow changes nothing", [permission("allow")]],
    ["without rules there is no dispatch", []],
  ])("agentao D2: %s", async (_what, rules) => {
    const { ran, log, events } = await run(rules);
    expect({ ran, log }).toEqual({ ran: ["run_shell_command"], log: ["decided:go-on", "started:run_shell_command"] });
    expect(events.map(({ hook_name }) => hook_name)).toEqual([
      ...(rules.length > 0 ? ["PreToolUse"] : []),
      "PostToolUse",
    ]);
  });

  it("agentao D2: an ask that nobody can answer is the host's business, or a refusal", () => {
    const ask = {
      decision: "ask",
      reason: "Sure?",
      additional_contexts: [],
      messages: [],
      matched_rule_count: 1,
    } as const;
    expect(toolTurn(ask, { canConfirm: false })).toEqual({ kind: "go-on" });
    expect(toolTurn(ask, { canConfirm: false, askFallback: "deny" })).toEqual({
      kind: "blocked",
      toolResult: "[Blocked by hook] Sure?",
    });
  });

  it("agentao D2: a refusal of another dialect's hook has the same weight", async () => {
    const guard = {
      name: "agh",
      event: "tool.pre_call",
      mode: "sync",
      sh: says({ deny: true, deny_reason: "AGH says no." }),
    } as const;
    await using agentao = openAgentao({ PreToolUse: [permission("allow")] }, { workspace: { hooks: [guard] } });
    const { result, fired } = await agentao.hooks.preToolUse(call);
    expect(result).toMatchObject({ decision: "deny", reason: "AGH says no.", matched_rule_count: 2 });
    expect(fired?.data.outcome).toBe("block");
  });
});
