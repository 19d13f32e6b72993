import type { ModelErrorCode } from "../../agent/chat-model.ts";

/** What a scripted model says, in the keys of its file. */
export interface ModelScript extends AgentScript {
  /** What other agents than the first one say, by name. Whoever is not named here goes by `answers`. */
  readonly agents?: Readonly<Record<string, AgentScript>>;
  /** How many tokens it pretends to be able to read, to try out compaction. */
  readonly context_limit?: number;
  /** For all answers that do not say it themselves. */
  readonly delay_ms?: number;
  readonly chunk?: number;
  readonly chunk_delay_ms?: number;
}

export interface AgentScript {
  /** Given one after the other. */
  readonly answers?: readonly ScriptedAnswer[];
  /** The answer when it is asked to sum up its conversation. */
  readonly compaction_summary?: string;
}

export interface ScriptedAnswer {
  /** Passed over unless it holds. */
  readonly when?: ScriptCondition;
  readonly thought?: string;
  readonly text?: string;
  readonly tool_calls?: readonly ScriptedCall[];
  /** Before the answer begins. */
  readonly delay_ms?: number;
  /** Text and thought come in pieces of so many characters; 0 means in one. */
  readonly chunk?: number;
  /** Before each piece. */
  readonly chunk_delay_ms?: number;
  readonly usage?: { readonly input_tokens?: number; readonly output_tokens?: number };
  readonly finish?: ScriptedFinish;
  readonly error?: ScriptedError;
}

export interface ScriptCondition {
  /** The last message of the conversation, whoever wrote it, has this text in it. */
  readonly last_message_contains?: string;
  readonly last_message_lacks?: string;
}

export interface ScriptedCall {
  readonly name: string;
  /** A table, or text that need not be JSON. */
  readonly arguments?: Readonly<Record<string, unknown>> | string;
  readonly id?: string;
}

export interface ScriptedError {
  readonly code: ScriptedErrorCode;
  readonly message?: string;
  /** How many attempts fail before the answer is given; 1 unless said otherwise. */
  readonly times?: number;
  /** Fail after the text instead of before it. */
  readonly after_text?: boolean;
  /** The pause that the model asks for before it is asked again; 100 unless said otherwise. */
  readonly retry_after_ms?: number;
}

export const scriptedErrorCodes = [
  "overflow",
  "rate-limited",
  "refused",
  "not-found",
  "unreachable",
  "unreadable",
] as const satisfies readonly ModelErrorCode[];
export type ScriptedErrorCode = (typeof scriptedErrorCodes)[number];

export const scriptedFinishes = ["stop", "tool-calls", "length", "content-filter", "other"] as const;
export type ScriptedFinish = (typeof scriptedFinishes)[number];
