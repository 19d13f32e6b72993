import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Answers one request, well or badly. */
export type Behaviour = (response: ServerResponse, request: Received) => void;

export interface ModelServer extends AsyncDisposable {
  readonly url: string;
  readonly received: Received[];
}

/** A server on this machine that speaks the providers' wire formats. The last behaviour answers all further requests. */
export async function startModelServer(...behaviours: readonly Behaviour[]): Promise<ModelServer> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8");
    request.on("data", (chunk: string) => {
      text += chunk;
    });
    request.on("end", () => {
      const one = { path: request.url ?? "", headers: request.headers, body: text === "" ? {} : JSON.parse(text) };
      const behaviour = behaviours[Math.min(received.length, behaviours.length - 1)];
      received.push(one);
      behaviour?.(response, one);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    [Symbol.asyncDispose]: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

export function json(value: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Behaviour {
  return (response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(value));
  };
}

/** A reply of OpenAI's `POST /chat/completions`. */
export function chatCompletion(content: string | null, more: { finish?: string; refusal?: string } = {}): Behaviour {
  return json(chatCompletionBody(content, more));
}

export function chatCompletionBody(content: string | null, more: { finish?: string; refusal?: string } = {}): object {
  return {
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 1_760_000_000,
    model: "gpt-4o-mini-2024-07-18",
    choices: [
      {
        index: 0,
        message: { role: "assistant", content, refusal: more.refusal ?? null },
        logprobs: null,
        finish_reason: more.finish ?? "stop",
      },
    ],
    usage: {
      prompt_tokens: 1000,
      completion_tokens: 200,
      total_tokens: 1200,
      prompt_tokens_details: { cached_tokens: 400 },
    },
  };
}

/** OpenAI's and most others' way to refuse. */
export function errorReply(status: number, message: string, headers: Readonly<Record<string, string>> = {}): Behaviour {
  return json({ error: { message, type: "invalid_request_error", param: null, code: null } }, status, headers);
}

/** A reply of Anthropic's `POST /v1/messages`. */
export function anthropicMessage(content: readonly object[], stopReason = "end_turn"): Behaviour {
  return json({
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "claude-haiku-4-5",
    content,
    stop_reason: stopReason,
    stop_sequence: null,
    usage: { input_tokens: 1000, output_tokens: 200, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 },
  });
}

/** A reply of Google's `POST …:generateContent`. */
export function googleContent(text: string): Behaviour {
  return json({
    candidates: [{ content: { parts: [{ text }], role: "model" }, finishReason: "STOP", index: 0 }],
    usageMetadata: { promptTokenCount: 1000, candidatesTokenCount: 200, totalTokenCount: 1200 },
    modelVersion: "gemini-2.5-flash",
  });
}

/** Never answers. */
export const silence: Behaviour = () => undefined;

/** Sends the first half of a good reply and drops the connection. */
export const cutOff: Behaviour = (response) => {
  const body = JSON.stringify(chatCompletionBody('{"decision":"allow","reason":"fine"}'));
  response.writeHead(200, { "content-type": "application/json", "content-length": String(body.length) });
  response.write(body.slice(0, body.length / 2), () => response.destroy());
};

/** Begins a reply and never ends it. */
export const neverEnding: Behaviour = (response) => {
  response.writeHead(200, { "content-type": "application/json" });
  response.write('{"id": "chatcmpl-1"');
};
