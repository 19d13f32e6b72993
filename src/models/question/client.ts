import { setTimeout as delay } from "node:timers/promises";
import type { LanguageModelUsage } from "ai";
import type { ModelAnswer, ModelClient, ModelQuestion } from "../../engine/ask-model.ts";
import type { Usage } from "../../engine/effects.ts";
import type { Failure } from "../../engine/ports.ts";
import { listPrice } from "../prices.ts";
import { type Endpoint, type Environment, endpointOf } from "../providers.ts";
import { boundedFetch } from "./bounded-fetch.ts";
import { type Deadline, startDeadline } from "./deadline.ts";

export interface ModelClientOptions {
  /** Where keys and addresses come from; nothing else is asked for them. */
  readonly environment: Environment;
  readonly fetch?: typeof globalThis.fetch;
  /** In bytes. */
  readonly replyLimit?: number;
}

/** Makes a client for every provider there is; none of their code is loaded before a model is asked. */
export function createModelClient(options: ModelClientOptions): ModelClient {
  const { environment, fetch = globalThis.fetch, replyLimit = 1024 * 1024 } = options;
  return {
    ask: async (question) => {
      const endpoint = endpointOf(question.model, environment);
      if ("bad" in endpoint) return { kind: "failure", failure: "not-supported", detail: endpoint.bad };
      const deadline = startDeadline(question.timeoutMs, question.signal);
      try {
        // The provider's code is told to stop as well, but we do not wait for it to do so.
        return await Promise.race([
          deadline.reached,
          ask(question, endpoint, boundedFetch(fetch, replyLimit), deadline),
        ]);
      } finally {
        deadline.close();
      }
    },
  };
}

async function ask(
  question: ModelQuestion,
  endpoint: Endpoint,
  fetch: typeof globalThis.fetch,
  deadline: Deadline,
): Promise<ModelAnswer | Failure> {
  const [ai, { explainError }, { nextAttempt }] = await Promise.all([
    import("ai"),
    import("./explain-error.ts"),
    import("./next-attempt.ts"),
  ]);
  // The package prints warnings to the console otherwise, which belongs to the command line.
  globalThis.AI_SDK_LOG_WARNINGS = false;
  const model = await endpoint.open(fetch);
  let { schema } = question;
  for (let retries = 0; ; retries++) {
    try {
      const answer = await ai.generateText({
        model,
        system: question.system,
        prompt: question.prompt,
        maxRetries: 0,
        abortSignal: deadline.signal,
        // Asks for the shape and takes the text as it comes: reading it is the hook's business.
        ...(schema === null
          ? {}
          : {
              output: {
                ...ai.Output.object({ schema: ai.jsonSchema(schema.schema), name: schema.name }),
                parseCompleteOutput: async () => ({}),
              },
            }),
      });
      return answerOf(question.model, endpoint, answer);
    } catch (error) {
      const next = nextAttempt(error, { retries, timeLeftMs: deadline.leftMs(), asksForShape: schema !== null });
      if (next === null || deadline.signal.aborted) return explainError(error, endpoint);
      if (next.withoutShape) schema = null;
      await delay(next.afterMs, undefined, { signal: deadline.signal }).catch(() => undefined);
    }
  }
}

interface Generated {
  readonly text: string;
  readonly finishReason: string;
  readonly usage: LanguageModelUsage;
}

function answerOf(model: string, endpoint: Endpoint, { text, finishReason, usage }: Generated): ModelAnswer | Failure {
  const cost = usageOf(model, endpoint.price, usage);
  switch (finishReason) {
    case "length":
      return {
        kind: "failure",
        failure: "truncated",
        detail: "the model was cut off at its length limit",
        usage: cost,
      };
    case "content-filter":
      return { kind: "failure", failure: "unreadable", detail: "the provider withheld the answer", usage: cost };
    default:
      return { kind: "answer", text, usage: cost };
  }
}

function usageOf(model: string, price: Endpoint["price"], usage: LanguageModelUsage): Usage {
  const input = usage.inputTokens ?? null;
  const output = usage.outputTokens ?? null;
  const cached = usage.inputTokenDetails.cacheReadTokens ?? 0;
  const cost = { free: 0, unknown: null, list: listPrice(model, { input, cached, output }) }[price];
  return { model, input_tokens: input, output_tokens: output, cost };
}
