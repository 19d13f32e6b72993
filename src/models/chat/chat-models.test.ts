import { execFileSync } from "node:child_process";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ChatMessage } from "../../agent/chat-message.ts";
import { type ChatModels, ModelError, type ModelEvent, type ModelRequest } from "../../agent/chat-model.ts";
import {
  type Behaviour,
  errorReply,
  json,
  type ModelServer,
  silence,
  startModelServer,
} from "../question/model-server.fixture.ts";
import type { ChatLimits } from "./chat-limits.ts";
import { createChatModels } from "./chat-models.ts";
import {
  anthropicEvents,
  anthropicText,
  googleEvents,
  openaiEvents,
  splitAt,
  sseText,
  streamed,
  type WireAnswer,
  wire,
  wireTokens,
} from "./wire.fixture.ts";

const key = "sk-test-0123456789abcdef";
const providers = ["anthropic", "openai", "google"] as const;
type Provider = (typeof providers)[number];
const models: Readonly<Record<Provider, string>> = {
  anthropic: "anthropic/claude-haiku-4-5",
  openai: "openai/gpt-4o-mini",
  google: "google/gemini-2.5-flash",
};

const quick: Partial<ChatLimits> = { firstPauseMs: 0 };

function modelsAt(url: string, limits: Partial<ChatLimits> = {}, fetch?: typeof globalThis.fetch): ChatModels {
  const environment = {
    OPENAI_BASE_URL: `${url}/v1`,
    ANTHROPIC_BASE_URL: url,
    GOOGLE_GEMINI_BASE_URL: url,
    OLLAMA_HOST: url,
    OPENAI_COMPATIBLE_BASE_URL: `${url}/second`,
    OPENAI_API_KEY: key,
    ANTHROPIC_API_KEY: key,
    GOOGLE_API_KEY: key,
  };
  return createChatModels({ environment, cwd: "/", limits: { ...quick, ...limits }, ...(fetch && { fetch }) });
}

function requestTo(names: readonly string[], more: Partial<ModelRequest> = {}): ModelRequest {
  return {
    models: names,
    messages: [{ role: "user", content: "Hello" }],
    tools: [],
    signal: new AbortController().signal,
    conversation: { sessionId: "s1", agent: "root" },
    ...more,
  };
}

interface Heard {
  readonly events: readonly ModelEvent[];
  readonly error: ModelError | null;
}

async function hear(all: ChatModels, request: ModelRequest): Promise<Heard> {
  const events: ModelEvent[] = [];
  try {
    for await (const event of all.stream(request)) events.push(event);
    return { events, error: null };
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return { events, error };
  }
}

const ask = (server: ModelServer, provider: Provider, more: Partial<ModelRequest> = {}, limits?: Partial<ChatLimits>) =>
  hear(modelsAt(server.url, limits), requestTo([models[provider]], more));

const textOf = (events: readonly ModelEvent[]) =>
  events.map((event) => (event.kind === "text" ? event.text : "")).join("");
const kindsOf = (events: readonly ModelEvent[]) => events.map(({ kind }) => kind);

const rich: WireAnswer = {
  thought: { pieces: ["Let me ", "think — grün"], signature: "c2lnbmF0dXJl" },
  text: ["Grüße", " aus 東京", " 🎉 done"],
  calls: [
    { id: "call_1", name: "shell", pieces: ['{"cm', 'd": "echo ', 'h\\u00e9llo"', "}"] },
    { id: "call_2", name: "read_file", pieces: ['{"path":', '"ä.txt"}'] },
  ],
};

const schema = { type: "object", properties: { cmd: { type: "string" } }, required: ["cmd"] };
const unreadable = { unreadable_arguments: "not json" };
const cached = { cache_control: { type: "ephemeral" } };

/** One conversation, as each provider is sent it. */
const sent: Readonly<Record<Provider, object>> = {
  anthropic: {
    stream: true,
    max_tokens: 500,
    system: [{ type: "text", text: "Be brief.", ...cached }],
    messages: [
      { role: "user", content: [{ type: "text", text: "List it." }] },
      {
        role: "assistant",
        content: [
          { type: "text", text: "I look." },
          { type: "tool_use", id: "a", name: "shell", input: { cmd: "ls" } },
          { type: "tool_use", id: "functions_shell_1", name: "shell", input: unreadable },
        ],
      },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "a", content: "x.txt" },
          { type: "tool_result", tool_use_id: "functions_shell_1", content: "bad arguments", is_error: true },
          { type: "text", text: "<system>\nIt is Monday.\n</system>", ...cached },
        ],
      },
    ],
    tools: [{ name: "shell", description: "Runs a command.", input_schema: schema }],
  },
  openai: {
    stream: true,
    stream_options: { include_usage: true },
    max_tokens: 500,
    messages: [
      { role: "system", content: "Be brief." },
      { role: "user", content: "List it." },
      {
        role: "assistant",
        content: "I look.",
        tool_calls: [
          { id: "a", type: "function", function: { name: "shell", arguments: '{"cmd":"ls"}' } },
          {
            id: "functions.shell:1",
            type: "function",
            function: { name: "shell", arguments: JSON.stringify(unreadable) },
          },
        ],
      },
      { role: "tool", tool_call_id: "a", content: "x.txt" },
      { role: "tool", tool_call_id: "functions.shell:1", content: "bad arguments" },
      { role: "system", content: "It is Monday." },
    ],
    tools: [{ type: "function", function: { name: "shell", description: "Runs a command.", parameters: schema } }],
  },
  google: {
    generationConfig: { maxOutputTokens: 500 },
    systemInstruction: { parts: [{ text: "Be brief." }] },
    contents: [
      { role: "user", parts: [{ text: "List it." }] },
      {
        role: "model",
        parts: [
          { text: "I look." },
          { functionCall: { name: "shell", args: { cmd: "ls" } } },
          { functionCall: { name: "shell", args: unreadable } },
        ],
      },
      {
        role: "user",
        parts: [
          { functionResponse: { name: "shell", response: { content: "x.txt" } } },
          { functionResponse: { name: "shell", response: { content: "bad arguments" } } },
        ],
      },
      { role: "user", parts: [{ text: "<system>\nIt is Monday.\n</system>" }] },
    ],
    tools: [{ functionDeclarations: [{ name: "shell", description: "Runs a command.", parameters: schema }] }],
  },
};

describe.each(providers)("%s", (provider) => {
  it("streams thoughts, text, several tool calls and usage", async () => {
    await using server = await startModelServer(streamed(wire[provider](rich)));
    const { events, error } = await ask(server, provider);
    expect(error).toBeNull();
    expect(events.filter(({ kind }) => kind === "text")).toHaveLength(3);
    expect(textOf(events)).toBe("Grüße aus 東京 🎉 done");
    expect(events.map((event) => (event.kind === "thought" ? event.text : "")).join("")).toBe("Let me think — grün");
    const calls = events.flatMap((event) => (event.kind === "tool-call" ? [event.call] : []));
    expect(calls.map(({ id, function: { name, arguments: args } }) => [id, name, JSON.parse(args)])).toEqual([
      ["call_1", "shell", { cmd: "echo héllo" }],
      ["call_2", "read_file", { path: "ä.txt" }],
    ]);
    expect(events.at(-1)).toMatchObject({
      kind: "finish",
      model: models[provider],
      reason: "tool-calls",
      cost: null,
      usage: {
        input_tokens: wireTokens.input,
        output_tokens: wireTokens.output,
        cached_input_tokens: wireTokens.cached,
        cached_write_tokens: provider === "anthropic" ? wireTokens.written : 0,
      },
    });
    expect(kindsOf(events).filter((kind) => kind === "finish")).toHaveLength(1);
  });

  it.each([1, 2, 3, 7, 64])("gives the same events when the wire is cut every %i bytes", async (size) => {
    const text = wire[provider](rich);
    await using server = await startModelServer(streamed(text), streamed(text, { size }));
    const whole = await ask(server, provider);
    expect((await ask(server, provider)).events).toEqual(whole.events);
  });

  it("gives the same events for every way to cut the wire", async () => {
    const bytes = new TextEncoder().encode(wire[provider](rich));
    const heardFrom = (pieces: readonly Uint8Array<ArrayBuffer>[]) => {
      const fetch = async () =>
        new Response(ReadableStream.from(pieces), { headers: { "content-type": "text/event-stream" } });
      return hear(modelsAt("http://127.0.0.1:1", {}, fetch), requestTo([models[provider]]));
    };
    const whole = await heardFrom([bytes]);
    expect(whole.error).toBeNull();
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(bytes.length - 1), { maxLength: 60 }), async (places) => {
        expect(await heardFrom(splitAt(bytes, places))).toEqual(whole);
      }),
      { numRuns: 60 },
    );
  });

  it("sends the conversation, the tools and the results, and gets no tool run", async () => {
    await using server = await startModelServer(streamed(wire[provider]({ text: ["ok"] })));
    const messages: ChatMessage[] = [
      { role: "system", content: "Be brief." },
      { role: "user", content: "List it." },
      {
        role: "assistant",
        content: "I look.",
        tool_calls: [
          { id: "a", type: "function", function: { name: "shell", arguments: '{"cmd":"ls"}' } },
          { id: "functions.shell:1", type: "function", function: { name: "shell", arguments: "not json" } },
        ],
      },
      { role: "tool", tool_call_id: "a", content: "x.txt" },
      { role: "tool", tool_call_id: "functions.shell:1", content: "bad arguments", is_error: true },
      { role: "system", content: "It is Monday." },
    ];
    const tools = [{ name: "shell", description: "Runs a command.", inputSchema: schema }];
    const { error } = await ask(server, provider, { messages, tools, maxOutputTokens: 500 });
    expect(error).toBeNull();
    expect(server.received[0]?.body).toMatchObject(sent[provider]);
    expect(JSON.stringify(server.received[0]?.headers)).toContain(key);
  });

  it.each<[status: number]>([[429], [500], [503], [529], [408]])("asks again after %i", async (status) => {
    const busy = errorReply(status, "later", { "retry-after-ms": "3" });
    await using server = await startModelServer(busy, busy, streamed(wire[provider]({ text: ["ok"] })));
    const { events, error } = await ask(server, provider);
    expect(error).toBeNull();
    expect(kindsOf(events)).toEqual(["retry", "retry", "text", "finish"]);
    expect(events[0]).toMatchObject({
      model: models[provider],
      afterMs: 3,
      reason: expect.stringMatching(/answered \d+ \(later\)/),
    });
  });

  it("leaves out arguments that are nested without end, and refuses calls without end", async () => {
    const deep = `{"a":${"[".repeat(30_000)}${"]".repeat(30_000)}}`;
    const call = (at: number, text: string) => ({ id: `c${at}`, name: "shell", pieces: [text] });
    const many = Array.from({ length: 1001 }, (_, at) => call(at, "{}"));
    await using server = await startModelServer(
      streamed(wire[provider]({ calls: [call(0, provider === "google" ? "{}" : deep)] })),
      streamed(wire[provider]({ calls: many })),
    );
    const first = await ask(server, provider);
    const [heard] = first.events.flatMap((event) =>
      event.kind === "tool-call" ? [event.call.function.arguments] : [],
    );
    expect(heard).toMatch(provider === "google" ? /^\{\}$/ : /nested more than 64/);
    const second = await ask(server, provider);
    expect(second.error).toMatchObject({ code: "unreadable", message: expect.stringMatching(/more than 1000/) });
  });

  it("asks again when the connection drops in the middle of an answer", async () => {
    const text = wire[provider](rich);
    const half = text.slice(0, text.length / 2);
    await using server = await startModelServer(
      streamed(half, { after: "drop" }),
      streamed(half.slice(0, half.lastIndexOf("\n\n") + 2)),
      streamed(text),
    );
    const { events, error } = await ask(server, provider);
    expect(error).toBeNull();
    const retries = events.flatMap((event, index) => (event.kind === "retry" ? [index] : []));
    expect(retries).toHaveLength(2);
    // What came before the last retry is void; what comes after it is the whole answer.
    expect(textOf(events.slice(retries.at(-1)))).toBe("Grüße aus 東京 🎉 done");
    expect(events[retries[0] ?? 0]).toMatchObject({
      reason: expect.stringMatching(/broke in the middle of an answer/),
    });
  });

  it.each<[what: string, reply: Behaviour, code: string, requests: number]>([
    ["401", errorReply(401, `Incorrect API key provided: ${key}`), "refused", 1],
    ["403", errorReply(403, "no"), "refused", 1],
    ["404", errorReply(404, "no such model"), "not-found", 1],
    ["400", errorReply(400, "temperature is wrong"), "refused", 1],
    ["413", errorReply(413, "too much"), "overflow", 1],
    ["402", errorReply(402, "pay first"), "refused", 1],
    ["a redirect", (response) => response.writeHead(307, { location: "http://127.0.0.1:1/" }).end(), "refused", 1],
    ["429 and a day to wait", errorReply(429, "later", { "retry-after": "86400" }), "rate-limited", 1],
    ["429 again and again", errorReply(429, "later", { "retry-after-ms": "0" }), "rate-limited", 9],
    ["500 again and again", errorReply(500, "oops"), "unreachable", 9],
    ["a page", (response) => response.writeHead(200).end("<html>hello</html>"), "unreadable", 1],
    ["nothing", (response) => response.writeHead(200).end(), "unreadable", 1],
    ["nonsense in an event", streamed("data: {nonsense\n\n"), "unreadable", 1],
    [
      "JSON of another kind",
      streamed('data: {"choices": "none", "type": "what", "candidates": 5}\n\n'),
      "unreadable",
      1,
    ],
    ["a plain JSON reply", json({ choices: [] }), "unreadable", 1],
  ])("%s", async (_what, reply, code, requests) => {
    await using server = await startModelServer(reply);
    const { error } = await ask(server, provider);
    expect(error).toMatchObject({ code, model: models[provider] });
    expect(server.received).toHaveLength(requests);
    expect(error?.message).not.toContain(key);
    expect(error?.message).toMatch(/^\S.*\.$/);
  });

  it("ends at once when it is canceled in the middle of an answer, and closes the connection", async () => {
    const abort = new AbortController();
    const closed = Promise.withResolvers<void>();
    const text = wire[provider]({ text: ["first", " second"] });
    const never = streamed(text.slice(0, text.indexOf(" second") - 40), { after: "stay" });
    await using server = await startModelServer((response, request) => {
      response.on("close", () => closed.resolve());
      never(response, request);
    });
    const events: ModelEvent[] = [];
    const reading = (async () => {
      const request = requestTo([models[provider], "ollama/second"], { signal: abort.signal });
      for await (const event of modelsAt(server.url).stream(request)) {
        events.push(event);
        abort.abort();
      }
    })();
    await expect(reading).rejects.toMatchObject({ name: "ModelError", code: "canceled" });
    await closed.promise;
    expect(events).toEqual([{ kind: "text", text: "first" }]);
    expect(server.received).toHaveLength(1);
  });

  it("closes the connection when nobody listens any more", async () => {
    const closed = Promise.withResolvers<void>();
    const text = wire[provider]({ text: ["first", " second"] });
    const never = streamed(text.slice(0, text.indexOf(" second") - 40), { after: "stay" });
    await using server = await startModelServer((response, request) => {
      response.on("close", () => closed.resolve());
      never(response, request);
    });
    for await (const event of modelsAt(server.url).stream(requestTo([models[provider]]))) {
      expect(event).toEqual({ kind: "text", text: "first" });
      break;
    }
    await closed.promise;
  });

  it("takes no more than can be kept", async () => {
    const pieces = Array.from({ length: 40 }, () => "x".repeat(100));
    await using server = await startModelServer(streamed(wire[provider]({ text: pieces })));
    const { error } = await ask(server, provider, {}, { answerBytes: 2000 });
    expect(error).toMatchObject({
      code: "unreadable",
      message: expect.stringMatching(/^The answer is larger than 2000 bytes from 127/),
    });
    expect(server.received).toHaveLength(1);
  });

  it("takes no line without end", async () => {
    const endless: Behaviour = (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write("data: ");
      const more = () => {
        while (!response.destroyed && response.write("x".repeat(64 * 1024)));
      };
      response.on("drain", more);
      more();
    };
    await using server = await startModelServer(endless);
    expect((await ask(server, provider, {}, { answerBytes: 100_000 })).error).toMatchObject({ code: "unreadable" });
  });
});

describe("errors in the middle of an answer", () => {
  const anthropicError = (type: string, message: string, isFirst = false) =>
    streamed(
      anthropicText([
        ...(isFirst ? [] : anthropicEvents({ text: ["half"] }).slice(0, 4)),
        { type: "error", error: { type, message } } as { type: string },
      ]),
    );
  const openaiError = (error: object) =>
    streamed(sseText([...openaiEvents({ text: ["half"] }).slice(0, 2), { error }]));
  const googleError = (error: object) =>
    streamed(sseText([...googleEvents({ text: ["half"] }).slice(0, 1), { error }]));

  it.each<[what: string, provider: Provider, reply: Behaviour, code: string | "retried"]>([
    ["Anthropic is overloaded", "anthropic", anthropicError("overloaded_error", "Overloaded"), "retried"],
    ["Anthropic is overloaded at once", "anthropic", anthropicError("overloaded_error", "Overloaded", true), "retried"],
    ["Anthropic has a fault", "anthropic", anthropicError("api_error", "Internal server error"), "retried"],
    ["Anthropic has a fault at once", "anthropic", anthropicError("api_error", "Internal error", true), "retried"],
    ["Anthropic limits", "anthropic", anthropicError("rate_limit_error", "Slow down"), "retried"],
    ["Anthropic refuses", "anthropic", anthropicError("invalid_request_error", "no"), "refused"],
    ["Anthropic refuses at once", "anthropic", anthropicError("invalid_request_error", "no", true), "refused"],
    [
      "Anthropic's limit",
      "anthropic",
      anthropicError("invalid_request_error", "prompt is too long: 9 > 8"),
      "overflow",
    ],
    ["OpenAI has a fault", "openai", openaiError({ message: "oops", type: "server_error", code: null }), "retried"],
    ["a proxy has a fault", "openai", openaiError({ message: "Bad gateway", code: 502 }), "retried"],
    [
      "OpenAI limits",
      "openai",
      openaiError({ message: "slow", type: "requests", code: "rate_limit_exceeded" }),
      "retried",
    ],
    ["OpenAI's quota", "openai", openaiError({ message: "pay", type: "x", code: "insufficient_quota" }), "refused"],
    [
      "OpenAI's limit",
      "openai",
      openaiError({ message: "long", type: "x", code: "context_length_exceeded" }),
      "overflow",
    ],
    ["Google is busy", "google", googleError({ code: 503, message: "overloaded", status: "UNAVAILABLE" }), "retried"],
    ["Google limits", "google", googleError({ code: 429, message: "slow", status: "RESOURCE_EXHAUSTED" }), "retried"],
    [
      "Google's model calls nonsense",
      "google",
      streamed(wire.google({ text: ["half"], finish: "MALFORMED_FUNCTION_CALL" })),
      "retried",
    ],
    ["Google refuses", "google", googleError({ code: 400, message: "no", status: "INVALID_ARGUMENT" }), "refused"],
  ])("%s", async (_what, provider, reply, code) => {
    await using server = await startModelServer(reply, streamed(wire[provider]({ text: ["whole"] })));
    const { events, error } = await ask(server, provider);
    if (code === "retried") {
      expect(error).toBeNull();
      expect(kindsOf(events).filter((kind) => kind === "retry")).toHaveLength(1);
      expect(events.at(-2)).toEqual({ kind: "text", text: "whole" });
    } else {
      expect(error).toMatchObject({ code });
      expect(server.received).toHaveLength(1);
    }
  });
});

describe("a conversation that is too long", () => {
  const anthropic = (message: string) =>
    json({ type: "error", error: { type: "invalid_request_error", message }, request_id: "req_1" }, 400);
  const compatible = (message: string, more: object = {}, status = 400) =>
    json({ error: { message, type: "invalid_request_error", code: null, ...more } }, status);

  it.each<[who: string, model: string, reply: Behaviour]>([
    ["Anthropic", models.anthropic, anthropic("prompt is too long: 210000 tokens > 200000 maximum")],
    [
      "Anthropic",
      models.anthropic,
      anthropic("input length and `max_tokens` exceed context limit: 199000 + 8000 > 200000"),
    ],
    ["OpenAI", models.openai, compatible("Too long.", { code: "context_length_exceeded" })],
    ["OpenAI", models.openai, compatible("This model's maximum context length is 128000 tokens.")],
    ["OpenAI", models.openai, compatible("Your input exceeds the context window of this model.")],
    ["OpenAI", models.openai, compatible("Request too large for gpt-4o on tokens per min (TPM)", {}, 429)],
    [
      "Google",
      models.google,
      json(
        {
          error: {
            code: 400,
            message: "The input token count (1048577) exceeds the maximum number of tokens allowed (1048576).",
            status: "INVALID_ARGUMENT",
          },
        },
        400,
      ),
    ],
    [
      "llama.cpp",
      "openai-compatible/any",
      compatible("the request exceeds the available context size", { type: "exceed_context_size_error" }),
    ],
    ["Ollama", "ollama/llama3", compatible("the input length exceeds the context length", {}, 500)],
    ["any", "openai-compatible/any", compatible("Payload too large", {}, 413)],
  ])("%s, %s: is told as such, and neither asked again nor elsewhere", async (_who, model, reply) => {
    await using server = await startModelServer(reply);
    const { events, error } = await hear(modelsAt(server.url), requestTo([model, "ollama/other"]));
    expect(error).toMatchObject({
      code: "overflow",
      model,
      message: expect.stringMatching(/^The conversation is longer than /),
    });
    expect(events).toEqual([]);
    expect(server.received).toHaveLength(1);
  });
});

describe("what the provider wants back", () => {
  it.each<[provider: Provider, signature: (body: string) => boolean]>([
    ["anthropic", (body) => body.includes('{"type":"thinking","thinking":"Hm.","signature":"c2ln"}')],
    ["google", (body) => body.includes('"thoughtSignature":"c2ln"') && body.includes('"thoughtSignature":"Y2FsbA=="')],
  ])("%s gets the signatures of its thoughts", async (provider, isSigned) => {
    const answer: WireAnswer = {
      thought: { pieces: ["Hm."], signature: "c2ln" },
      text: ["I look."],
      calls: [{ id: "call_1", name: "ls", pieces: ["{}"], signature: "Y2FsbA==" }],
    };
    await using server = await startModelServer(
      streamed(wire[provider](answer)),
      streamed(wire[provider]({ text: ["ok"] })),
    );
    const first = await ask(server, provider);
    const finish = first.events.at(-1);
    const assistant: ChatMessage = {
      role: "assistant",
      content: "I look.",
      reasoning_content: "Hm.",
      provider_data: finish?.kind === "finish" ? finish.providerData : undefined,
      tool_calls: first.events.flatMap((event) => (event.kind === "tool-call" ? [event.call] : [])),
    };
    // What is kept goes through a database.
    const kept: ChatMessage = JSON.parse(JSON.stringify(assistant));
    const messages: ChatMessage[] = [
      { role: "user", content: "Hello" },
      kept,
      { role: "tool", tool_call_id: "call_1", content: "x.txt" },
    ];
    await ask(server, provider, { messages });
    expect(isSigned(JSON.stringify(server.received[1]?.body))).toBe(true);

    const others = provider === "anthropic" ? "openai" : "anthropic";
    await using second = await startModelServer(streamed(wire[others]({ text: ["ok"] })));
    expect((await ask(second, others, { messages })).error).toBeNull();
    expect(JSON.stringify(second.received[0]?.body)).not.toMatch(/c2ln|Y2FsbA/);
  });

  it("models without signatures get their thoughts back while they work, not those of earlier turns", async () => {
    await using server = await startModelServer(streamed(wire.openai({ text: ["ok"] })));
    const called = (id: string, thought: string): ChatMessage[] => [
      {
        role: "assistant",
        content: "",
        reasoning_content: thought,
        tool_calls: [{ id, type: "function", function: { name: "ls", arguments: "{}" } }],
      },
      { role: "tool", tool_call_id: id, content: "x" },
    ];
    const messages: ChatMessage[] = [
      { role: "user", content: "one" },
      ...called("a", "old thought"),
      { role: "user", content: "two" },
      ...called("b", "new thought"),
    ];
    await hear(modelsAt(server.url), requestTo(["ollama/qwen3"], { messages }));
    const body = JSON.stringify(server.received[0]?.body);
    expect(body).toContain('"reasoning_content":"new thought"');
    expect(body).not.toContain("old thought");
  });
});

describe("other models", () => {
  it("the next model of the list is asked when one fails for good", async () => {
    await using server = await startModelServer(
      errorReply(401, "no key"),
      errorReply(404, "no model"),
      streamed(wire.openai({ text: ["from the third"] })),
    );
    const names = ["acme/unknown", models.anthropic, "openai-compatible/second", "ollama/third"];
    const { events, error } = await hear(modelsAt(server.url), requestTo(names));
    expect(error).toBeNull();
    expect(events.map((event) => (event.kind === "fallback" ? [event.from, event.to] : event.kind))).toEqual([
      ["acme/unknown", models.anthropic],
      [models.anthropic, "openai-compatible/second"],
      ["openai-compatible/second", "ollama/third"],
      "text",
      "finish",
    ]);
    expect(events.at(-1)).toMatchObject({ model: "ollama/third", cost: 0 });
    expect(server.received.map(({ path }) => path)).toEqual([
      "/v1/messages",
      "/second/chat/completions",
      "/v1/chat/completions",
    ]);
  });

  it("the error of the last one counts when all fail", async () => {
    await using server = await startModelServer(errorReply(401, "no key"), errorReply(404, "no model"));
    const { error } = await hear(modelsAt(server.url), requestTo([models.anthropic, models.openai]));
    expect(error).toMatchObject({ code: "not-found", model: models.openai });
  });

  it.each<[names: string[], message: RegExp]>([
    [["gpt-4o"], /is not written as "provider\/model"/],
    [["acme/x"], /no model provider "acme"; there are .*, scripted\.$/],
    [["openai/gpt-4o"], /OPENAI_API_KEY is not set/],
    [["scripted/missing.yaml"], /missing\.yaml cannot be read: there is no such file/],
    [["scripted//dev/zero"], /\/dev\/zero is not an ordinary file/],
    [["scripted/"], /no file is named/],
    [[], /No model is named/],
  ])("%j cannot be asked", async (names, message) => {
    const all = createChatModels({ environment: {}, cwd: import.meta.dirname });
    expect((await hear(all, requestTo(names))).error).toMatchObject({
      code: "not-supported",
      message: expect.stringMatching(message),
    });
  });

  it("nobody is asked after a cancellation", async () => {
    await using server = await startModelServer(streamed(wire.openai({ text: ["ok"] })));
    const { error } = await ask(server, "openai", { signal: AbortSignal.abort() });
    expect(error).toMatchObject({ code: "canceled" });
    expect(server.received).toEqual([]);
  });

  it("a pause before another attempt ends with a cancellation", async () => {
    const abort = new AbortController();
    await using server = await startModelServer(errorReply(503, "later", { "retry-after": "60" }));
    const reading = (async () => {
      for await (const event of modelsAt(server.url).stream(requestTo([models.openai], { signal: abort.signal }))) {
        if (event.kind === "retry") abort.abort();
      }
    })();
    await expect(reading).rejects.toMatchObject({ code: "canceled" });
    expect(server.received).toHaveLength(1);
  });

  it("cancellation ends the wait for a server that says nothing", async () => {
    const abort = new AbortController();
    const closed = Promise.withResolvers<void>();
    await using server = await startModelServer((response) => {
      response.on("close", () => closed.resolve());
      abort.abort();
    });
    expect((await ask(server, "openai", { signal: abort.signal })).error).toMatchObject({ code: "canceled" });
    await closed.promise;
  });

  it("an answer that stalls is given up, and asked for again", async () => {
    const text = wire.anthropic(rich);
    await using server = await startModelServer(
      streamed(text.slice(0, text.length / 2), { after: "stay" }),
      silence,
      streamed(text),
    );
    const { events, error } = await ask(server, "anthropic", {}, { idleMs: 300, beginMs: 500 });
    expect(error).toBeNull();
    const retries = events.filter((event) => event.kind === "retry");
    expect(retries.map(({ reason }) => reason)).toEqual([
      expect.stringContaining("sent nothing for 0.3 s"),
      expect.stringContaining("sent nothing for 0.5 s"),
    ]);
    expect(events.at(-1)).toMatchObject({ kind: "finish" });
  });

  it("a server that is not there is asked a few times", async () => {
    const server = await startModelServer(silence);
    await server[Symbol.asyncDispose]();
    const { events, error } = await ask(server, "openai");
    expect(kindsOf(events)).toEqual(["retry", "retry", "retry"]);
    expect(error).toMatchObject({
      code: "unreachable",
      message: expect.stringMatching(/^127\.0\.0\.1:\d+ could not be reached/),
    });
  });

  it("the pauses add up to the patience there is and no more", async () => {
    await using server = await startModelServer(errorReply(429, "later", { "retry-after-ms": "20" }));
    const { events } = await ask(server, "openai", {}, { patienceMs: 50 });
    expect(kindsOf(events)).toEqual(["retry", "retry"]);
  });
});

describe("what is known of a model", () => {
  const all = createChatModels({
    environment: { ANTHROPIC_API_KEY: key, OPENAI_API_KEY: key, GOOGLE_API_KEY: key },
    cwd: import.meta.dirname,
  });

  it.each<[model: string, contextLimit: number | null, baseUrl: string]>([
    ["anthropic/claude-sonnet-4-5", 200_000, "https://api.anthropic.com/v1"],
    ["openai/gpt-4o-mini-2024-07-18", 128_000, "https://api.openai.com/v1"],
    ["openai/gpt-5-mini", 400_000, "https://api.openai.com/v1"],
    ["openai/gpt-4.1", 1_047_576, "https://api.openai.com/v1"],
    ["openai/gpt-40", null, "https://api.openai.com/v1"],
    ["google/gemini-2.5-pro", 1_048_576, "https://generativelanguage.googleapis.com/v1beta"],
    ["ollama/llama3.2", null, "http://localhost:11434/v1"],
    ["dmr/ai/qwen3", null, "http://localhost:12434/engines/v1"],
  ])("%s", (model, contextLimit, baseUrl) => {
    expect(all.describe(model)).toEqual({ contextLimit, isScripted: false, baseUrl });
  });

  it("OpenAI itself is told the limit of an answer by its newer name", async () => {
    await using server = await startModelServer(streamed(wire.openai({ text: ["ok"] })));
    const fetchHere: typeof fetch = (input, init) => fetch(`${server.url}${new URL(String(input)).pathname}`, init);
    const real = createChatModels({ environment: { OPENAI_API_KEY: key }, cwd: "/", fetch: fetchHere });
    await hear(real, requestTo(["openai/gpt-5"], { maxOutputTokens: 100 }));
    expect(server.received[0]?.body).toMatchObject({ max_completion_tokens: 100 });
    expect(server.received[0]?.body).not.toHaveProperty("max_tokens");
  });

  it("says why a model cannot be asked", () => {
    expect(createChatModels({ environment: {}, cwd: "/" }).describe("openai/gpt-4o")).toEqual({
      bad: "the environment variable OPENAI_API_KEY is not set",
    });
  });

  it("the price of an answer is estimated, with what was put into the cache", async () => {
    await using server = await startModelServer(streamed(wire.anthropic({ text: ["ok"] })));
    const fetchHere: typeof fetch = (input, init) => fetch(`${server.url}${new URL(String(input)).pathname}`, init);
    const priced = createChatModels({ environment: { ANTHROPIC_API_KEY: key }, cwd: "/", fetch: fetchHere });
    const { events } = await hear(priced, requestTo([models.anthropic]));
    const cost = (500 * 1 + 400 * 0.1 + 100 * 1.25 + 200 * 5) / 1e6;
    expect(events.at(-1)).toMatchObject({ cost: expect.closeTo(cost, 12) });
  });

  it("no provider's code is loaded before one of their models is asked", () => {
    const script = `
      import { registerHooks } from "node:module";
      const loaded = [];
      registerHooks({ resolve(name, context, next) { loaded.push(name); return next(name, context); } });
      const { createChatModels } = await import(process.argv[1]);
      createChatModels({ environment: { OPENAI_API_KEY: "x" }, cwd: "/" }).describe("openai/gpt-4o");
      console.log(JSON.stringify(loaded.filter((name) => name === "ai" || name.startsWith("@ai-sdk/"))));
    `;
    const file = join(import.meta.dirname, "chat-models.ts");
    const printed = execFileSync(process.execPath, ["--input-type=module", "-e", script, file], { encoding: "utf8" });
    expect(JSON.parse(printed)).toEqual([]);
  });
});
