import { describe, expect, it } from "vitest";
import type { SessionStore } from "../../src/agent/session-store.ts";
import { runningHere } from "../../src/runtime/session/running-here.ts";
import { agentBench, hook, tool } from "../support/agent.ts";

const ok = { answers: [{ text: "one" }, { text: "two" }, { text: "three" }] };

describe("a session", () => {
  it("C201: is not made when a hook refuses", async () => {
    const bench = agentBench({
      hooks: [hook("session.pre_create", () => ({ decision: "deny", reason: "Not here." }))],
    });
    await expect(bench.start()).rejects.toMatchObject({
      code: "SESSION_REFUSED",
      message: expect.stringContaining("Not here."),
    });
    expect(await bench.world.store.list()).toEqual([]);
    expect(bench.names()).toEqual(["session.pre_create"]);
  });

  it("C202 C203: is made as hooks want it, and is active when they hear of it", async () => {
    const bench = agentBench({
      agents: [{ name: "root" }, { name: "other" }],
      hooks: [
        hook("session.pre_create", () => ({
          patch: { session_name: "renamed", session_type: "system", agent_name: "other" },
        })),
      ],
    });
    const session = await bench.start({ name: "first" });
    expect(session.record()).toMatchObject({ name: "renamed", type: "system", agent: "other", state: "active" });
    expect(await bench.world.store.get(session.record().id)).toEqual(session.record());
    expect(bench.payloadsOf("session.pre_create")[0]).not.toHaveProperty("session_id");
    expect(bench.payloadsOf("session.post_create")).toMatchObject([
      { session_id: session.record().id, state: "active", session_name: "renamed", agent_name: "other" },
    ]);
  });

  it("does not go on without a required hook on session.start, and is closed properly", async () => {
    const bench = agentBench({
      script: ok,
      hooks: [
        hook(
          "session.start",
          () => {
            throw new Error("no rules to add");
          },
          { required: true },
        ),
      ],
    });
    await expect(bench.start()).rejects.toMatchObject({
      code: "SESSION_REFUSED",
      message: expect.stringContaining("no rules to add"),
    });
    expect((await bench.world.store.list()).map(({ state }) => state)).toEqual(["stopped"]);
    expect(bench.names().slice(-3)).toEqual(["session.start", "session.end", "session.post_stop"]);
  });

  it("is called after its first message, unless somebody has named it", async () => {
    const bench = agentBench({ script: ok });
    const named = await bench.start({ name: "mine" });
    await named.submit("Hello.");
    expect(named.record().name).toBe("mine");
    const other = await bench.start();
    await other.submit(`Fix the login, ${"which is broken, ".repeat(9)}\nplease.`);
    expect(other.record().name).toBe("Fix the login, which is broken, which is broken, which is b…");
    await other.submit("Another thing.");
    expect(other.record().name).toContain("Fix the login");
  });

  it("C204: is taken up again with what hooks change, and goes on where it was", async () => {
    const asked: unknown[][] = [];
    const bench = agentBench({
      script: ok,
      hooks: [
        hook("session.pre_resume", () => ({ patch: { session_name: "second life" } })),
        hook("model.pre_call", ({ messages }) => void asked.push((messages ?? []).map(({ content }) => content))),
      ],
    });
    const first = await bench.start({ name: "first" });
    await first.submit("Hello.");
    await first.stop("prompt_input_exit");
    const again = await bench.resume(first.record().id);
    expect(again.record()).toMatchObject({
      id: first.record().id,
      name: "second life",
      state: "active",
      stop_reason: null,
    });
    await again.submit("Still there?");
    expect(asked[1]).toEqual(["Do what you are told.", "Hello.", "one", "Still there?"]);
    expect(bench.payloadsOf("session.start").map(({ source }) => source)).toEqual(["startup", "resume"]);
    expect(bench.payloadsOf("turn.start").map(({ turn_id }) => turn_id)).toEqual(["turn_1", "turn_2"]);
    expect(bench.names().filter((name) => name.includes("resume"))).toEqual([
      "session.pre_resume",
      "session.post_resume",
    ]);
  });

  it("stays stopped when a hook refuses that it is taken up", async () => {
    const bench = agentBench({
      script: ok,
      hooks: [hook("session.pre_resume", () => ({ decision: "deny", reason: "No." }))],
    });
    const session = await bench.start();
    await session.stop("other");
    await expect(bench.resume(session.record().id)).rejects.toMatchObject({ code: "SESSION_REFUSED" });
    expect(await bench.world.store.get(session.record().id)).toMatchObject({ state: "stopped" });
    // Nobody holds it: it can be tried again.
    await expect(bench.resume(session.record().id)).rejects.toMatchObject({ code: "SESSION_REFUSED" });
  });

  it("C213: stays active when a hook refuses that it stops, and works on", async () => {
    let isAllowed = false;
    const bench = agentBench({
      script: ok,
      hooks: [hook("session.pre_stop", () => (isAllowed ? {} : { decision: "deny", reason: "Save first." }))],
    });
    const session = await bench.start();
    expect(await session.stop("prompt_input_exit")).toEqual({ isStopped: false, reason: "Save first." });
    expect(session.record().state).toBe("active");
    expect(bench.names()).not.toContain("session.end");
    expect(await session.submit("Save.")).toMatchObject({ reason: "normal" });
    isAllowed = true;
    expect(await session.stop("prompt_input_exit")).toEqual({ isStopped: true });
    expect(bench.payloadsOf("session.end")).toHaveLength(1);
  });

  it("C213: a required hook on session.pre_stop that fails keeps it active; force does not ask", async () => {
    const bench = agentBench({
      hooks: [
        hook(
          "session.pre_stop",
          () => {
            throw new Error("broken");
          },
          { required: true },
        ),
      ],
    });
    const session = await bench.start();
    expect(await session.stop("other")).toMatchObject({ isStopped: false });
    expect(await session.stop("other", { force: true })).toEqual({ isStopped: true });
    expect(bench.payloadsOf("session.pre_stop")).toHaveLength(1);
    expect(bench.payloadsOf("session.post_stop")).toHaveLength(1);
  });

  it("C214: ends once, whoever asks for it and however often", async () => {
    const bench = agentBench({ script: { answers: [{ text: "slow", delay_ms: 60_000 }] } });
    const session = await bench.start();
    const asked = new Promise<void>(
      (resolve) => void session.watch(({ kind }) => void (kind === "step_started" && resolve())),
    );
    const turn = session.submit("Go.");
    await asked;
    const stops = await Promise.all([
      session.stop("other"),
      session.stop("other", { force: true }),
      session.stop("logout"),
    ]);
    expect(stops).toEqual([{ isStopped: true }, { isStopped: true }, { isStopped: true }]);
    expect(await turn).toMatchObject({ reason: "canceled" });
    for (const event of ["step.end", "turn.end", "session.end", "session.post_stop"] as const) {
      expect(bench.payloadsOf(event)).toHaveLength(1);
    }
    expect(session.record()).toMatchObject({ state: "stopped", stop_reason: "other" });
    const entries = await bench.world.store.entries(session.record().id);
    expect(entries.at(-1)).toMatchObject({ type: "session_stopped", content: { reason: "other" } });
  });

  it("begins anew when it is cleared", async () => {
    const asked: unknown[][] = [];
    const bench = agentBench({
      script: ok,
      hooks: [
        hook("session.start", ({ source }) => ({ contexts: [{ text: `started by ${source}`, lifetime: "session" }] })),
        hook("model.pre_call", ({ messages }) => void asked.push((messages ?? []).map(({ content }) => content))),
      ],
    });
    const session = await bench.start();
    await session.submit("Remember 42.");
    await session.clear();
    await session.submit("What was it?");
    expect(asked[1]).toEqual(["Do what you are told.", "started by clear", "What was it?"]);
    expect(bench.payloadsOf("session.end")).toMatchObject([{ reason: "clear" }]);
    expect(bench.payloadsOf("session.start").map(({ source }) => source)).toEqual(["startup", "clear"]);
  });

  it("agent-hooks B2: what is told at the end of a conversation is about that conversation alone", async () => {
    const bench = agentBench({
      script: { answers: [{ text: "One." }, { text: "Two." }, { text: "Three." }] },
      hooks: [
        hook("turn.end", ({ turn_id }) =>
          turn_id === "turn_2" ? { contexts: [{ text: "From before.", lifetime: "turn" as const }] } : {},
        ),
        hook("model.pre_call", ({ messages }) => void asked.push(JSON.stringify(messages))),
      ],
    });
    const asked: string[] = [];
    const session = await bench.start();
    await session.submit("First.");
    await session.submit("Second.");
    await session.clear();
    await session.submit("Third.");
    await session.stop("other");
    expect(bench.payloadsOf("session.end").map(({ total_steps }) => total_steps)).toEqual([2, 1]);
    expect(asked.at(-1)).not.toContain("From before.");
  });

  it("C213: keeps what hooks on session.pre_stop make of it", async () => {
    const patch = { session_name: "over", session_type: "dream", workspace_id: "ws2", workspace: "/elsewhere" };
    const bench = agentBench({ script: ok, hooks: [hook("session.pre_stop", () => ({ patch }))] });
    const session = await bench.start();
    await session.stop("other");
    const changed = { name: "over", type: "dream", workspace_id: "ws2", workspace: "/elsewhere", state: "stopped" };
    expect(await bench.world.store.get(session.record().id)).toMatchObject(changed);
  });

  it("is compacted on request, and goes on with the summary", async () => {
    const asked: unknown[][] = [];
    const bench = agentBench({
      script: { ...ok, context_limit: 1000, compaction_summary: "They greeted each other." },
      hooks: [
        hook("model.pre_call", ({ messages }) => void asked.push((messages ?? []).map(({ content }) => content))),
      ],
    });
    const session = await bench.start();
    await session.submit(`Hello. ${"word ".repeat(400)}`);
    expect(await session.compact("Keep the names.")).toBe("applied");
    await session.submit("Go on.");
    expect(asked.at(-1)?.join("\n")).toContain("They greeted each other.");
    expect(asked.at(-1)?.join("\n")).not.toContain("word word");
    expect(bench.payloadsOf("context.pre_compact")).toMatchObject([
      { trigger: "manual", custom_instructions: "Keep the names." },
    ]);
    expect(bench.payloadsOf("context.compacting")).toHaveLength(1);
    expect(bench.payloadsOf("context.post_compact")).toMatchObject([{ summary: "They greeted each other." }]);
    expect(bench.payloadsOf("session.start").map(({ source }) => source)).toEqual(["startup", "compact"]);
  });

  it("docker §10.66: is compacted by itself above nine tenths of the limit, before the model is asked", async () => {
    const script = (input_tokens: number) => ({
      context_limit: 1000,
      answers: [{ text: "one", usage: { input_tokens, output_tokens: 0 } }, { text: "two" }],
    });
    for (const [tokens, expected] of [
      [880, 0],
      [1000, 1],
    ] as const) {
      const bench = agentBench({ script: script(tokens) });
      const session = await bench.start();
      await session.submit("word ".repeat(300));
      await session.submit("Go on.");
      expect(bench.payloadsOf("context.post_compact")).toHaveLength(expected);
      if (expected === 1)
        expect(bench.payloadsOf("context.pre_compact")).toMatchObject([{ trigger: "auto", reason: "threshold" }]);
    }
  });

  it("is closed and taken up when its process died in the middle of a call, which is not run again", async () => {
    let runs = 0;
    const tools = [tool("write", () => String(++runs))];
    const { world, start } = agentBench({ script: ok, tools, isYolo: true });
    const { store } = world;
    const dead = await start();
    const { id } = dead.record();
    // What a process that was killed while a tool ran leaves behind.
    const at = { session_id: id, turn_id: "turn_1", recorded_at: new Date().toISOString() };
    await store.append([
      {
        ...at,
        sequence: 1,
        type: "user_message",
        content: { text: "Go.", typed: "Go.", origin: "user", input_class: "user" },
      },
      {
        ...at,
        sequence: 2,
        type: "tool_call",
        content: { tool_call_id: "c1", tool_name: "write", arguments: "{}", agent: "root" },
      },
    ]);
    await store.release(id);
    const bench = agentBench({ script: ok, tools, isYolo: true, store: storeOfAnotherProcess(store) });
    const session = await bench.resume(id);
    expect(await session.submit("What happened?")).toMatchObject({ reason: "normal" });
    expect(runs).toBe(0);
    const entries = await store.entries(id);
    expect(entries.map(({ type }) => type).slice(0, 5)).toEqual([
      "user_message",
      "tool_call",
      "tool_result",
      "system",
      "done",
    ]);
    expect(entries[2]).toMatchObject({ turn_id: "turn_1", content: { outcome: "interrupted", is_error: true } });
    expect(bench.payloadsOf("notice.raised")).toMatchObject([{ code: "recovered", level: "warning" }]);
    const [cutOff, ...others] = bench.payloadsOf("turn.end");
    const about = { turn_id: "turn_1", user_message: "Go.", input_class: "user", step_count: 0, final_message: null };
    expect(cutOff).toMatchObject({ ...about, stop_reason: "interrupted" });
    expect(others.map(({ turn_id }) => turn_id)).toEqual(["turn_2"]);
    expect(bench.payloadsOf("turn.start").at(-1)).toMatchObject({ turn_id: "turn_2" });
  });

  it("ends the sessions that it had delegated to when its process died", async () => {
    const bench = agentBench({ script: ok });
    const { store } = bench.world;
    const parent = (await bench.start()).record();
    await store.release(parent.id);
    const child = { ...parent, id: "sess_child", parent_id: parent.id, type: "spawned" };
    await store.create(child);
    await store.create({ ...child, id: "sess_grandchild", parent_id: "sess_child" });
    const at = { session_id: "sess_child", turn_id: "turn_1", recorded_at: parent.created_at };
    const called = { tool_call_id: "c1", tool_name: "write", arguments: "{}", agent: "root" };
    await store.append([{ ...at, sequence: 1, type: "tool_call", content: called }]);
    // Another process takes it up.
    const other = agentBench({ script: ok, store });
    runningHere(store).clear();
    await other.resume(parent.id);
    for (const id of ["sess_child", "sess_grandchild"]) {
      expect(await store.get(id)).toMatchObject({ state: "stopped", stop_reason: "interrupted" });
    }
    const types = (await store.entries("sess_child")).map(({ type }) => type);
    expect(types).toEqual(["tool_call", "tool_result", "system", "done", "session_stopped"]);
  });

  it("cannot be taken up while somebody runs it", async () => {
    const bench = agentBench({ script: ok });
    const session = await bench.start();
    await expect(bench.resume("sess_unknown")).rejects.toMatchObject({ code: "SESSION_UNKNOWN" });
    const { id } = session.record();
    await expect(bench.resume(id)).rejects.toMatchObject({ code: "SESSION_IN_USE" });
    const stopping = session.stop("other");
    await expect(bench.resume(id)).rejects.toMatchObject({ code: "SESSION_IN_USE" });
    await stopping;
    expect(bench.names()).not.toContain("session.pre_resume");
    const again = await bench.resume(id);
    expect(await again.submit("Still there?")).toMatchObject({ reason: "normal" });
  });
});

/** The same sessions, as a process sees them that runs none of them. */
function storeOfAnotherProcess(store: SessionStore): SessionStore {
  return { ...store };
}
