import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { describe, expect, it } from "vitest";
import { resultOf } from "./result-text.ts";

describe("the answer of an MCP tool", () => {
  it.each<[what: string, answer: CallToolResult, text: string]>([
    ["joins its texts", { content: [text("a"), text("b")] }, "a\nb"],
    [
      "tells of an image",
      { content: [{ type: "image", data: "AAAA", mimeType: "image/png" }] },
      "[image: image/png, 3 bytes; it cannot be shown here]",
    ],
    [
      "tells of a sound",
      { content: [{ type: "audio", data: "A".repeat(4096), mimeType: "audio/wav" }] },
      "[audio: audio/wav, 3.0 KiB; it cannot be shown here]",
    ],
    [
      "quotes a resource that is text",
      { content: [{ type: "resource", resource: { uri: "file:///a", text: "inside" } }] },
      "[resource file:///a]\ninside",
    ],
    [
      "tells of a resource that is not",
      { content: [{ type: "resource", resource: { uri: "file:///a", blob: "AAAA" } }] },
      "[resource file:///a: unknown type, 3 bytes; it cannot be shown here]",
    ],
    [
      "tells of a link",
      { content: [{ type: "resource_link", uri: "file:///a", name: "a", description: "the first" }] },
      "[link to the resource file:///a (a): the first]",
    ],
    ["is its structure when it has no text", { content: [], structuredContent: { n: 1 } }, '{\n  "n": 1\n}'],
    ["is its text when it has both", { content: [text("one")], structuredContent: { n: 1 } }, "one"],
    ["says when there is nothing", { content: [] }, "The tool answered without any content."],
    [
      "says when there is nothing but a failure",
      { content: [], isError: true },
      "The tool failed and did not say why.",
    ],
  ])("%s", (_what, answer, expected) => {
    expect(resultOf(answer)).toEqual({ text: expected, isError: answer.isError ?? false });
  });
});

function text(value: string) {
  return { type: "text" as const, text: value };
}
