import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { AssistantMessage, ChatMessage } from "../../agent/chat-message.ts";
import { type ChatModels, ModelError, type ModelEvent, type ModelRequest } from "../../agent/chat-model.ts";
import { createChatModels } from "../chat/chat-models.ts";
import { createScriptedModel } from "./create-scripted-model.ts";
import { type ModelScript, scriptedErrorCodes, scriptedFinishes } from "./script.ts";

const hello: ChatMessage = { role: "user", content: "Hello" };

function requestTo(more: Partial<ModelRequest> = {}): ModelRequest {
  return {
    models: ["scripted/test.yaml"],
    messages: [hello],
    tools: [],
    signal: new AbortController().signal,
    conversation: { sessionId: "s1", agent: "root" },
    ...more,
  };
}

async function hear(models: ChatModels, more: Partial<ModelRequest> = {}): Promise<ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const event of models.stream(requestTo(more))) events.push(event);
  return events;
}

const textOf = (events: readonly ModelEvent[]) =>
  events.map((event) => (event.kind === "text" ? event.text : "")).join("");
const say = async (models: ChatModels, more: Partial<ModelRequest> = {}) => textOf(await hear(models, more));

/** What the agent loop keeps of an answer, after its way through a database. */
function messageOf(events: readonly ModelEvent[]): AssistantMessage {
  const finish = events.find((event) => event.kind === "finish");
  const calls = events.flatMap((event) => (event.kind === "tool-call" ? [event.call] : []));
  const message = {
    role: "assistant",
    content: textOf(events),
    provider_data: finish?.providerData,
    ...(calls.length > 0 && { tool_calls: calls }),
  };
  return JSON.parse(JSON.stringify(message));
}

const numbered = (...texts: readonly string[]): ModelScript => ({ answers: texts.map((text) => ({ text })) });

/** A few lines that stand for gigabytes. */
const grown = Array.from({ length: 10 }, (_, at) => {
  const item = at === 0 ? `"${"x".repeat(20_000)}"` : `*a${at - 1}`;
  return `k${at}: &a${at} [${item}${`, ${item}`.repeat(2)}]`;
}).join(", ");

describe("what a scripted model says", () => {
  it("its answers, one after the other, and then that there are no more", async () => {
    const models = createScriptedModel(numbered("one", "two"));
    expect(await say(models)).toBe("one");
    expect(await say(models)).toBe("two");
    const last = await hear(models);
    expect(textOf(last)).toBe('The script of scripted/test.yaml has no further answer for the agent "root".');
    expect(last.at(-1)).toMatchObject({ kind: "finish", reason: "stop" });
  });

  it("thought, text in pieces and tool calls, in this order", async () => {
    const models = createScriptedModel({
      answers: [
        {
          thought: "Hm.",
          text: "ab🎉de",
          chunk: 2,
          tool_calls: [
            { name: "shell", arguments: { cmd: "ls" } },
            { name: "todo", arguments: "{not json", id: "mine" },
          ],
          usage: { input_tokens: 7 },
        },
      ],
    });
    const mark = { provider: "scripted", agent: "root", answer: 0 };
    expect(await hear(models)).toEqual([
      { kind: "thought", text: "Hm" },
      { kind: "thought", text: "." },
      { kind: "text", text: "ab" },
      { kind: "text", text: "🎉d" },
      { kind: "text", text: "e" },
      {
        kind: "tool-call",
        call: {
          id: "call_root_1_1",
          type: "function",
          function: { name: "shell", arguments: '{"cmd":"ls"}' },
          provider_data: mark,
        },
      },
      {
        kind: "tool-call",
        call: { id: "mine", type: "function", function: { name: "todo", arguments: "{not json" }, provider_data: mark },
      },
      {
        kind: "finish",
        model: "scripted/test.yaml",
        reason: "tool-calls",
        cost: 0,
        providerData: mark,
        usage: {
          input_tokens: 7,
          output_tokens: expect.any(Number),
          cached_input_tokens: 0,
          cached_write_tokens: 0,
          reasoning_tokens: 0,
        },
      },
    ]);
  });

  it("tokens are counted as characters divided by four", async () => {
    const events = await hear(createScriptedModel(numbered("12345678")), {
      messages: [{ role: "user", content: "123456789" }],
    });
    expect(events.at(-1)).toMatchObject({ usage: { input_tokens: 3, output_tokens: 2 } });
  });

  it("every conversation has its own place in the script, every agent its own answers", async () => {
    const models = createScriptedModel({
      ...numbered("root 1", "root 2"),
      agents: { helper: numbered("helper 1", "helper 2") },
    });
    const as = (sessionId: string, agent: string) => say(models, { conversation: { sessionId, agent } });
    expect(await as("s1", "root")).toBe("root 1");
    expect(await as("s2", "helper")).toBe("helper 1");
    expect(await as("s1", "root")).toBe("root 2");
    expect(await as("s3", "helper")).toBe("helper 1");
    expect(await as("s2", "helper")).toBe("helper 2");
    expect(await as("s4", "constructor")).toBe("root 1");
  });

  it("answers whose condition does not hold are passed over", async () => {
    const script: ModelScript = {
      answers: [
        { when: { last_message_contains: "denied" }, text: "Then I do not." },
        { when: { last_message_lacks: "denied" }, text: "It worked." },
        { text: "Done." },
      ],
    };
    const afterResult = async (content: string) => {
      const models = createScriptedModel(script);
      const messages: ChatMessage[] = [hello, { role: "tool", tool_call_id: "a", content }];
      return [await say(models, { messages }), await say(models, { messages: [hello] })];
    };
    expect(await afterResult("It was denied.")).toEqual(["Then I do not.", "It worked."]);
    expect(await afterResult("fine")).toEqual(["It worked.", "Done."]);
  });

  it.each<[script: ModelScript, expected: string]>([
    [{}, "Summary of the conversation. It had 1 messages."],
    [{ compaction_summary: "We said hello." }, "We said hello."],
    [{ compaction_summary: "We said hello.", agents: { root: { compaction_summary: "I did." } } }, "I did."],
  ])("%j sums up when asked to, without using up an answer", async (script, expected) => {
    const models = createScriptedModel({ ...numbered("one"), ...script });
    expect(await say(models, { conversation: { sessionId: "s1", agent: "root:compaction" } })).toBe(expected);
    if (!script.agents) expect(await say(models)).toBe("one");
  });
});

describe("a session that is taken up again in another process", () => {
  const script: ModelScript = {
    answers: [{ text: "one" }, { tool_calls: [{ name: "shell" }] }, { text: "three" }, { text: "four" }],
    agents: { helper: numbered("helper 1", "helper 2") },
  };

  it("goes on where it stopped", async () => {
    const before = createScriptedModel(script);
    const messages: ChatMessage[] = [hello, messageOf(await hear(before)), hello];
    const calling = messageOf(await hear(before, { messages }));
    messages.push(calling, { role: "tool", tool_call_id: "call_root_2_1", content: "ok" });
    expect(await say(createScriptedModel(script), { messages })).toBe("three");
    // Compaction leaves only the end of a conversation.
    expect(await say(createScriptedModel(script), { messages: messages.slice(3) })).toBe("three");
    // Only the calls of an answer are kept when it has no text.
    const { provider_data: _, ...bare } = calling;
    expect(await say(createScriptedModel(script), { messages: [hello, bare] })).toBe("three");
  });

  it("an agent that takes over begins with its first answer", async () => {
    const messages = [hello, messageOf(await hear(createScriptedModel(script)))];
    const conversation = { sessionId: "s1", agent: "helper" };
    expect(await say(createScriptedModel(script), { messages, conversation })).toBe("helper 1");
  });

  it("answers without a mark are counted", async () => {
    const assistant: ChatMessage = { role: "assistant", content: "x" };
    const messages = [hello, assistant, assistant, assistant];
    expect(await say(createScriptedModel(script), { messages })).toBe("four");
  });
});

describe("a scripted model that fails", () => {
  it("passing failures are retried, then the answer is given", async () => {
    const error = { code: "rate-limited", message: "Slow down.", times: 2, retry_after_ms: 1 } as const;
    const events = await hear(createScriptedModel({ answers: [{ error, text: "one" }] }));
    expect(events.slice(0, 3)).toEqual([
      { kind: "retry", model: "scripted/test.yaml", afterMs: 1, reason: "Slow down." },
      { kind: "retry", model: "scripted/test.yaml", afterMs: 1, reason: "Slow down." },
      { kind: "text", text: "one" },
    ]);
  });

  it("a failure may come in the middle of an answer", async () => {
    const error = { code: "unreachable", after_text: true, retry_after_ms: 0 } as const;
    const events = await hear(createScriptedModel({ answers: [{ error, text: "one" }] }));
    expect(events.map(({ kind }) => kind)).toEqual(["text", "retry", "text", "finish"]);
  });

  it.each(["overflow", "refused", "not-found", "unreadable"] as const)("%s is thrown, and then over", async (code) => {
    const models = createScriptedModel({ answers: [{ error: { code } }, { text: "two" }] });
    await expect(hear(models)).rejects.toMatchObject({ name: "ModelError", code, model: "scripted/test.yaml" });
    expect(await say(models)).toBe("two");
  });

  it("cancellation ends a delay at once", async () => {
    const abort = new AbortController();
    const models = createScriptedModel({
      answers: [{ text: "ab", chunk: 1, chunk_delay_ms: 1, delay_ms: 1 }],
      chunk: 1,
    });
    const slow = createScriptedModel({ delay_ms: 3_000_000, ...numbered("never") });
    const waiting = hear(slow, { signal: abort.signal });
    expect(await say(models)).toBe("ab");
    abort.abort();
    await expect(waiting).rejects.toMatchObject({ code: "canceled" });
  });

  it("another model takes over from one that fails for good", async () => {
    await using folder = folderWith({
      "bad.yaml": "answers: [{ error: { code: refused, message: No. } }]",
      "good.yaml": "answers: [{ text: Fine. }]",
    });
    const models = createChatModels({ environment: {}, cwd: folder.path });
    const events = await hear(models, { models: ["scripted/bad.yaml", "scripted/good.yaml"] });
    expect(events[0]).toEqual({ kind: "fallback", from: "scripted/bad.yaml", to: "scripted/good.yaml", reason: "No." });
    expect(textOf(events)).toBe("Fine.");
  });
});

describe("the file of a script", () => {
  it("is read from where the models were made, or from an absolute path", async () => {
    await using folder = folderWith({ "demo.yaml": "context_limit: 4000\nanswers:\n  - text: |\n      Hi.\n" });
    const models = createChatModels({ environment: {}, cwd: folder.path });
    const facts = { contextLimit: 4000, isScripted: true, baseUrl: null };
    expect(models.describe("scripted/demo.yaml")).toEqual(facts);
    expect(models.describe(`scripted/${folder.path}/demo.yaml`)).toEqual(facts);
    expect(await say(models, { models: ["scripted/demo.yaml"] })).toBe("Hi.\n");
  });

  it.each<[what: string, text: string, expected: string[]]>([
    ["no YAML", "answers: [", ["is not YAML: line 1"]],
    ["a list", "- text: x", ["is not YAML: line 1, it is not a list of keys and values"]],
    [
      "an unknown key",
      "answers:\n  - text: a\n  - txet: b\n",
      ["line 3: `answers.1.txet` is not known; did you mean `text`?"],
    ],
    ["no list", "answers: hello", ['line 1: `answers` has to be a list, but is "hello"']],
    [
      "a call without a name",
      "answers:\n  - tool_calls:\n      - arguments: {}\n",
      ["line 3: `answers.0.tool_calls.0` has no `name`"],
    ],
    [
      "a wrong code",
      "answers:\n  - error:\n      code: oops\n",
      ["line 3: `answers.0.error.code` has to be one of overflow, rate-limited,"],
    ],
    ["an error without a code", "answers: [{ error: {} }]", ["`answers.0.error` has no `code`"]],
    [
      "a negative pause",
      "delay_ms: -1\nanswers:\n  - chunk: 1.5\n",
      ["line 1: `delay_ms` has to be a number", "line 3: `answers.0.chunk` has to be a whole number"],
    ],
    [
      "a wrong agent",
      "agents:\n  helper:\n    answers:\n      - 5\n",
      ["line 4: `agents.helper.answers.0` has to be a table, but is 5"],
    ],
    ["arguments that grow out of aliases", `answers: [{tool_calls: [{name: x, arguments: {${grown}}}]}]`, ["8 MiB"]],
    ["many mistakes", `answers: [${Array.from({ length: 9 }, () => "1").join(", ")}]`, ["and 4 more"]],
  ])("%s is told with its line", async (_what, text, expected) => {
    await using folder = folderWith({ "bad.yaml": text });
    const models = createChatModels({ environment: {}, cwd: folder.path });
    const facts = models.describe("scripted/bad.yaml");
    for (const part of expected) expect("bad" in facts ? facts.bad : "").toContain(part);
    await expect(hear(models, { models: ["scripted/bad.yaml"] })).rejects.toMatchObject({ code: "not-supported" });
  });

  it("a script in memory is checked as well", () => {
    const wrong = { answers: [{ text: 5 }] } as unknown as ModelScript;
    expect(() => createScriptedModel(wrong)).toThrow(ModelError);
    expect(() => createScriptedModel(wrong)).toThrow("`answers.0.text` has to be a text, but is 5");
  });
});

describe("docs/models.md", () => {
  const page = readFileSync(join(import.meta.dirname, "../../../docs/models.md"), "utf8");
  const examples = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text = ""]) => text);

  it("has its examples", () => {
    expect(examples).toHaveLength(2);
  });

  it.each(examples)("a script works as it stands there", async (text) => {
    await using folder = folderWith({ "demo.yaml": text });
    const models = createChatModels({ environment: {}, cwd: folder.path });
    expect(models.describe("scripted/demo.yaml")).toMatchObject({ isScripted: true });
    const events = await hear(models, { models: ["scripted/demo.yaml"] });
    expect(events.at(-1)).toMatchObject({ kind: "finish", reason: "tool-calls" });
  });

  it("names every key of a script", () => {
    const keys =
      "answers agents compaction_summary context_limit delay_ms chunk chunk_delay_ms when thought text tool_calls usage " +
      "finish error last_message_contains last_message_lacks code message times after_text retry_after_ms";
    const unnamed = keys.split(" ").filter((key) => !page.includes(key));
    expect(unnamed).toEqual([]);
    for (const name of [...scriptedErrorCodes, ...scriptedFinishes]) expect(page).toContain(`\`${name}\``);
  });
});

function folderWith(files: Readonly<Record<string, string>>): AsyncDisposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), "hookline-script-"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text);
  return { path, [Symbol.asyncDispose]: async () => rmSync(path, { recursive: true, force: true }) };
}
