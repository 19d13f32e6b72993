import type { FetchLike } from "@modelcontextprotocol/sdk/shared/transport.js";
import { boundedFetch } from "./bounded-response.ts";

/** Tells our own end of a stream from errors that servers report. */
const lostMark = "hookline: connection lost";

/** Whether an error is the end that we gave to a stream that broke off. */
export function isLostConnection(error: unknown): boolean {
  return error instanceof Error && "data" in error && error.data === lostMark;
}

/**
 * The `fetch` of a connection over HTTP.
 *
 * The SDK waits for the answer to a call until its time is up, even when the stream that was to bring it has broken off. So
 * a stream that ends for good is given an end that says so. Streams that can be taken up again are left to the SDK.
 *
 * The stream on which a server may speak unasked is not opened: nothing on it matters to us, and servers that close it at
 * once would be asked again for ever.
 */
export const fetchForMcp: FetchLike = async (url, init) => {
  if (isUnaskedStream(init)) return new Response(null, { status: 405 });
  const response = await boundedFetch(url, init);
  const id = requestIdOf(init);
  const isStream = response.headers.get("content-type")?.includes("text/event-stream") ?? false;
  if (id === null || !isStream || response.body === null) return response;
  const { status, headers } = response;
  return new Response(ReadableStream.from(withEnd(response.body, id)), { status, headers });
};

function isUnaskedStream(init: RequestInit | undefined): boolean {
  return init?.method === "GET" && !new Headers(init.headers).has("last-event-id");
}

function requestIdOf(init: RequestInit | undefined): string | number | null {
  if (init?.method !== "POST" || typeof init.body !== "string") return null;
  const message: unknown = JSON.parse(init.body);
  if (typeof message !== "object" || message === null || !("id" in message) || !("method" in message)) return null;
  return typeof message.id === "string" || typeof message.id === "number" ? message.id : null;
}

async function* withEnd(body: AsyncIterable<Uint8Array>, id: string | number): AsyncGenerator<Uint8Array> {
  let canBeTakenUp = false;
  let before = "\n";
  try {
    for await (const chunk of body) {
      const text = before + Buffer.from(chunk).toString("latin1");
      canBeTakenUp ||= /[\r\n]id:/.test(text);
      before = text.slice(-4);
      yield chunk;
    }
  } catch (error) {
    if (canBeTakenUp) throw error;
  }
  if (canBeTakenUp) return;
  // To a request that has been answered a second answer means nothing.
  const lost = { jsonrpc: "2.0", id, error: { code: -32000, message: "Connection closed", data: lostMark } };
  yield Buffer.from(`\n\ndata: ${JSON.stringify(lost)}\n\n`);
}
