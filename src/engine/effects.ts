/** What one reply asks for, in words that all dialects share. An empty object means: ran, and has no opinion. */
export interface Effects {
  /** Tells effects apart from the other replies. */
  readonly kind?: undefined;
  readonly decision?: "deny" | "ask" | "allow";
  readonly reason?: string;
  /** Fields of the event's patch schema, its control fields (`deny`, `deny_reason`, `cancel`) included. */
  readonly patch?: Readonly<Record<string, unknown>>;
  readonly contexts?: readonly ContextText[];
  readonly messages?: readonly Message[];
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** One more turn, with this as the next user message. */
  readonly continue?: { readonly message: string };
  /** End the run. */
  readonly stop?: { readonly reason: string };
  /** No hook after this one is asked, because its dialect ends the chain with such an answer. */
  readonly final?: boolean;
  /** What answering cost, for hooks that ask a model. */
  readonly usage?: Usage;
  /** Parts of the reply that mean nothing to us. They change nothing and are never silent. */
  readonly unread?: readonly string[];
}

export interface ContextText {
  readonly text: string;
  readonly lifetime: "turn" | "session";
}

export interface Message {
  readonly level: "info" | "warning" | "error";
  readonly text: string;
}

export interface Usage {
  readonly model: string;
  readonly input_tokens: number | null;
  readonly output_tokens: number | null;
  /** An estimate in US dollars; null when there is none. */
  readonly cost: number | null;
}

export const noEffects: Effects = Object.freeze({});
