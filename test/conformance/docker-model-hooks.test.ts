import { afterEach, describe, expect, it } from "vitest";
import {
  anthropicMessage,
  type Behaviour,
  chatCompletion,
  errorReply,
  type ModelServer,
  silence,
  startModelServer,
} from "../../src/models/question/model-server.fixture.ts";
import { openTestWorkspace, type TestWorkspace } from "./workspace.ts";

const key = "sk-test-0123456789abcdef";
let open: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of open) await close();
  open = [];
});

/** A workspace with one agent file, whose models answer from this machine. */
async function workspaceWith(
  yaml: string,
  behaviour: Behaviour,
): Promise<{ space: TestWorkspace; server: ModelServer }> {
  const server = await startModelServer(behaviour);
  const environment = {
    PATH: process.env.PATH,
    OPENAI_BASE_URL: `${server.url}/v1`,
    OPENAI_API_KEY: key,
    ANTHROPIC_BASE_URL: server.url,
    ANTHROPIC_API_KEY: key,
  };
  const space = openTestWorkspace({ yaml, environment });
  open.push(space.close, async () => server[Symbol.asyncDispose]());
  return { space, server };
}

const judge = (model: string, timeout = 15) => `
agents:
  root:
    model: openai/gpt-4o
    hooks:
      pre_tool_use:
        - matcher: "shell|edit_file|mcp:.*"
          hooks:
            - type: model
              model: ${model}
              timeout: ${timeout}
              schema: pre_tool_use_decision
              prompt: |
                You are a security judge for an autonomous agent.
                Tool: {{ .ToolName }}
                Args: {{ .ToolInput | toJSON }}
`;

const call = { session_id: "s-1", agent_name: "root", tool_name: "shell", tool_input: { cmd: "ls" } };

describe("a model judges tool calls", () => {
  it.each<[model: string, behaviour: (text: string) => Behaviour, prompt: (server: ModelServer) => string]>([
    ["openai/gpt-4o-mini", chatCompletion, ({ received }) => JSON.stringify(received[0]?.body.messages)],
    [
      "anthropic/claude-haiku-4-5",
      (text) => anthropicMessage([{ type: "text", text }]),
      ({ received }) => JSON.stringify(received[0]?.body.messages),
    ],
  ])("docker §6: %s says deny, and the call is denied with its reason", async (model, behaviour, prompt) => {
    const { space, server } = await workspaceWith(judge(model), behaviour('{"decision":"deny","reason":"not today"}'));
    const verdict = await space.fire("tool.pre_call", call);
    expect(verdict).toMatchObject({ decision: "deny", reason: expect.stringContaining("not today") });
    expect(verdict.messages.map(({ text }) => text)).toEqual([`Judge ${model} says deny: not today`]);
    expect(prompt(server)).toContain("You are a security judge");
    expect(prompt(server)).toMatch(/Args: <data-\w+>\{\\\\?"cmd/);
    expect(space.records).toMatchObject([
      { outcome: "denied", usage: { model, input_tokens: 1000, output_tokens: 200, cost: null } },
    ]);
  });

  it.each(["allow", "ask"])("docker §6: %s", async (decision) => {
    const reply = chatCompletion(`Here you are: {"decision":"${decision.toUpperCase()}","reason":"so"}`);
    const { space } = await workspaceWith(judge("openai/gpt-4o-mini"), reply);
    expect(await space.fire("tool.pre_call", call)).toMatchObject({ decision, reason: "so" });
  });

  it("docker §6: a tool that the matcher does not name is not judged", async () => {
    const { space, server } = await workspaceWith(judge("openai/gpt-4o-mini"), silence);
    expect(await space.fire("tool.pre_call", { ...call, tool_name: "read_file" })).toMatchObject({ decision: "none" });
    expect(server.received).toEqual([]);
  });

  it.each<[what: string, behaviour: Behaviour, timeout: number, failure: string]>([
    ["says nothing in time", silence, 1, "timed-out"],
    ["refuses the key", errorReply(401, `no such key: ${key}`), 15, "spawn-error"],
    ["does not exist", errorReply(404, "no such model"), 15, "not-found"],
    ["answers with prose", chatCompletion("Looks fine to me!"), 15, "unreadable"],
  ])("docker §6: a judge that %s denies, and no key stands anywhere", async (_what, behaviour, timeout, failure) => {
    const { space } = await workspaceWith(judge("openai/gpt-4o-mini", timeout), behaviour);
    const verdict = await space.fire("tool.pre_call", call);
    expect(verdict.decision).toBe("deny");
    expect(space.records).toMatchObject([{ outcome: "failed", failure }]);
    expect(JSON.stringify([verdict, space.records])).not.toContain(key);
  });
});

describe("a model adds context", () => {
  it("docker §6: without a schema its answer is context for the turn", async () => {
    const yaml = `
agents:
  root:
    hooks:
      user_prompt_submit:
        - type: model
          model: openai/gpt-4o-mini
          prompt: "Name the topic of: {{ .Prompt | truncate 16 }}"
`;
    const { space } = await workspaceWith(yaml, chatCompletion(" sailing \n"));
    const verdict = await space.fire("input.pre_submit", {
      session_id: "s-1",
      agent_name: "root",
      message: "How do I tie a bowline?",
    });
    expect(verdict.contexts).toMatchObject([{ text: "sailing", lifetime: "turn" }]);
  });
});
