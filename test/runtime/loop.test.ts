import { describe, expect, it } from "vitest";
import { ModelError } from "../../src/agent/chat-model.ts";
import type { EventName } from "../../src/catalog/catalog.ts";
import { agentBench, hook, tool } from "../support/agent.ts";

const peek = tool("peek", () => "seen", { readOnly: true, decisionClass: "read" });
const call = (name: string, args: Record<string, unknown> = {}, id?: string) => ({
  name,
  arguments: args,
  ...(id !== undefined && { id }),
});
const oneCall = { answers: [{ text: "I look.", tool_calls: [call("peek")] }, { text: "Done." }] };

describe("a turn", () => {
  it("C200 docker §10.59: fires its events in this order", async () => {
    const bench = agentBench({ script: oneCall, tools: [peek] });
    const session = await bench.start();
    const outcome = await session.submit("Look at it.");
    await session.stop("prompt_input_exit");
    expect(outcome).toEqual({ turnId: "turn_1", reason: "normal", answer: "Done.", error: null });
    expect(bench.names(/^event\./)).toEqual([
      "session.pre_create",
      "session.post_create",
      "session.start",
      "input.pre_submit",
      "turn.start",
      "prompt.post_assemble",
      "step.start",
      "model.pre_call",
      "message.start",
      "message.delta",
      "message.end",
      "model.post_call",
      "tool.pre_call",
      "tool.pre_call",
      "permission.decided",
      "tool.transform_result",
      "tool.post_call",
      "step.end",
      "step.start",
      "model.pre_call",
      "message.start",
      "message.delta",
      "message.end",
      "model.post_call",
      "turn.stopping",
      "step.end",
      "turn.end",
      "session.awaiting_input",
      "session.pre_stop",
      "session.end",
      "session.post_stop",
    ]);
    expect(bench.payloadsOf("step.end").map(({ reason }) => reason)).toEqual(["continue", "normal"]);
    expect(bench.payloadsOf("session.end")[0]).toMatchObject({ reason: "prompt_input_exit", total_steps: 2 });
  });

  it("docker §10.59: a step ends with `error` when the model cannot be asked", async () => {
    const bench = agentBench({
      script: { answers: [{ error: { code: "refused", times: 99, message: "No credit." } }] },
    });
    const session = await bench.start();
    const outcome = await session.submit("Hi.");
    expect(outcome).toMatchObject({ reason: "error", error: expect.stringContaining("No credit.") });
    expect(bench.payloadsOf("step.end").map(({ reason }) => reason)).toEqual(["error"]);
    expect(bench.names().slice(-6)).toEqual([
      "model.pre_call",
      "notice.raised",
      "turn.error",
      "step.end",
      "turn.end",
      "session.awaiting_input",
    ]);
  });

  it("docker §10.59: a step ends with `hook_blocked` when a hook stops the run before the model is asked", async () => {
    const bench = agentBench({
      script: { answers: [{ text: "never" }] },
      hooks: [hook("model.pre_call", () => ({ decision: "deny", reason: "Over budget." }))],
    });
    const session = await bench.start();
    expect(await session.submit("Hi.")).toMatchObject({ reason: "hook_blocked", error: "Over budget.", answer: "" });
    expect(bench.payloadsOf("step.end")).toMatchObject([{ reason: "hook_blocked" }]);
    expect(bench.payloadsOf("notice.raised")).toMatchObject([
      { level: "error", code: "hook_blocked", message: "Over budget." },
    ]);
    expect(bench.payloadsOf("turn.error")).toMatchObject([{ code: "hook_blocked" }]);
    expect(bench.names()).not.toContain("model.post_call");
  });

  it("a required hook on step.start that fails ends the run before the model is asked", async () => {
    const bench = agentBench({
      script: { answers: [{ text: "never" }] },
      hooks: [
        hook(
          "step.start",
          () => {
            throw new Error("broken");
          },
          { required: true },
        ),
      ],
    });
    const session = await bench.start();
    expect(await session.submit("Hi.")).toMatchObject({
      reason: "hook_blocked",
      error: expect.stringContaining("broken"),
    });
    expect(bench.names()).not.toContain("model.pre_call");
    expect(bench.payloadsOf("step.end")).toMatchObject([{ reason: "hook_blocked" }]);
  });

  it("docker §10.59 docker §10.65: a step ends with `canceled` when the user cancels, also while the model talks", async () => {
    const bench = agentBench({
      script: { answers: [{ text: "Once upon a time", chunk: 4, chunk_delay_ms: 1 }, { text: "no" }] },
    });
    const session = await bench.start();
    session.watch((event) => {
      if (event.kind === "message_delta") session.cancelTurn();
    });
    const outcome = await session.submit("Tell me.");
    expect(outcome).toMatchObject({ reason: "canceled", error: null, answer: "Once" });
    expect(bench.payloadsOf("step.end").map(({ reason }) => reason)).toEqual(["canceled"]);
    expect(bench.names()).not.toContain("turn.error");
    expect(bench.payloadsOf("message.end")).toMatchObject([{ text: "Once" }]);
    const entries = await bench.world.store.entries(session.record().id);
    expect(entries.map(({ type }) => type)).toEqual(["user_message", "agent_message", "done"]);
    expect(entries[1]).toMatchObject({ content: { text: "Once", is_partial: true } });
  });

  it("docker §10.62: hooks are asked about a prompt once, and may end it before there is a turn", async () => {
    const bench = agentBench({
      script: { answers: [{ text: "never" }] },
      hooks: [hook("input.pre_submit", () => ({ decision: "deny", reason: "Not today." }))],
    });
    const session = await bench.start();
    expect(await session.submit("Hi.")).toMatchObject({ reason: "hook_blocked", error: "Not today." });
    expect(bench.names()).toEqual([
      "session.pre_create",
      "session.post_create",
      "session.start",
      "input.pre_submit",
      "notice.raised",
      "turn.error",
      "session.awaiting_input",
    ]);
  });

  it("C205 C231: what hooks make of the input and of the prompt reaches the model and the transcript", async () => {
    const seen: unknown[] = [];
    const bench = agentBench({
      script: { answers: [{ text: "ok" }] },
      hooks: [
        hook("input.pre_submit", () => ({
          patch: { message: "patched input", context_blocks: [{ kind: "note", text: "from input" }] },
        })),
        hook("prompt.post_assemble", ({ prompt, context_blocks, turn_id, input_class }) => {
          seen.push({ prompt, turn_id, input_class });
          return {
            patch: {
              prompt: `${prompt}, then the prompt`,
              context_blocks: [...(context_blocks ?? []), { kind: "note", text: "from prompt" }],
            },
          };
        }),
        hook("model.pre_call", ({ messages }) => void seen.push(messages)),
      ],
    });
    const session = await bench.start();
    await session.submit("original");
    const told = ["turn.start", "turn.end"] as const;
    const messages = told.map((event) => bench.payloadsOf(event)[0]?.user_message);
    expect(messages[1]).toBe(messages[0]);
    expect(messages[0]).not.toBe("original");
    expect(seen[0]).toEqual({ prompt: "patched input", turn_id: "turn_1", input_class: "user" });
    expect(seen[1]).toEqual([
      { role: "system", content: "Do what you are told." },
      { role: "system", content: "from input\nfrom prompt" },
      { role: "user", content: "patched input, then the prompt" },
    ]);
    expect(bench.payloadsOf("turn.start")[0]).toMatchObject({ user_message: "patched input" });
    expect((await bench.world.store.entries(session.record().id))[0]).toMatchObject({
      type: "user_message",
      content: { text: "patched input, then the prompt", typed: "patched input" },
    });
  });

  it("C206: the class of an input says where it came from", async () => {
    const bench = agentBench({ script: { answers: [{ text: "ok" }, { text: "ok" }] } });
    const session = await bench.start();
    await session.submit("typed");
    await session.submit("came over the wire", { inputClass: "network" });
    expect(bench.payloadsOf("input.pre_submit").map(({ input_class }) => input_class)).toEqual(["user", "network"]);
    expect(bench.payloadsOf("turn.start").map(({ input_class }) => input_class)).toEqual(["user", "network"]);
  });

  it("C207: a refused prompt is not sent, and the turn still ends once", async () => {
    const bench = agentBench({
      script: { answers: [{ text: "never" }] },
      hooks: [hook("prompt.post_assemble", () => ({ decision: "deny", reason: "Too long." }))],
    });
    const session = await bench.start();
    expect(await session.submit("Hi.")).toMatchObject({ reason: "hook_blocked", error: "Too long." });
    expect(bench.names()).not.toContain("model.pre_call");
    expect(bench.payloadsOf("turn.end")).toHaveLength(1);
  });

  it("C210 C211: messages have ids of their turn, and what message.start makes of the first piece is stored", async () => {
    const bench = agentBench({
      script: { answers: [{ text: "Hello there", chunk: 5 }, { text: "again" }] },
      hooks: [hook("message.start", ({ text }) => ({ patch: { text: text?.replace("Hello", "Howdy") } }))],
    });
    const session = await bench.start();
    await session.submit("one");
    await session.submit("two");
    const seen = bench.fired.filter(({ event }) => event.startsWith("message."));
    expect(seen.map(({ event, payload }) => [event, payload.message_id, payload.delta_type, payload.text])).toEqual([
      ["message.start", "turn_1-message-1", "full", "Hello"],
      ["message.delta", "turn_1-message-1", "text", "Howdy"],
      ["message.delta", "turn_1-message-1", "text", " ther"],
      ["message.delta", "turn_1-message-1", "text", "e"],
      ["message.end", "turn_1-message-1", "full", "Howdy there"],
      ["message.start", "turn_2-message-1", "full", "again"],
      ["message.delta", "turn_2-message-1", "text", "again"],
      ["message.end", "turn_2-message-1", "full", "again"],
    ]);
    const entries = await bench.world.store.entries(session.record().id);
    expect(entries.find(({ type }) => type === "agent_message")).toMatchObject({ content: { text: "Howdy there" } });
  });

  it("C209: every entry of the transcript is announced before and after it is stored, with its sequence", async () => {
    const bench = agentBench({ script: oneCall, tools: [peek] });
    const session = await bench.start();
    await session.submit("Look.");
    const entries = await bench.world.store.entries(session.record().id);
    expect(entries.map(({ sequence }) => sequence)).toEqual(entries.map((_entry, at) => at + 1));
    const types = entries.map(({ type }) => type);
    const told = (event: EventName) => bench.payloadsOf(event).map(({ record_type }) => record_type);
    expect(told("event.pre_record")).toEqual(types);
    expect(told("event.post_record")).toEqual(types);
    expect(bench.payloadsOf("event.post_record").map(({ sequence }) => sequence)).toEqual(
      entries.map(({ sequence }) => sequence),
    );
    // What belongs together is stored together: an answer, its cost and its calls.
    const around = bench.fired.filter(({ event }) => event.startsWith("event."));
    expect(around.slice(2, 8).map(({ event, payload }) => `${event} ${payload.record_type}`)).toEqual([
      "event.pre_record usage",
      "event.pre_record agent_message",
      "event.pre_record tool_call",
      "event.post_record usage",
      "event.post_record agent_message",
      "event.post_record tool_call",
    ]);
  });

  it("docker §10.61: hooks hear which model answered, its tokens and its cost, before anything is stored", async () => {
    const bench = agentBench({ script: { answers: [{ text: "ok", usage: { input_tokens: 7, output_tokens: 3 } }] } });
    const session = await bench.start();
    await session.submit("Hi.");
    expect(bench.payloadsOf("model.post_call")).toMatchObject([
      {
        model_id: "scripted/test",
        response: "ok",
        last_user_message: "Hi.",
        iteration: 1,
        usage: { input_tokens: 7, output_tokens: 3 },
        cost: 0,
      },
    ]);
    expect(session.record().totals).toMatchObject({ turns: 1, steps: 1, input_tokens: 7, output_tokens: 3, cost: 0 });
  });

  it("docker §10.61: a cost that nobody knows is absent, and makes the session's unknown", async () => {
    const bench = agentBench({
      models: {
        describe: () => ({ contextLimit: null, isScripted: false, baseUrl: null }),
        stream: async function* () {
          yield { kind: "text", text: "ok" };
          yield { kind: "finish", model: "acme/one", reason: "stop", usage: null, cost: null };
        },
      },
    });
    const session = await bench.start();
    await session.submit("Hi.");
    const [payload] = bench.payloadsOf("model.post_call");
    expect(payload).not.toHaveProperty("cost");
    expect(payload).not.toHaveProperty("usage");
    expect(session.record().totals.cost).toBeNull();
  });

  it("ends once, and says why, when something of ours breaks", async () => {
    const bench = agentBench({
      models: {
        describe: () => ({ contextLimit: null, isScripted: false, baseUrl: null }),
        // biome-ignore lint/correctness/useYield: it breaks before there is anything to say.
        stream: async function* () {
          throw new TypeError("a bug");
        },
      },
    });
    const session = await bench.start();
    expect(await session.submit("Hi.")).toMatchObject({ reason: "error", error: "a bug" });
    expect(bench.payloadsOf("step.end")).toMatchObject([{ reason: "error" }]);
    expect(bench.payloadsOf("turn.end")).toHaveLength(1);
    expect(bench.payloadsOf("turn.error")).toHaveLength(1);
    expect(await session.submit("Still there?")).toMatchObject({ reason: "error" });
  });

  it("docker §10.65: an overflow compacts once and asks again; when that does not help, the turn fails", async () => {
    let calls = 0;
    const bench = agentBench({
      agents: [{ name: "root", contextLimit: 1000 }],
      models: {
        describe: () => ({ contextLimit: 1000, isScripted: false, baseUrl: null }),
        stream: async function* (request) {
          if (request.conversation.agent.endsWith(":compaction")) {
            yield { kind: "text", text: "a summary" };
            yield { kind: "finish", model: "acme/one", reason: "stop", usage: null, cost: 0 };
          } else if (++calls > 1) {
            throw new ModelError("overflow", "acme/one", "Too long.");
          } else throw new ModelError("overflow", "acme/one", "Too long.");
        },
      },
    });
    const session = await bench.start();
    const outcome = await session.submit("word ".repeat(300));
    expect(outcome).toMatchObject({ reason: "error", error: "Too long." });
    expect(calls).toBe(2);
    expect(bench.payloadsOf("context.pre_compact")).toMatchObject([{ trigger: "overflow" }]);
    expect(bench.payloadsOf("step.end").map(({ reason }) => reason)).toEqual(["error", "error"]);
  });

  it("docker §10.65: what a hook has said for the next call is said again when that call was too long", async () => {
    const asked: string[] = [];
    const bench = agentBench({
      tools: [peek],
      hooks: [hook("tool.post_call", () => ({ contexts: [{ text: "Formatted.", lifetime: "turn" as const }] }))],
      models: {
        describe: () => ({ contextLimit: 1000, isScripted: false, baseUrl: null }),
        stream: async function* ({ conversation, messages }) {
          const finish = { kind: "finish", model: "acme/one", reason: "stop", usage: null, cost: 0 } as const;
          if (conversation.agent.endsWith(":compaction")) {
            yield { kind: "text", text: "a summary" };
            yield finish;
            return;
          }
          const call = asked.push(JSON.stringify(messages));
          if (call === 2) throw new ModelError("overflow", "acme/one", "Too long.");
          const called = { id: "c1", type: "function", function: { name: "peek", arguments: "{}" } } as const;
          yield call === 1 ? { kind: "tool-call", call: called } : { kind: "text", text: "Done." };
          yield finish;
        },
      },
    });
    const session = await bench.start();
    expect(await session.submit("word ".repeat(300))).toMatchObject({ reason: "normal", answer: "Done." });
    expect(await session.submit("Again.")).toMatchObject({ reason: "normal" });
    expect(asked.map((messages) => messages.includes("Formatted."))).toEqual([false, true, true, false]);
  });
});
