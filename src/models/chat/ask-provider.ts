import type { ModelEvent, ModelRequest } from "../../agent/chat-model.ts";
import type { Endpoint } from "../providers.ts";
import { createAnswerReader } from "./answer-reader.ts";
import type { ChatLimits } from "./chat-limits.ts";
import { explainFailure } from "./explain-failure.ts";
import type { StreamOptions } from "./provider-model.ts";
import { streamFetch } from "./stream-fetch.ts";
import { type StreamWatch, watchStream } from "./stream-watch.ts";
import { toPrompt } from "./to-prompt.ts";

/** After its end an answer may take this long to close the connection, which is then used again. */
const closingMs = 500;

export interface AskOptions {
  readonly fetch: typeof globalThis.fetch;
  readonly limits: ChatLimits;
}

/** Asks a provider once. Throws a `ModelFailure`; the connection is closed whenever the answer was not read to its end. */
export async function* askProvider(
  model: string,
  endpoint: Endpoint,
  request: ModelRequest,
  { fetch, limits }: AskOptions,
): AsyncGenerator<ModelEvent, void> {
  using watch = watchStream(request.signal, limits);
  const { answerBytes } = limits;
  const provider = model.slice(0, model.indexOf("/"));
  try {
    const opened = endpoint.open(streamFetch(fetch, { answerBytes, onBytes: watch.onBytes }));
    const { stream } = await watch.until(
      opened.then((providerModel) => providerModel.doStream(streamOptions(request, provider, watch))),
    );
    const parts = stream.getReader();
    const answer = createAnswerReader({ model, provider, price: endpoint.price, answerBytes });
    for (let isEnding = false; ; ) {
      const { done, value } = await watch.until(parts.read()).catch((error: unknown) => {
        if (!isEnding || request.signal.aborted) throw error;
        return { done: true as const, value: undefined };
      });
      if (done) break;
      const event = answer.read(value);
      if (event !== null) yield event;
      if (value.type === "finish") {
        isEnding = true;
        watch.hurry(closingMs);
      }
    }
    yield answer.end();
  } catch (error) {
    throw explainFailure(error, model, endpoint);
  }
}

function streamOptions(request: ModelRequest, provider: string, { signal }: StreamWatch): StreamOptions {
  const { messages, tools, maxOutputTokens = 0 } = request;
  return {
    prompt: toPrompt(messages, provider),
    abortSignal: signal,
    // Calls are waited for, so let the provider see to it that their arguments are JSON.
    providerOptions: { anthropic: { toolStreaming: false } },
    ...(maxOutputTokens > 0 && { maxOutputTokens }),
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, inputSchema }) => ({
        type: "function" as const,
        name,
        description,
        inputSchema,
      })),
    }),
  };
}
