import { ReplyTooLarge } from "../question/bounded-fetch.ts";

const newline = 10;
/** What surrounds a few characters of text on the wire is many times as long as they are. */
const wireFactor = 32;

/**
 * A fetch for streamed answers. It tells of every byte that comes, refuses what nobody could keep, and follows no redirect:
 * that would take the conversation and the key to a host nobody configured.
 */
export function streamFetch(
  fetch: typeof globalThis.fetch,
  { answerBytes, onBytes }: { readonly answerBytes: number; readonly onBytes: () => void },
): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, { ...init, redirect: "manual" });
    if (response.body === null) return response;
    return new Response(response.body.pipeThrough(guard(answerBytes, onBytes)), {
      status: response.status,
      statusText: response.statusText,
      headers: response.headers,
    });
  };
}

/** A line is kept until it is complete, so it is bounded like an answer. */
function guard(limit: number, onBytes: () => void): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let total = 0;
  let line = 0;
  return new TransformStream({
    transform(chunk, controller) {
      onBytes();
      total += chunk.byteLength;
      const end = chunk.lastIndexOf(newline);
      line = end === -1 ? line + chunk.byteLength : chunk.byteLength - end - 1;
      if (line > 2 * limit || total > wireFactor * limit) controller.error(new ReplyTooLarge(limit));
      else controller.enqueue(chunk);
    },
  });
}
