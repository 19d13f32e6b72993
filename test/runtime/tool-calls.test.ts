import { describe, expect, it } from "vitest";
import type { Operator } from "../../src/agent/live-event.ts";
import type { ToolInput } from "../../src/agent/tool.ts";
import type { EventName } from "../../src/catalog/catalog.ts";
import { createSession } from "../../src/runtime/session/open-session.ts";
import { agentBench, hook, tool } from "../support/agent.ts";

const calls = (...names: string[]) => ({
  answers: [{ tool_calls: names.map((name, at) => ({ name, arguments: { at }, id: `c${at}` })) }, { text: "Done." }],
});
const write = tool("write", () => "written");
const fail = tool("fail", () => {
  throw new Error("disk full");
});

async function resultsOf(bench: ReturnType<typeof agentBench>, id: string) {
  const entries = await bench.world.store.entries(id);
  return entries.filter((entry) => entry.type === "tool_result").map(({ content }) => content);
}

describe("tool calls", () => {
  it("C215: a call that goes well, one that fails and one that is refused fire what belongs to them", async () => {
    const bench = agentBench({
      script: calls("write", "fail", "write"),
      tools: [write, fail],
      permissions: { allow: ["write:at=0", "fail"], deny: ["write:at=2"] },
    });
    const session = await bench.start();
    await session.submit("Go.");
    const about = bench.fired.filter(({ event }) => event.startsWith("tool.") || event === "permission.decided");
    expect(
      about
        .filter(({ payload }) => payload.tool_call_id !== undefined)
        .map(({ event, payload }) => [payload.tool_call_id, event]),
    ).toEqual(
      expect.arrayContaining([
        ["c0", "tool.pre_call"],
        ["c0", "permission.decided"],
        ["c0", "tool.transform_result"],
        ["c0", "tool.post_call"],
        ["c1", "tool.post_error"],
        ["c2", "permission.decided"],
        ["c2", "tool.transform_result"],
      ]),
    );
    expect(bench.payloadsOf("tool.post_call").map(({ tool_call_id }) => tool_call_id)).toEqual(["c0"]);
    expect(bench.payloadsOf("tool.post_error")).toMatchObject([
      { tool_call_id: "c1", error: "fail failed: disk full" },
    ]);
    expect(
      bench.payloadsOf("permission.decided").map(({ decision, decision_source }) => [decision, decision_source]),
    ).toEqual([
      ["allow", "team_permissions_allow"],
      ["allow", "team_permissions_allow"],
      ["deny", "team_permissions_deny"],
    ]);
    expect(await resultsOf(bench, session.record().id)).toMatchObject([
      { tool_call_id: "c0", outcome: "ran", is_error: false, text: "written" },
      { tool_call_id: "c1", outcome: "ran", is_error: true },
      { tool_call_id: "c2", outcome: "denied", is_error: true },
    ]);
  });

  it("docker §10.54: a tool that does not exist gets an error result, and no hook is asked about it", async () => {
    const bench = agentBench({ script: calls("nonsense"), tools: [write] });
    const session = await bench.start();
    await session.submit("Go.");
    expect(bench.names()).not.toContain("tool.pre_call");
    expect(bench.names()).not.toContain("permission.decided");
    expect(await resultsOf(bench, session.record().id)).toMatchObject([{ outcome: "not-available", is_error: true }]);
  });

  it("C216: arguments that are not an object never reach a tool", async () => {
    let runs = 0;
    const bench = agentBench({
      script: { answers: [{ tool_calls: [{ name: "write", arguments: "{not json" }] }, { text: "Done." }] },
      tools: [tool("write", () => String(++runs))],
      isYolo: true,
    });
    const session = await bench.start();
    await session.submit("Go.");
    expect(runs).toBe(0);
    expect(await resultsOf(bench, session.record().id)).toMatchObject([{ outcome: "not-available", is_error: true }]);
  });

  it("docker §10.55: a result is rewritten before anybody sees it, errors and refusals included", async () => {
    const bench = agentBench({
      script: calls("write", "fail", "write"),
      tools: [write, fail],
      permissions: { allow: ["write:at=0", "fail"], deny: ["write:at=2"] },
      hooks: [
        hook("tool.transform_result", ({ tool_result }) => ({ patch: { tool_result: `<${String(tool_result)}>` } })),
      ],
    });
    const session = await bench.start();
    await session.submit("Go.");
    const results = await resultsOf(bench, session.record().id);
    expect(results.map(({ text }) => text)).toEqual([
      "<written>",
      "<fail failed: disk full>",
      expect.stringMatching(/^<The call was refused.*>$/),
    ]);
    expect(bench.payloadsOf("tool.post_call")).toMatchObject([{ tool_result: "<written>" }]);
    expect(bench.payloadsOf("tool.transform_result").map(({ is_error }) => is_error)).toEqual([false, true, true]);
  });

  it("does not run a call that a required hook should have kept account of and did not", async () => {
    let runs = 0;
    const broken = () => {
      throw new Error("the ledger is full");
    };
    const bench = agentBench({
      script: calls("write"),
      tools: [tool("write", () => String(++runs))],
      isYolo: true,
      hooks: [hook("permission.decided", broken, { required: true })],
    });
    const session = await bench.start();
    await session.submit("Go.");
    expect(runs).toBe(0);
    expect(bench.payloadsOf("permission.decided")).toHaveLength(1);
    expect(await resultsOf(bench, session.record().id)).toMatchObject([
      { outcome: "denied", text: expect.stringContaining("the ledger is full") },
    ]);
    const decided = bench.events.filter(({ kind }) => kind === "permission_decided");
    expect(decided).toMatchObject([{ decision: "deny", source: "approval_failed" }]);
  });

  it("withholds a result that a required hook should have seen and did not", async () => {
    const asked: unknown[] = [];
    const bench = agentBench({
      script: calls("write"),
      tools: [tool("write", () => "the secret")],
      isYolo: true,
      hooks: [
        hook(
          "tool.transform_result",
          () => {
            throw new Error("no redaction today");
          },
          { required: true },
        ),
        hook("model.pre_call", ({ messages }) => void asked.push(messages?.at(-1))),
      ],
    });
    const session = await bench.start();
    await session.submit("Go.");
    const withheld = expect.stringMatching(/^The result is withheld.*no redaction today/);
    expect(asked[1]).toMatchObject({ role: "tool", is_error: true, content: withheld });
    expect(JSON.stringify(await bench.world.store.entries(session.record().id))).not.toContain("the secret");
    const shown = bench.events.filter(({ kind }) => kind === "tool_returned");
    expect(shown).toMatchObject([{ text: withheld, is_error: true }]);
  });

  it("C232: what tool.post_call makes of a result is what the model reads; a deny there undoes nothing", async () => {
    const asked: unknown[] = [];
    const bench = agentBench({
      script: calls("write"),
      tools: [write],
      isYolo: true,
      hooks: [
        hook("tool.post_call", () => ({ decision: "deny", reason: "too late", patch: { tool_result: "replaced" } })),
        hook("model.pre_call", ({ messages }) => void asked.push(messages?.at(-1))),
      ],
    });
    const session = await bench.start();
    expect(await session.submit("Go.")).toMatchObject({ reason: "normal" });
    expect(asked[1]).toMatchObject({ role: "tool", content: "replaced" });
    const entries = await bench.world.store.entries(session.record().id);
    expect(entries.find(({ content }) => "kind" in content && content.kind === "result_replaced")).toMatchObject({
      content: { text: "replaced" },
    });
  });

  it("a hook after a tool stops the run: the rest of the batch is answered and not run", async () => {
    let runs = 0;
    const bench = agentBench({
      script: calls("write", "write", "write"),
      tools: [tool("write", () => String(++runs))],
      isYolo: true,
      hooks: [hook("tool.post_call", () => ({ stop: { reason: "Budget spent." } }))],
    });
    const session = await bench.start();
    expect(await session.submit("Go.")).toMatchObject({ reason: "hook_blocked", error: "Budget spent." });
    expect(runs).toBe(1);
    expect((await resultsOf(bench, session.record().id)).map(({ outcome }) => outcome)).toEqual([
      "ran",
      "stopped",
      "stopped",
    ]);
    expect(bench.payloadsOf("permission.decided")).toHaveLength(3);
    expect(bench.payloadsOf("step.end")).toMatchObject([{ reason: "hook_blocked" }]);
    const fanOut = bench
      .names()
      .filter((name) => /^(notice|turn\.error|step\.end|turn\.end|session\.awaiting)/.test(name));
    expect(fanOut).toEqual(["notice.raised", "turn.error", "step.end", "turn.end", "session.awaiting_input"]);
  });

  it("docker §10.53: cancelling answers every remaining call with an error", async () => {
    let runs = 0;
    const bench = agentBench({
      script: calls("write", "write", "write"),
      tools: [
        tool("write", (_input, { signal }) => {
          runs++;
          session.cancelTurn();
          return new Promise((_resolve, reject) => {
            if (signal.aborted) reject(signal.reason);
          });
        }),
      ],
      isYolo: true,
    });
    const session = await bench.start();
    expect(await session.submit("Go.")).toMatchObject({ reason: "canceled" });
    expect(runs).toBe(1);
    expect((await resultsOf(bench, session.record().id)).map(({ outcome }) => outcome)).toEqual([
      "canceled",
      "canceled",
      "canceled",
    ]);
    expect(bench.payloadsOf("permission.decided").map(({ decision }) => decision)).toEqual([
      "allow",
      "canceled",
      "canceled",
    ]);
    expect(bench.names()).not.toContain("tool.post_error");
  });

  it("docker §10.53: what a person says with a no reaches the model, and the turn goes on", async () => {
    const asked: unknown[] = [];
    const operator: Operator = {
      confirm: async () => ({ kind: "reject", reason: "Use the other file." }),
      extendLimit: async () => false,
    };
    const bench = agentBench({
      script: calls("write"),
      tools: [write],
      operator,
      hooks: [hook("model.pre_call", ({ messages }) => void asked.push(messages?.at(-1)))],
    });
    const session = await bench.start();
    expect(await session.submit("Go.")).toMatchObject({ reason: "normal" });
    expect(asked[1]).toMatchObject({
      role: "tool",
      is_error: true,
      content: expect.stringContaining("Use the other file."),
    });
    expect(bench.payloadsOf("turn.stopping")).toMatchObject([{ stop_reason: "tool_rejected" }]);
  });

  it("runs the tool with what hooks made of its input", async () => {
    const seen: unknown[] = [];
    const bench = agentBench({
      script: calls("write"),
      tools: [tool("write", (input) => String(seen.push(input)))],
      permissions: { allow: ["write"] },
      hooks: [hook("tool.pre_call", () => ({ patch: { tool_input: { at: 7 } } }))],
      operator: { confirm: async () => ({ kind: "approve" }), extendLimit: async () => false },
    });
    const session = await bench.start();
    await session.submit("Go.");
    expect(seen).toEqual([{ at: 7 }]);
    const entries = await bench.world.store.entries(session.record().id);
    expect(entries.find(({ type }) => type === "permission")).toMatchObject({ content: { tool_input: { at: 7 } } });
  });

  it("docker §10.19: every event of a call says how careful to be, also about a call that is left out", async () => {
    const bench = agentBench({
      script: calls("write", "write"),
      tools: [write],
      isYolo: true,
      hooks: [hook("tool.post_call", () => ({ stop: { reason: "Enough." } }))],
    });
    const session = await createSession(
      { ...bench.options, safetyPolicy: "strict" },
      { workspace: { id: "ws", root: "/work" }, cwd: "/work" },
    );
    await session.submit("Go.");
    const events = ["tool.pre_call", "permission.decided", "tool.transform_result", "tool.post_call"] as const;
    for (const event of events) {
      const payloads = bench.payloadsOf(event);
      expect(payloads.map(({ safety_policy }) => safety_policy)).toEqual(payloads.map(() => "strict"));
    }
    expect(bench.payloadsOf("permission.decided")).toMatchObject([
      { decision: "allow", decision_class: "write" },
      { decision: "canceled", decision_class: "write" },
    ]);
  });

  it("agentao Y2: approving everything changes the permission mode that hooks are told", async () => {
    const bench = agentBench({
      script: calls("write"),
      tools: [write],
      operator: { confirm: async () => ({ kind: "approve-session" }), extendLimit: async () => false },
    });
    const session = await bench.start();
    await session.submit("Go.");
    const modes = (event: EventName) => bench.payloadsOf(event).map(({ permission_mode }) => permission_mode);
    expect(modes("permission.request")).toEqual(["default"]);
    expect(modes("turn.stopping")).toEqual(["bypassPermissions"]);
    session.setYolo(false);
    expect(modes("session.awaiting_input").at(-1)).toBe("bypassPermissions");
    await session.stop("other");
    expect(modes("session.end")).toEqual(["default"]);
  });

  it("C232: what is told after a call is about the call that was made", async () => {
    const titled = { ...write, title: ({ at }: ToolInput) => `Write at ${String(at)}` };
    const bench = agentBench({
      script: calls("write"),
      tools: [titled],
      operator: { confirm: async () => ({ kind: "approve" }), extendLimit: async () => false },
      hooks: [hook("tool.pre_call", () => ({ patch: { tool_input: { at: 7 } } }))],
    });
    const session = await bench.start();
    await session.submit("Go.");
    expect(bench.payloadsOf("tool.post_call")).toMatchObject([{ title: "Write at 7", tool_input: { at: 7 } }]);
  });

  it("shows what a tool prints while it works", async () => {
    const bench = agentBench({
      script: calls("write"),
      tools: [
        tool("write", (_input, { output }) => {
          output("half way\n");
          return "done";
        }),
      ],
      isYolo: true,
    });
    const session = await bench.start();
    await session.submit("Go.");
    expect(bench.events).toContainEqual(expect.objectContaining({ kind: "tool_output", text: "half way\n" }));
  });
});
