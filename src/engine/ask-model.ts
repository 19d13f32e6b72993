import type { Usage } from "./effects.ts";
import type { Failure } from "./ports.ts";

/** What a hook asks a language model, and what comes back: the port between those who ask and the model providers. */
export interface ModelClient {
  /** Asks once. Whatever goes wrong is a failure with a name; it never throws. */
  readonly ask: (question: ModelQuestion) => Promise<ModelAnswer | Failure>;
}

export interface ModelQuestion {
  /** `provider/model`. */
  readonly model: string;
  readonly system: string;
  readonly prompt: string;
  /** The shape to ask for, where the provider can be held to one. The answer is text all the same. */
  readonly schema: AnswerSchema | null;
  readonly signal: AbortSignal | null;
  /** For everything together, further attempts included. */
  readonly timeoutMs: number;
}

export interface AnswerSchema {
  readonly name: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

/** Untrusted text, and what it cost. */
export interface ModelAnswer {
  readonly kind: "answer";
  readonly text: string;
  readonly usage: Usage;
}
