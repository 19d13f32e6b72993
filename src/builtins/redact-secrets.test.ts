import { describe, expect, it } from "vitest";
import { createEngine } from "../engine/engine.ts";
import { nativeHook } from "../engine/native-hook.ts";
import type { BuiltinInput } from "./builtin.ts";
import { redactSecrets } from "./redact-secrets.ts";
import { call } from "./testing.ts";

const key = `AKIA${"Q3EGRT5W2ZYX4NBV"}`;
const token = `ghp_${"a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"}`;

type Payload = BuiltinInput["payload"];
const on = (event: BuiltinInput["event"], payload: Payload) => call(redactSecrets, { event, payload });

describe("redact_secrets on tool.pre_call", () => {
  it.each<[what: string, given: unknown, expected: unknown]>([
    ["a text at the top", { command: `curl -d ${key}` }, { command: "curl -d [REDACTED]" }],
    ["a text deep inside", { env: [{ value: token }] }, { env: [{ value: "[REDACTED]" }] }],
    ["one argument of several: the others stay", { a: token, b: "x", c: 1 }, { a: "[REDACTED]", b: "x", c: 1 }],
    ["a value that its name gives away", { DB_PASSWORD: "s3cr3t-w0rd" }, { DB_PASSWORD: "[REDACTED]" }],
    ["several secrets in one text", { c: `${key} ${token}` }, { c: "[REDACTED] [REDACTED]" }],
  ])("docker §10.43: %s", async (_what, tool_input, expected) => {
    const effects = await on("tool.pre_call", { tool_name: "shell", tool_input });
    expect(effects).toEqual({
      patch: { tool_input: expected },
      messages: [{ level: "warning", text: "Secrets in the arguments of shell were replaced with [REDACTED]." }],
    });
  });

  it.each<[what: string, payload: Payload]>([
    ["nothing secret", { tool_name: "shell", tool_input: { command: "ls -la" } }],
    ["no input", { tool_name: "shell" }],
    ["input that is null", { tool_name: "shell", tool_input: null }],
    ["empty input", { tool_name: "shell", tool_input: {} }],
    ["what has been redacted before", { tool_input: { command: "curl -d [REDACTED]" } }],
  ])("docker §10.43: %s has no effect", async (_what, payload) => {
    expect(await on("tool.pre_call", payload)).toBeUndefined();
  });

  it("docker §10.43: the input given is not changed", async () => {
    const tool_input = { list: [{ token }] };
    await on("tool.pre_call", { tool_input });
    expect(tool_input).toEqual({ list: [{ token }] });
  });
});

describe("redact_secrets on model.pre_call", () => {
  const arguments_ = (value: unknown) => ({ function: { name: "f", arguments: JSON.stringify(value) }, id: token });

  it.each<[what: string, given: unknown, expected: unknown]>([
    ["content", { role: "user", content: `use ${token}` }, { role: "user", content: "use [REDACTED]" }],
    ["reasoning", { reasoning_content: token }, { reasoning_content: "[REDACTED]" }],
    [
      "text parts, but no pictures",
      {
        multi_content: [
          { type: "text", text: token },
          { type: "image_url", image_url: { url: token } },
        ],
      },
      {
        multi_content: [
          { type: "text", text: "[REDACTED]" },
          { type: "image_url", image_url: { url: token } },
        ],
      },
    ],
    [
      "a function call",
      { function_call: { name: "f", arguments: JSON.stringify({ a: token }) } },
      { function_call: { name: "f", arguments: '{"a":"[REDACTED]"}' } },
    ],
    [
      "tool calls, but not their ids",
      { tool_calls: [arguments_({ a: token })] },
      { tool_calls: [arguments_({ a: "[REDACTED]" })] },
    ],
    [
      "arguments that are no JSON",
      { tool_calls: [{ function: { arguments: `{ ${token}` } }] },
      { tool_calls: [{ function: { arguments: "{ [REDACTED]" } }] },
    ],
    [
      "parts of a reply with tools in it",
      {
        content: [
          { type: "tool_use", id: token, input: { a: token } },
          { type: "tool_result", content: [{ type: "text", text: token }] },
        ],
      },
      {
        content: [
          { type: "tool_use", id: token, input: { a: "[REDACTED]" } },
          { type: "tool_result", content: [{ type: "text", text: "[REDACTED]" }] },
        ],
      },
    ],
    [
      "nothing that is signed",
      {
        content: [
          { type: "thinking", thinking: token, signature: "s" },
          { type: "text", text: token },
        ],
      },
      {
        content: [
          { type: "thinking", thinking: token, signature: "s" },
          { type: "text", text: "[REDACTED]" },
        ],
      },
    ],
  ])("docker §10.43: scrubs %s and answers with the whole list", async (_what, given, expected) => {
    const before = structuredClone(given);
    const messages = [{ role: "system", content: "hello" }, given];
    expect(await on("model.pre_call", { messages })).toEqual({
      patch: { messages: [{ role: "system", content: "hello" }, expected] },
    });
    expect(given).toEqual(before);
  });

  it.each<[what: string, payload: Payload]>([
    ["nothing secret", { messages: [{ role: "user", content: "hello" }, { tool_calls: [arguments_({ a: "b" })] }] }],
    ["no messages", {}],
    ["messages that are null", { messages: null }],
    ["an empty list", { messages: [] }],
    ["messages of another kind", { messages: [null, 1, "x", { content: 5 }] }],
  ])("docker §10.43: %s has no effect", async (_what, payload) => {
    expect(await on("model.pre_call", payload)).toBeUndefined();
  });
});

describe("redact_secrets on tool.transform_result", () => {
  it("docker §10.43: scrubs a text", async () => {
    expect(await on("tool.transform_result", { tool_result: `out: ${key}\n` })).toEqual({
      patch: { tool_result: "out: [REDACTED]\n" },
    });
  });

  it.each<[what: string, result: unknown]>([
    ["a text without secrets", "all good"],
    ["an empty text", ""],
    ["an object", { token }],
    ["nothing", undefined],
  ])("docker §10.43: leaves %s alone", async (_what, tool_result) => {
    expect(await on("tool.transform_result", { tool_result })).toBeUndefined();
  });
});

describe("redact_secrets", () => {
  it("docker §10.43: has no effect on any other event", async () => {
    expect(
      await on("tool.post_call", { tool_input: { a: token }, tool_result: token, messages: [{ content: token }] }),
    ).toBeUndefined();
  });

  it("docker §5.14: its patch is one the events grant", async () => {
    const run = (event: BuiltinInput["event"]) => (payload: object) =>
      on(event, payload as Payload) as Promise<undefined>;
    await using engine = {
      ...createEngine({
        hooks: redactSecrets.events.map((event) => nativeHook({ name: `redact ${event}`, event, run: run(event) })),
      }),
      [Symbol.asyncDispose]: async () => {},
    };
    const call = await engine.fire("tool.pre_call", { tool_name: "shell", tool_input: { command: token, cwd: "/" } });
    const model = await engine.fire("model.pre_call", { messages: [{ role: "user", content: token }] });
    const result = await engine.fire("tool.transform_result", { tool_result: token });
    expect([call.payload.tool_input, model.payload.messages, result.payload.tool_result]).toEqual([
      { command: "[REDACTED]", cwd: "/" },
      [{ role: "user", content: "[REDACTED]" }],
      "[REDACTED]",
    ]);
    expect([...call.problems, ...model.problems, ...result.problems]).toEqual([]);
  });
});
