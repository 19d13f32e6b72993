import { describe, expect, it } from "vitest";
import { agentBench, hook, tool } from "../support/agent.ts";

const give = (agent: string, task = "Do it.") => ({
  name: "transfer_task",
  arguments: { agent, task, expected_output: "A word." },
});

describe("a task for a sub-agent", () => {
  const agents = [
    { name: "root", subAgents: ["helper"], models: ["dmr/big", "dmr/small"] },
    { name: "helper", instruction: "Help.", description: "Helps." },
  ];
  const script = {
    answers: [{ tool_calls: [give("helper")] }, { text: "All done." }],
    agents: { helper: { answers: [{ tool_calls: [{ name: "peek", arguments: {} }] }, { text: "helped" }] } },
  };
  const peek = tool("peek", () => "seen", { readOnly: true });

  it("docker §10.63: is done in a session of its own; hooks of the parent hear of it and of every switch", async () => {
    const bench = agentBench({ agents, script, tools: [peek] });
    const session = await bench.start();
    expect(await session.submit("Go.")).toMatchObject({ reason: "normal", answer: "All done." });
    const [parent, child] = await bench.world.store.list();
    expect(child).toMatchObject({ parent_id: parent?.id, agent: "helper", type: "spawned", state: "stopped" });
    const around = bench.fired.filter(({ event }) => /^(subagent|agent|session|turn|input)\./.test(event));
    expect(around.map(({ event, payload }) => `${event} ${payload.session_id ?? "-"} ${payload.agent_name}`)).toEqual([
      "session.pre_create - root",
      "session.post_create sess_1 root",
      "session.start sess_1 root",
      "input.pre_submit sess_1 root",
      "turn.start sess_1 root",
      "subagent.start sess_1 root",
      "agent.switched sess_1 root",
      "session.pre_create - helper",
      "session.post_create sess_2 helper",
      "session.start sess_2 helper",
      "turn.start sess_2 helper",
      "turn.stopping sess_2 helper",
      "turn.end sess_2 helper",
      "session.pre_stop sess_2 helper",
      "session.end sess_2 helper",
      "session.post_stop sess_2 helper",
      "subagent.stop sess_2 root",
      "agent.switched sess_1 helper",
      "agent.switched sess_1 root",
      "turn.stopping sess_1 root",
      "turn.end sess_1 root",
      "session.awaiting_input sess_1 root",
    ]);
    expect(bench.payloadsOf("agent.switched")).toMatchObject([
      {
        from_agent: "root",
        to_agent: "helper",
        switch_kind: "transfer_task",
        from_agent_models: [
          { provider: "dmr", model: "big" },
          { provider: "dmr", model: "small" },
        ],
      },
      { from_agent: "helper", to_agent: "root", switch_kind: "transfer_task_return" },
      { from_agent: "helper", to_agent: "root", switch_kind: "transfer_task_return" },
    ]);
    expect(bench.payloadsOf("subagent.stop")).toMatchObject([
      { subagent_name: "helper", parent_session_id: "sess_1", response: "helped", task_description: "Do it." },
    ]);
  });

  it("docker §10.62: nobody is asked about a prompt in it, and its tools are approved like all others", async () => {
    const bench = agentBench({ agents, script, tools: [tool("peek", () => "written")] });
    const session = await bench.start();
    await session.submit("Go.");
    expect(bench.payloadsOf("input.pre_submit")).toHaveLength(1);
    const decided = bench
      .payloadsOf("permission.decided")
      .map((one) => [one.session_id, one.tool_name, one.decision_source]);
    expect(decided).toEqual([
      ["sess_1", "transfer_task", "readonly_hint"],
      ["sess_2", "peek", "non_interactive_deny"],
    ]);
  });

  it("is not done when a hook refuses, and the agent is told why", async () => {
    const asked: unknown[] = [];
    const bench = agentBench({
      agents,
      script,
      hooks: [
        hook("subagent.start", () => ({ decision: "deny", reason: "No helpers today." })),
        hook("model.pre_call", ({ messages }) => void asked.push(messages?.at(-1)?.content)),
      ],
    });
    const session = await bench.start();
    await session.submit("Go.");
    expect(asked[1]).toContain("No helpers today.");
    expect(await bench.world.store.list()).toHaveLength(1);
    expect(bench.names()).not.toContain("subagent.stop");
  });

  it("is told to stop together with the turn that gave it", async () => {
    const slow = { ...script, agents: { helper: { answers: [{ text: "late", delay_ms: 60_000 }] } } };
    const bench = agentBench({ agents, script: slow });
    const session = await bench.start();
    session.watch((event) => {
      if (event.kind === "step_started" && event.agent === "helper") session.cancelTurn();
    });
    expect(await session.submit("Go.")).toMatchObject({ reason: "canceled" });
    expect((await bench.world.store.list()).map(({ state }) => state)).toEqual(["active", "stopped"]);
    expect(bench.payloadsOf("subagent.stop")).toHaveLength(1);
    expect(bench.payloadsOf("turn.end")).toHaveLength(2);
  });

  it("goes only to agents that are named as sub-agents, and not deeper than five levels", async () => {
    const loop = { answers: [{ tool_calls: [give("root")] }] };
    const bench = agentBench({ agents: [{ name: "root", subAgents: ["root"] }], script: loop });
    const session = await bench.start();
    await session.submit("Go.");
    expect(await bench.world.store.list()).toHaveLength(6);
    const results = bench.events.filter((event) => event.kind === "tool_returned" && event.is_error);
    expect(results[0]).toMatchObject({ text: expect.stringContaining("5 times") });
  });

  it("a sub-agent whose session may not stop ends all the same, and the user is told", async () => {
    const bench = agentBench({
      agents,
      script,
      tools: [peek],
      hooks: [
        hook("session.pre_stop", ({ agent_name }) =>
          agent_name === "helper" ? { decision: "deny", reason: "Stay." } : {},
        ),
      ],
    });
    const session = await bench.start();
    await session.submit("Go.");
    expect((await bench.world.store.list()).map(({ state }) => state)).toEqual(["active", "stopped"]);
    expect(bench.payloadsOf("session.end")).toHaveLength(1);
    expect(bench.payloadsOf("notice.raised").map(({ code }) => code)).toContain("stop_refused");
  });
});

describe("a handover", () => {
  it("docker §10.63: the other agent answers from the next step on, in the same session", async () => {
    const bench = agentBench({
      agents: [
        { name: "root", handoffs: ["expert"] },
        { name: "expert", instruction: "Know." },
      ],
      script: {
        answers: [{ tool_calls: [{ name: "handoff", arguments: { agent: "expert" } }] }],
        agents: { expert: { answers: [{ text: "I know." }] } },
      },
    });
    const session = await bench.start();
    expect(await session.submit("Go.")).toMatchObject({ reason: "normal", answer: "I know." });
    expect(session.record().agent).toBe("expert");
    expect(bench.payloadsOf("agent.switched")).toMatchObject([
      { agent_name: "root", to_agent: "expert", switch_kind: "handoff" },
    ]);
    expect(bench.payloadsOf("model.pre_call").map(({ agent_name }) => agent_name)).toEqual(["root", "expert"]);
    // Tools of the loop itself are not told afterwards.
    expect(bench.names()).not.toContain("tool.post_call");
  });

  it("docker §10.67: force_handoff runs the target once, with the conversation so far", async () => {
    const asked: unknown[][] = [];
    const bench = agentBench({
      agents: [{ name: "root", forceHandoff: "checker" }, { name: "checker" }],
      script: { answers: [{ text: "Written." }], agents: { checker: { answers: [{ text: "Checked." }] } } },
      hooks: [
        hook("model.pre_call", ({ messages }) => void asked.push((messages ?? []).map(({ content }) => content))),
      ],
    });
    const session = await bench.start();
    expect(await session.submit("Go.")).toMatchObject({ reason: "normal", answer: "Checked." });
    expect(bench.payloadsOf("step.end").map(({ reason }) => reason)).toEqual(["force_handoff", "normal"]);
    expect(bench.payloadsOf("agent.switched")).toMatchObject([
      { switch_kind: "force_handoff", from_agent: "root", to_agent: "checker" },
    ]);
    expect(asked[1]).toEqual(expect.arrayContaining(["Go.", "Written."]));
  });

  it("docker §10.67: a session that is pinned to its agent does not hand over", async () => {
    const bench = agentBench({
      agents: [
        { name: "root", subAgents: ["helper"], toolsets: [{ type: "background_agents" }] },
        { name: "helper", forceHandoff: "checker" },
        { name: "checker" },
      ],
      script: {
        answers: [
          { tool_calls: [{ name: "run_background_agent", arguments: { agent: "helper", task: "Work." } }] },
          { text: "Started." },
        ],
        agents: { helper: { answers: [{ text: "Worked." }] }, checker: { answers: [{ text: "never" }] } },
      },
    });
    const session = await bench.start();
    const done = new Promise<void>((resolve) => {
      session.watch(({ kind }) => void (kind === "subagent_stopped" && resolve()));
    });
    await session.submit("Go.");
    await done;
    expect(bench.payloadsOf("subagent.stop")).toMatchObject([{ response: "Worked." }]);
    expect(bench.names()).not.toContain("agent.switched");
  });
});

describe("background agents", () => {
  it("work beside their caller and are looked at when it likes", async () => {
    const bench = agentBench({
      agents: [{ name: "root", subAgents: ["helper"], toolsets: [{ type: "background_agents" }] }, { name: "helper" }],
      script: {
        answers: [
          { tool_calls: [{ name: "run_background_agent", arguments: { agent: "helper", task: "Count." } }] },
          { tool_calls: [{ name: "list_background_agents", arguments: {} }] },
          { text: "Started." },
          { tool_calls: [{ name: "view_background_agent", arguments: { id: "bg_1" } }] },
          { text: "Seen." },
        ],
        agents: { helper: { answers: [{ text: "forty-two" }] } },
      },
    });
    const session = await bench.start();
    const done = new Promise<void>(
      (resolve) => void session.watch(({ kind }) => void (kind === "subagent_stopped" && resolve())),
    );
    await session.submit("Go.");
    await done;
    expect(await session.submit("And?")).toMatchObject({ answer: "Seen." });
    const viewed = bench.events.filter((event) => event.kind === "tool_returned").at(-1);
    expect(viewed).toMatchObject({ tool_name: "view_background_agent", text: "forty-two" });
    expect(bench.names()).not.toContain("agent.switched");
    await session.stop("other");
    expect((await bench.world.store.list()).map(({ state }) => state)).toEqual(["stopped", "stopped"]);
  });

  it("end with the session", async () => {
    const bench = agentBench({
      agents: [{ name: "root", subAgents: ["helper"], toolsets: [{ type: "background_agents" }] }, { name: "helper" }],
      script: {
        answers: [
          { tool_calls: [{ name: "run_background_agent", arguments: { agent: "helper", task: "Sleep." } }] },
          { text: "Started." },
        ],
        agents: { helper: { answers: [{ text: "never", delay_ms: 60_000 }] } },
      },
    });
    const session = await bench.start();
    await session.submit("Go.");
    await session.stop("other");
    expect(bench.payloadsOf("subagent.stop")).toHaveLength(1);
    expect((await bench.world.store.list()).map(({ state }) => state)).toEqual(["stopped", "stopped"]);
  });
});

describe("skills", () => {
  const skill = (mode: "inline" | "fork") => ({
    name: "commit",
    description: "How to commit.",
    file: "/skills/commit/SKILL.md",
    body: "Write short messages.",
    mode,
  });
  const use = { tool_calls: [{ name: "run_skill", arguments: { name: "commit", task: "Commit it." } }] };

  it("hand their text to the agent", async () => {
    const bench = agentBench({
      agents: [{ name: "root", skills: true }],
      skills: [skill("inline")],
      script: { answers: [use, { text: "Done." }] },
    });
    const session = await bench.start();
    await session.submit("Go.");
    const returned = bench.events.find((event) => event.kind === "tool_returned");
    expect(returned).toMatchObject({ text: expect.stringContaining("Write short messages."), is_error: false });
    expect(bench.payloadsOf("model.pre_call")[0]).toMatchObject({
      messages: expect.arrayContaining([
        { role: "system", content: expect.stringContaining("commit: How to commit.") },
      ]),
    });
  });

  it("or work in a session of their own, without a switch and without using skills again", async () => {
    const asked: string[] = [];
    const bench = agentBench({
      agents: [{ name: "root", skills: ["commit"] }],
      skills: [skill("fork"), { ...skill("fork"), name: "other" }],
      script: { answers: [use, { text: "Done." }] },
      hooks: [hook("subagent.start", ({ subagent_type }) => void asked.push(String(subagent_type)))],
    });
    const session = await bench.start();
    await session.submit("Go.");
    expect(asked).toEqual(["skill"]);
    expect(bench.names()).not.toContain("agent.switched");
    expect(await bench.world.store.list()).toHaveLength(2);
    const nested = bench.events.filter((event) => event.kind === "tool_returned" && event.session_id === "sess_2");
    expect(nested).toMatchObject([{ tool_name: "run_skill", outcome: "not-available" }]);
  });
});
