/** A reply that is longer than anything a hook could use. */
export class ReplyTooLarge extends Error {
  constructor(limit: number) {
    super(`the answer is larger than ${limit} bytes`);
    this.name = "ReplyTooLarge";
  }
}

/** A fetch that reads at most `limit` bytes of a reply, after decompression, and follows no redirect. */
export function boundedFetch(fetch: typeof globalThis.fetch, limit: number): typeof globalThis.fetch {
  return async (input, init) => {
    // A redirect would take the prompt and the key to a host nobody configured.
    const response = await fetch(input, { ...init, redirect: "error" });
    if (response.body === null) return response;
    return new Response(response.body.pipeThrough(counter(limit)), {
      status: response.status,
      statusText: response.statusText,
      headers: response.headers,
    });
  };
}

function counter(limit: number): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let size = 0;
  return new TransformStream({
    transform(chunk, controller) {
      size += chunk.byteLength;
      if (size > limit) controller.error(new ReplyTooLarge(limit));
      else controller.enqueue(chunk);
    },
  });
}
