import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { ModelAnswer, ModelQuestion } from "../../engine/ask-model.ts";
import type { Failure } from "../../engine/ports.ts";
import { createModelClient } from "./client.ts";
import {
  anthropicMessage,
  type Behaviour,
  chatCompletion,
  cutOff,
  errorReply,
  googleContent,
  json,
  type ModelServer,
  neverEnding,
  silence,
  startModelServer,
} from "./model-server.fixture.ts";

const key = "sk-test-0123456789abcdef";

const decision = {
  name: "pre_tool_use_decision",
  schema: { type: "object", properties: { decision: { type: "string" } }, required: ["decision"] },
};

const question: ModelQuestion = {
  model: "openai/gpt-4o-mini",
  system: "Be brief.",
  prompt: "Is this fine?",
  schema: null,
  signal: null,
  timeoutMs: 30_000,
};

function ask(server: ModelServer, more: Partial<ModelQuestion> = {}, environment: Record<string, string> = {}) {
  const addresses = {
    OPENAI_BASE_URL: `${server.url}/v1`,
    ANTHROPIC_BASE_URL: server.url,
    GOOGLE_GEMINI_BASE_URL: server.url,
    OPENAI_API_KEY: key,
    ANTHROPIC_API_KEY: key,
    GOOGLE_API_KEY: key,
  };
  const client = createModelClient({ environment: { ...addresses, ...environment } });
  return client.ask({ ...question, ...more });
}

function text(answer: ModelAnswer | Failure): string {
  return answer.kind === "answer" ? answer.text : `${answer.failure}: ${answer.detail}`;
}

describe("what is sent", () => {
  it("OpenAI: system and user message, the key as bearer token, the shape as a strict schema", async () => {
    await using server = await startModelServer(chatCompletion('{"decision":"allow"}'));
    const answer = await ask(server, { schema: decision });
    expect(text(answer)).toBe('{"decision":"allow"}');
    expect(server.received).toHaveLength(1);
    const [{ path, headers, body } = { path: "", headers: {}, body: {} }] = server.received;
    expect(path).toBe("/v1/chat/completions");
    expect(headers.authorization).toBe(`Bearer ${key}`);
    expect(body).toMatchObject({
      model: "gpt-4o-mini",
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: "Is this fine?" },
      ],
      response_format: {
        type: "json_schema",
        json_schema: { name: "pre_tool_use_decision", strict: true, schema: decision.schema },
      },
    });
    expect(body).not.toHaveProperty("tools");
    expect(body.stream ?? false).toBe(false);
  });

  it("Anthropic: the key in x-api-key, the version in the address, the text of a plain answer", async () => {
    await using server = await startModelServer(anthropicMessage([{ type: "text", text: "all is well" }]));
    expect(text(await ask(server, { model: "anthropic/claude-haiku-4-5" }))).toBe("all is well");
    const [received] = server.received;
    expect(received?.path).toBe("/v1/messages");
    expect(received?.headers).toMatchObject({ "x-api-key": key });
    expect(received?.headers).toHaveProperty("anthropic-version");
    expect(received?.body).toMatchObject({ model: "claude-haiku-4-5", system: [{ text: "Be brief." }] });
  });

  it.each<[what: string, model: string, content: object, stopReason: string]>([
    ["a shape by schema", "claude-haiku-4-5", { type: "text", text: '{"decision":"deny"}' }, "end_turn"],
    [
      "a shape by a tool, for models that know no schema",
      "claude-3-5-haiku-latest",
      { type: "tool_use", id: "toolu_1", name: "json", input: { decision: "deny" } },
      "tool_use",
    ],
    [
      "text although a tool was asked for",
      "claude-3-5-haiku-latest",
      { type: "text", text: '{"decision":"deny"}' },
      "end_turn",
    ],
  ])("Anthropic: %s", async (_what, model, content, stopReason) => {
    await using server = await startModelServer(anthropicMessage([content], stopReason));
    const answer = await ask(server, { model: `anthropic/${model}`, schema: decision });
    expect(JSON.parse(text(answer))).toEqual({ decision: "deny" });
  });

  it("Anthropic: a token instead of a key", async () => {
    await using server = await startModelServer(anthropicMessage([{ type: "text", text: "ok" }]));
    await ask(
      server,
      { model: "anthropic/claude-haiku-4-5" },
      { ANTHROPIC_API_KEY: "", ANTHROPIC_AUTH_TOKEN: "token-1" },
    );
    expect(server.received[0]?.headers).toMatchObject({ authorization: "Bearer token-1" });
    expect(server.received[0]?.headers).not.toHaveProperty("x-api-key");
  });

  it("Google: the key in x-goog-api-key", async () => {
    await using server = await startModelServer(googleContent("fine"));
    const answer = await ask(server, { model: "google/gemini-2.5-flash", schema: decision });
    expect(answer).toMatchObject({ text: "fine", usage: { input_tokens: 1000, output_tokens: 200 } });
    expect(server.received[0]?.path).toBe("/v1beta/models/gemini-2.5-flash:generateContent");
    expect(server.received[0]?.headers).toMatchObject({ "x-goog-api-key": key });
  });

  it.each<[model: string, environment: (url: string) => Record<string, string>, path: string, asked: string]>([
    ["dmr/ai/qwen3", (url) => ({ DMR_BASE_URL: `${url}/engines/v1/` }), "/engines/v1/chat/completions", "ai/qwen3"],
    ["dmr/ai/qwen3", (url) => ({ MODEL_RUNNER_HOST: url }), "/engines/v1/chat/completions", "ai/qwen3"],
    ["ollama/llama3.2:3b", (url) => ({ OLLAMA_HOST: url }), "/v1/chat/completions", "llama3.2:3b"],
    ["ollama/llama3", (url) => ({ OLLAMA_HOST: url.slice("http://".length) }), "/v1/chat/completions", "llama3"],
    ["openai-compatible/judge", (url) => ({ OPENAI_COMPATIBLE_BASE_URL: `${url}/x` }), "/x/chat/completions", "judge"],
    [
      "openai-compatible/my-judge.1",
      (url) => ({
        OPENAI_COMPATIBLE_MY_JUDGE_1_BASE_URL: `${url}/own`,
        OPENAI_COMPATIBLE_BASE_URL: "http://127.0.0.1:1",
      }),
      "/own/chat/completions",
      "my-judge.1",
    ],
  ])("%s goes where the environment says, with nobody else's key", async (model, environment, path, asked) => {
    await using server = await startModelServer(chatCompletion("ok"));
    expect(text(await ask(server, { model }, environment(server.url)))).toBe("ok");
    expect(server.received[0]).toMatchObject({ path, body: { model: asked } });
    expect(JSON.stringify(server.received[0]?.headers)).not.toContain(key);
  });

  it("a key of its own goes to a model of its own", async () => {
    await using server = await startModelServer(chatCompletion("ok"));
    await ask(
      server,
      { model: "openai-compatible/judge" },
      {
        OPENAI_COMPATIBLE_JUDGE_BASE_URL: server.url,
        OPENAI_COMPATIBLE_JUDGE_API_KEY: "own-key",
        OPENAI_COMPATIBLE_API_KEY: "shared-key",
      },
    );
    expect(server.received[0]?.headers.authorization).toBe("Bearer own-key");
  });

  it("a server that refuses shapes is asked again without one", async () => {
    await using server = await startModelServer(errorReply(400, "response_format is unknown"), chatCompletion("{}"));
    expect(text(await ask(server, { schema: decision }))).toBe("{}");
    expect(server.received.map(({ body }) => "response_format" in body)).toEqual([true, false]);
  });
});

describe("what a call costs", () => {
  const openai = { OPENAI_BASE_URL: "" };

  /** The provider's own address, served by the server on this machine. */
  const redirected =
    (server: ModelServer): typeof fetch =>
    (input, init) => {
      const { pathname } = new URL(String(input));
      return fetch(`${server.url}${pathname}`, init);
    };

  it.each<[model: string, behaviour: Behaviour, cost: number | null]>([
    // 600 new and 400 cached input tokens, 200 output tokens.
    ["openai/gpt-4o-mini", chatCompletion("ok"), (600 * 0.15 + 400 * 0.075 + 200 * 0.6) / 1e6],
    ["openai/gpt-4o-mini-2024-07-18", chatCompletion("ok"), (600 * 0.15 + 400 * 0.075 + 200 * 0.6) / 1e6],
    ["openai/gpt-4o-nonsense", chatCompletion("ok"), null],
    [
      "anthropic/claude-haiku-4-5-20251001",
      anthropicMessage([{ type: "text", text: "ok" }]),
      (1000 * 1 + 200 * 5) / 1e6,
    ],
    ["google/gemini-2.5-flash", googleContent("ok"), (1000 * 0.3 + 200 * 2.5) / 1e6],
    ["dmr/ai/qwen3", chatCompletion("ok"), 0],
  ])("%s", async (model, behaviour, cost) => {
    await using server = await startModelServer(behaviour);
    const client = createModelClient({
      environment: { ...openai, OPENAI_API_KEY: key, ANTHROPIC_API_KEY: key, GEMINI_API_KEY: key },
      fetch: redirected(server),
    });
    const answer = await client.ask({ ...question, model });
    expect(answer).toMatchObject({ kind: "answer", usage: { model, input_tokens: 1000, output_tokens: 200 } });
    const known = answer.kind === "answer" ? answer.usage.cost : undefined;
    if (cost === null) expect(known).toBeNull();
    else expect(known).toBeCloseTo(cost, 12);
  });

  it("nobody knows what somebody else's server charges", async () => {
    await using server = await startModelServer(chatCompletion("ok"));
    expect(await ask(server)).toMatchObject({ usage: { input_tokens: 1000, cost: null } });
  });

  it("a server that counts nothing costs an unknown amount", async () => {
    const body = { choices: [{ index: 0, message: { role: "assistant", content: "ok" }, finish_reason: "stop" }] };
    await using server = await startModelServer(json(body));
    expect(await ask(server)).toMatchObject({ usage: { input_tokens: null, output_tokens: null, cost: null } });
  });
});

describe("what can go wrong is a failure with a name", () => {
  const gzipBomb: Behaviour = (response) => {
    response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" });
    response.end(gzipSync(Buffer.alloc(8 * 1024 * 1024, " ")));
  };
  const endless: Behaviour = (response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const more = () => {
      while (!response.destroyed && response.write(" ".repeat(64 * 1024)));
    };
    response.on("drain", more);
    more();
  };

  it.each<[what: string, behaviours: readonly Behaviour[], expected: RegExp, requests: number]>([
    [
      "429 again and again",
      [errorReply(429, "slow down", { "retry-after-ms": "1" })],
      /^spawn-error: .* answered 429 \(slow down\)/,
      3,
    ],
    [
      "429 and an hour to wait",
      [errorReply(429, "slow down", { "retry-after": "3600" })],
      /^spawn-error: .* answered 429/,
      1,
    ],
    [
      "500 again and again",
      [errorReply(500, "oops", { "retry-after-ms": "1" })],
      /^spawn-error: .* answered 500 \(oops\)/,
      3,
    ],
    ["401", [errorReply(401, `Incorrect API key provided: ${key}`)], /^spawn-error: .* answered 401 .*\[masked\]/, 1],
    ["404", [errorReply(404, "no such model")], /^not-found: .* answered 404 \(no such model\)/, 1],
    ["400", [errorReply(400, "no")], /^spawn-error: .* answered 400/, 1],
    [
      "an error page",
      [(response) => response.writeHead(502).end("<html>\u001b[31mBad gateway</html>")],
      /^spawn-error: .* answered 502/,
      3,
    ],
    ["nonsense", [(response) => response.end("nonsense")], /^unreadable: /, 1],
    ["an empty body", [(response) => response.end()], /^unreadable: /, 1],
    ["JSON of another kind", [json({ hello: "world" })], /^unreadable: /, 1],
    ["no choices", [json({ choices: [] })], /^unreadable: /, 1],
    ["a reply cut off", [cutOff], /^spawn-error: .* could not be reached/, 3],
    ["a dropped connection", [(response) => response.destroy()], /^spawn-error: .* could not be reached/, 3],
    ["a reply without end", [endless], /^truncated: the answer is larger than 1048576 bytes/, 1],
    ["a reply that unpacks without end", [gzipBomb], /^truncated: /, 1],
    [
      "a redirect",
      [(response) => response.writeHead(307, { location: "http://127.0.0.1:1/" }).end()],
      /^spawn-error: /,
      3,
    ],
    [
      "an answer cut at the length limit",
      [chatCompletion("it is", { finish: "length" })],
      /^truncated: the model was cut off/,
      1,
    ],
    ["an answer withheld", [chatCompletion("", { finish: "content_filter" })], /^unreadable: the provider withheld/, 1],
  ])("%s", async (_what, behaviours, expected, requests) => {
    await using server = await startModelServer(...behaviours);
    const answer = await ask(server);
    expect(text(answer)).toMatch(expected);
    expect(server.received).toHaveLength(requests);
    expect(JSON.stringify(answer)).not.toContain(key);
    expect(JSON.stringify(answer)).not.toContain("\\u001b");
  });

  it.each<[what: string, behaviour: Behaviour]>([
    ["a server that says nothing", silence],
    ["a server that never finishes", neverEnding],
    ["a server that is always busy", errorReply(503, "later", { "retry-after-ms": "40" })],
  ])("%s is given the time of the hook and no more", async (_what, behaviour) => {
    await using server = await startModelServer(behaviour);
    expect(text(await ask(server, { timeoutMs: 60 }))).toMatch(
      /^timed-out: .* within 60 ms|^spawn-error: .* answered 503/,
    );
  });

  it("cancellation ends it", async () => {
    const abort = new AbortController();
    await using server = await startModelServer(() => abort.abort());
    expect(text(await ask(server, { signal: abort.signal }))).toBe("killed: it was canceled");
    expect(text(await ask(server, { signal: AbortSignal.abort() }))).toBe("killed: it was canceled");
  });

  it("what worked after a second try is an answer", async () => {
    await using server = await startModelServer(
      errorReply(503, "later", { "retry-after-ms": "1" }),
      cutOff,
      chatCompletion("ok"),
    );
    expect(text(await ask(server))).toBe("ok");
  });

  it("a server that is not there cannot be reached", async () => {
    const server = await startModelServer(silence);
    await server[Symbol.asyncDispose]();
    expect(text(await ask(server))).toMatch(/^spawn-error: 127\.0\.0\.1:\d+ could not be reached/);
  });

  it.each<[model: string, environment: Record<string, string>, expected: RegExp]>([
    ["gpt-4o", {}, /is not written as "provider\/model"/],
    ["openai/", {}, /is not written as/],
    ["/gpt-4o", {}, /is not written as/],
    ["acme/gpt", {}, /no model provider "acme"; there are openai, /],
    ["constructor/x", {}, /no model provider/],
    ["openai/gpt-4o", {}, /OPENAI_API_KEY is not set/],
    ["openai/gpt-4o", { OPENAI_API_KEY: "  " }, /OPENAI_API_KEY is not set/],
    ["anthropic/claude", {}, /ANTHROPIC_API_KEY is not set/],
    ["google/gemini", {}, /GOOGLE_API_KEY is not set/],
    ["openai-compatible/x", {}, /none of the environment variables OPENAI_COMPATIBLE_X_BASE_URL and/],
    ["openai/gpt-4o", { OPENAI_BASE_URL: "file:///etc/passwd" }, /OPENAI_BASE_URL does not hold an http/],
    ["ollama/x", { OLLAMA_HOST: "http://" }, /OLLAMA_HOST does not hold an http/],
  ])("%s with %o is refused before anything is sent", async (model, environment, expected) => {
    const unused: typeof fetch = () => Promise.reject(new Error("was called"));
    const answer = await createModelClient({ environment, fetch: unused }).ask({ ...question, model });
    expect(text(answer)).toMatch(expected);
    expect(answer).toMatchObject({ kind: "failure", failure: "not-supported" });
  });
});
