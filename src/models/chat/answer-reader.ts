import type { ModelEvent, ModelFinish, ModelUsage } from "../../agent/chat-model.ts";
import { listPrice } from "../prices.ts";
import type { Endpoint } from "../providers.ts";
import { ReplyTooLarge } from "../question/bounded-fetch.ts";
import type { AnswerData, CallData } from "./provider-data.ts";
import type { ProviderOptions, StreamFinish, StreamPart } from "./provider-model.ts";
import { CutOff, ErrorInStream } from "./stream-trouble.ts";
import { boundedArguments } from "./tool-arguments.ts";

/** No model means to do more at once, and somebody may have to approve each of them. */
const mostCalls = 1000;

/** Reads one streamed answer, part by part. */
export interface AnswerReader {
  /** What a part tells, if anything. Throws when it is an error or more than can be kept. */
  readonly read: (part: StreamPart) => ModelEvent | null;
  /** Throws when the answer ended before it was complete. */
  readonly end: () => ModelFinish;
}

export interface AnswerReaderOptions {
  readonly model: string;
  readonly provider: string;
  readonly price: Endpoint["price"];
  readonly answerBytes: number;
}

export function createAnswerReader({ model, provider, price, answerBytes }: AnswerReaderOptions): AnswerReader {
  const thoughts = new Map<string, { text: string; options: ProviderOptions | undefined }>();
  let textOptions: ProviderOptions | undefined;
  let size = 0;
  let hasBegun = false;
  let calls = 0;
  const streamed = new Set<string>();
  let finish: StreamFinish | null = null;

  function grow(text: string): void {
    size += Buffer.byteLength(text);
    if (size > answerBytes) throw new ReplyTooLarge(answerBytes);
  }

  function think(id: string, text: string, options: ProviderOptions | undefined): ModelEvent | null {
    const known = thoughts.get(id) ?? { text: "", options: undefined };
    thoughts.set(id, { text: known.text + text, options: merged(known.options, options) });
    return text === "" ? null : { kind: "thought", text };
  }

  function read(part: StreamPart): ModelEvent | null {
    switch (part.type) {
      case "error":
        // All that can be wrong after the end is how the connection is closed.
        if (finish !== null) return null;
        // An answer without its end is one that was cut off, whatever the package calls it.
        if (isMissingEnd(part.error)) throw new CutOff(hasBegun);
        throw new ErrorInStream(part.error);
      case "text-start":
      case "text-end":
        textOptions = merged(textOptions, part.providerMetadata);
        return null;
      case "text-delta":
        grow(part.delta);
        textOptions = merged(textOptions, part.providerMetadata);
        return part.delta === "" ? null : { kind: "text", text: part.delta };
      case "reasoning-start":
      case "reasoning-end":
        return think(part.id, "", part.providerMetadata);
      case "reasoning-delta":
        grow(part.delta);
        return think(part.id, part.delta, part.providerMetadata);
      case "tool-input-delta":
        streamed.add(part.id);
        grow(part.delta);
        return null;
      case "tool-call": {
        // Tools that the provider runs itself are not offered, so there is nobody to answer such a call.
        if (part.providerExecuted) return null;
        if (++calls > mostCalls) throw new Error(`it wants more than ${mostCalls} tool calls at once`);
        const { toolCallId: id, toolName: name, input, providerMetadata: options } = part;
        // Most have come in pieces before, which were counted.
        if (!streamed.has(id)) grow(input);
        const data: CallData | null = options ? { provider, options } : null;
        const call = { id, type: "function" as const, function: { name, arguments: boundedArguments(input) } };
        return { kind: "tool-call", call: data === null ? call : { ...call, provider_data: data } };
      }
      case "finish":
        finish = part;
        return null;
      default:
        return null;
    }
  }

  function answerData(): AnswerData | undefined {
    const signed = [...thoughts.values()].flatMap(({ text, options }) => (options ? [{ text, options }] : []));
    if (signed.length === 0 && textOptions === undefined) return undefined;
    return {
      provider,
      ...(signed.length > 0 && { thoughts: signed }),
      ...(textOptions && { text_options: textOptions }),
    };
  }

  return {
    read: (part) => {
      if (part.type !== "stream-start" && part.type !== "error" && part.type !== "finish") hasBegun = true;
      return read(part);
    },
    end: () => {
      if (finish === null) throw new CutOff(hasBegun);
      const { unified, raw } = finish.finishReason;
      // Google's package reports an end even when there was none.
      if (raw === undefined && (unified === "other" || unified === "error")) throw new CutOff(hasBegun);
      if (unified === "error") throw new ErrorInStream({ type: raw, message: `its answer ended with ${raw}` });
      const usage = usageOf(finish);
      const data = answerData();
      return {
        kind: "finish",
        model,
        reason: reasonOf(finish, calls > 0),
        usage,
        cost: costOf(model, price, usage),
        ...(data && { providerData: data }),
      };
    },
  };
}

function merged(known: ProviderOptions | undefined, more: ProviderOptions | undefined): ProviderOptions | undefined {
  if (!more || !known) return more ?? known;
  const names = new Set([...Object.keys(known), ...Object.keys(more)]);
  return Object.fromEntries([...names].map((name) => [name, { ...known[name], ...more[name] }]));
}

function isMissingEnd(error: unknown): boolean {
  return error instanceof Error && error.name === "AI_InvalidResponseDataError" && /finish reason/.test(error.message);
}

function reasonOf({ finishReason }: StreamFinish, hasCalls: boolean): ModelFinish["reason"] {
  const { unified } = finishReason;
  // Many servers say that a model is done when it waits for the result of a call.
  if (hasCalls && (unified === "stop" || unified === "other")) return "tool-calls";
  if (!hasCalls && unified === "tool-calls") return "stop";
  return unified === "error" ? "other" : unified;
}

function usageOf({ usage: { inputTokens, outputTokens } }: StreamFinish): ModelUsage | null {
  if (inputTokens.total === undefined && outputTokens.total === undefined) return null;
  return {
    input_tokens: inputTokens.total ?? 0,
    output_tokens: outputTokens.total ?? 0,
    cached_input_tokens: inputTokens.cacheRead ?? 0,
    cached_write_tokens: inputTokens.cacheWrite ?? 0,
    reasoning_tokens: outputTokens.reasoning ?? 0,
  };
}

function costOf(model: string, price: Endpoint["price"], usage: ModelUsage | null): number | null {
  if (price !== "list") return price === "free" ? 0 : null;
  if (usage === null) return null;
  const { input_tokens: input, output_tokens: output, cached_input_tokens: cached } = usage;
  return listPrice(model, { input, output, cached, written: usage.cached_write_tokens });
}
