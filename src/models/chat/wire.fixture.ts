import type { Behaviour } from "../question/model-server.fixture.ts";

/** An answer to be put on the wire, with its text and arguments in the pieces they are sent in. */
export interface WireAnswer {
  readonly thought?: { readonly pieces: readonly string[]; readonly signature: string };
  readonly text?: readonly string[];
  readonly calls?: readonly {
    readonly id: string;
    readonly name: string;
    readonly pieces: readonly string[];
    readonly signature?: string;
  }[];
  /** In the provider's own word. */
  readonly finish?: string;
}

/** What every answer on the wire says that it took. */
export const wireTokens = { input: 1000, cached: 400, written: 100, output: 200 } as const;

export function sseText(events: readonly (object | string)[]): string {
  return events.map((event) => `data: ${typeof event === "string" ? event : JSON.stringify(event)}\n\n`).join("");
}

/** Anthropic's events carry their type twice. */
export function anthropicText(events: readonly { readonly type: string }[]): string {
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
}

export function anthropicEvents({ thought, text, calls = [], finish }: WireAnswer): { readonly type: string }[] {
  const blocks: { start: object; deltas: object[] }[] = [];
  if (thought) {
    const deltas = thought.pieces.map((piece) => ({ type: "thinking_delta", thinking: piece }));
    blocks.push({
      start: { type: "thinking", thinking: "", signature: "" },
      deltas: [...deltas, { type: "signature_delta", signature: thought.signature }],
    });
  }
  if (text) {
    blocks.push({
      start: { type: "text", text: "" },
      deltas: text.map((piece) => ({ type: "text_delta", text: piece })),
    });
  }
  for (const { id, name, pieces } of calls) {
    blocks.push({
      start: { type: "tool_use", id, name, input: {} },
      deltas: pieces.map((piece) => ({ type: "input_json_delta", partial_json: piece })),
    });
  }
  const usage = {
    input_tokens: wireTokens.input - wireTokens.cached - wireTokens.written,
    cache_read_input_tokens: wireTokens.cached,
    cache_creation_input_tokens: wireTokens.written,
    output_tokens: 1,
  };
  const message = { id: "msg_1", type: "message", role: "assistant", model: "claude-haiku-4-5", content: [] };
  return [
    { type: "message_start", message: { ...message, stop_reason: null, stop_sequence: null, usage } },
    { type: "ping" },
    ...blocks.flatMap(({ start, deltas }, index) => [
      { type: "content_block_start", index, content_block: start },
      ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
      { type: "content_block_stop", index },
    ]),
    {
      type: "message_delta",
      delta: { stop_reason: finish ?? (calls.length > 0 ? "tool_use" : "end_turn"), stop_sequence: null },
      usage: { output_tokens: wireTokens.output },
    },
    { type: "message_stop" },
  ] as { readonly type: string }[];
}

export function openaiEvents({ thought, text = [], calls = [], finish }: WireAnswer): (object | string)[] {
  const chunk = (delta: object, more: object = {}) => ({
    id: "chatcmpl-1",
    object: "chat.completion.chunk",
    created: 1_760_000_000,
    model: "gpt-4o-mini",
    choices: [{ index: 0, delta, finish_reason: null, ...more }],
  });
  return [
    chunk({ role: "assistant", content: "" }),
    ...(thought?.pieces ?? []).map((piece) => chunk({ reasoning_content: piece })),
    ...text.map((piece) => chunk({ content: piece })),
    ...calls.flatMap(({ id, name, pieces }, index) => [
      chunk({ tool_calls: [{ index, id, type: "function", function: { name, arguments: "" } }] }),
      ...pieces.map((piece) => chunk({ tool_calls: [{ index, function: { arguments: piece } }] })),
    ]),
    chunk({}, { finish_reason: finish ?? (calls.length > 0 ? "tool_calls" : "stop") }),
    {
      ...chunk({}),
      choices: [],
      usage: {
        prompt_tokens: wireTokens.input,
        completion_tokens: wireTokens.output,
        total_tokens: wireTokens.input + wireTokens.output,
        prompt_tokens_details: { cached_tokens: wireTokens.cached },
      },
    },
    "[DONE]",
  ];
}

export function googleEvents({ thought, text = [], calls = [], finish = "STOP" }: WireAnswer): object[] {
  const parts: object[] = [
    ...(thought?.pieces ?? []).map((piece, index, all) => ({
      text: piece,
      thought: true,
      ...(index === all.length - 1 && { thoughtSignature: thought?.signature }),
    })),
    ...text.map((piece) => ({ text: piece })),
    ...calls.map(({ id, name, pieces, signature }) => ({
      functionCall: { id, name, args: JSON.parse(pieces.join("")) },
      ...(signature && { thoughtSignature: signature }),
    })),
  ];
  const usageMetadata = {
    promptTokenCount: wireTokens.input,
    cachedContentTokenCount: wireTokens.cached,
    candidatesTokenCount: wireTokens.output,
    totalTokenCount: wireTokens.input + wireTokens.output,
  };
  return [
    ...parts.map((part) => ({ candidates: [{ content: { role: "model", parts: [part] }, index: 0 }] })),
    {
      candidates: [{ content: { role: "model", parts: [{ text: "" }] }, finishReason: finish, index: 0 }],
      usageMetadata,
    },
  ];
}

/** The whole text of an answer as each provider streams it. */
export const wire = {
  anthropic: (answer: WireAnswer) => anthropicText(anthropicEvents(answer)),
  openai: (answer: WireAnswer) => sseText(openaiEvents(answer)),
  google: (answer: WireAnswer) => sseText(googleEvents(answer)),
} as const;

/** Streams a text in pieces of so many bytes, each a write of its own; then ends, unless told to stay or to drop the connection. */
export function streamed(
  text: string,
  { size = Number.POSITIVE_INFINITY, after = "end" }: { size?: number; after?: "end" | "stay" | "drop" } = {},
): Behaviour {
  return (response) => {
    response.socket?.setNoDelay(true);
    response.writeHead(200, { "content-type": "text/event-stream" });
    const bytes = Buffer.from(text);
    const finish = { end: () => response.end(), stay: () => undefined, drop: () => response.destroy() }[after];
    let at = 0;
    const next = (): void => {
      if (response.destroyed) return;
      if (at >= bytes.length) {
        finish();
        return;
      }
      const piece = bytes.subarray(at, at + size);
      at += size;
      response.write(piece, () => setImmediate(next));
    };
    next();
  };
}

/** Splits bytes at the given places, which may lie anywhere: inside a line, inside a character. */
export function splitAt(bytes: Uint8Array<ArrayBuffer>, places: readonly number[]): Uint8Array<ArrayBuffer>[] {
  const cuts = [0, ...new Set(places.map((place) => place % bytes.length)), bytes.length].sort((a, b) => a - b);
  return cuts.slice(1).map((end, index) => bytes.slice(cuts[index], end));
}
