import type { FetchLike } from "@modelcontextprotocol/sdk/shared/transport.js";

const newline = 0x0a;

/** What a server sends at once, as one answer or as one message of a stream, is kept in memory until it is complete. */
export const longestMessage = 16 * 1024 * 1024;

/** A fetch for servers that may send without end. */
export const boundedFetch: FetchLike = async (url, init) => boundedResponse(await fetch(url, init));

/** The same response, which breaks off when more comes at once than could be kept. */
export function boundedResponse(response: Response, mostBytes: number = longestMessage): Response {
  if (response.body === null) return response;
  const isStream = response.headers.get("content-type")?.includes("text/event-stream") ?? false;
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(counter(isStream, mostBytes)), { status, statusText, headers });
}

function counter(
  isStream: boolean,
  mostBytes: number,
): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let size = 0;
  return new TransformStream({
    transform(chunk, controller) {
      // A message of a stream is one line.
      const end = isStream ? chunk.lastIndexOf(newline) : -1;
      size = end === -1 ? size + chunk.byteLength : chunk.byteLength - end - 1;
      if (size > mostBytes) controller.error(new Error(`it sent more than ${mostBytes / 1024 / 1024} MiB at once`));
      else controller.enqueue(chunk);
    },
  });
}
