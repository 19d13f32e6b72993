import { describe, expect, it } from "vitest";
import { runPrompt } from "./prompt.ts";
import { executionOf } from "./testing.ts";

const placeholders = { userMessage: "message" };

function saying(text: string, payload: Readonly<Record<string, unknown>> = {}) {
  return runPrompt(executionOf({ kind: "prompt", text, placeholders }, { payload }));
}

describe("prompt hooks", () => {
  it.each([
    ["a text", "Always answer in markdown.", "Always answer in markdown."],
    ["the message, wherever it is named", "{userMessage}? {userMessage}!", "hi $& {userMessage}? hi $& {userMessage}!"],
    ["other braces as they are", "{x} {{userMessage}}", "{x} {hi $& {userMessage}}"],
  ])("agentao U4: add %s", (_what, text, expected) => {
    const reply = saying(text, { message: "hi $& {userMessage}" });
    expect(reply).toEqual({ contexts: [{ text: expected, lifetime: "turn" }] });
  });

  it.each(["", "  \n", "{userMessage}"])("agentao U4: have no opinion when %j comes to nothing", (text) => {
    expect(saying(text)).toBeUndefined();
  });

  it("name what they were given instead", () => {
    expect(runPrompt(executionOf({ kind: "wasm" }))).toMatchObject({ kind: "failure", failure: "not-supported" });
  });
});
