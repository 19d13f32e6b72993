import type { ChatMessage, ChatToolCall } from "./chat-message.ts";

/** The port between the agent loop and the model providers. */
export interface ChatModels {
  /**
   * Asks a model and streams its answer, which ends with one `finish`. Whatever goes wrong is thrown as a `ModelError`, also
   * in the middle of an answer. Retries and models to fall back on are handled here and told as events.
   */
  readonly stream: (request: ModelRequest) => AsyncIterable<ModelEvent>;
  /** What is known of a model without asking it; `bad` says why it cannot be asked at all (no key, no such provider, no file). */
  readonly describe: (model: string) => ModelFacts | { readonly bad: string };
}

export interface ModelRequest {
  /** `provider/model`, the preferred one first; the others are asked in turn when it fails for good. */
  readonly models: readonly string[];
  readonly messages: readonly ChatMessage[];
  readonly tools: readonly ToolDescription[];
  readonly signal: AbortSignal;
  /** 0 leaves it to the provider. */
  readonly maxOutputTokens?: number;
  /** Which conversation this is, so that a scripted model knows where in its script it is. */
  readonly conversation: { readonly sessionId: string; readonly agent: string };
}

export interface ToolDescription {
  readonly name: string;
  readonly description: string;
  /** A JSON Schema of an object. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

export interface ModelFacts {
  /** In tokens; null when nobody knows. */
  readonly contextLimit: number | null;
  /** True for a model that reads from a script. It must be told apart from a real one wherever it is named. */
  readonly isScripted: boolean;
  /** Where it is asked, for `unload` and for people; null for a scripted one. */
  readonly baseUrl: string | null;
}

export type ModelEvent =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "thought"; readonly text: string }
  /** Complete; models that stream arguments are waited for. */
  | { readonly kind: "tool-call"; readonly call: ChatToolCall }
  /** The same model is asked again after `afterMs`. What came so far of this answer is void. */
  | { readonly kind: "retry"; readonly model: string; readonly afterMs: number; readonly reason: string }
  /** The next model of the list is asked. What came so far of this answer is void. */
  | { readonly kind: "fallback"; readonly from: string; readonly to: string; readonly reason: string }
  | ModelFinish;

export interface ModelFinish {
  readonly kind: "finish";
  /** The model that answered. */
  readonly model: string;
  readonly reason: "stop" | "tool-calls" | "length" | "content-filter" | "other";
  /** Null when the provider did not say. */
  readonly usage: ModelUsage | null;
  /** An estimate in US dollars: 0 when it runs on this machine, null when there is none. */
  readonly cost: number | null;
  /** To be handed back with the assistant's message. */
  readonly providerData?: unknown;
}

export interface ModelUsage {
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cached_input_tokens: number;
  readonly cached_write_tokens: number;
  readonly reasoning_tokens: number;
}

export const modelErrorCodes = [
  "canceled",
  "overflow",
  "rate-limited",
  "refused",
  "not-found",
  "unreachable",
  "unreadable",
  "not-supported",
] as const;
/**
 * Why a model gave no answer. `overflow`: the conversation is longer than it can read. `refused`: key, quota or content.
 * `not-supported`: it cannot be asked at all, as set up here.
 */
export type ModelErrorCode = (typeof modelErrorCodes)[number];

/** All models of a request failed, or it was canceled. The message is one sentence for a person and holds no secret. */
export class ModelError extends Error {
  override readonly name = "ModelError";
  readonly code: ModelErrorCode;
  readonly model: string;
  constructor(code: ModelErrorCode, model: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.model = model;
  }
}
