import type { ProviderOptions } from "./provider-model.ts";

/** What is kept with an assistant's message for the provider that gave it. Others do not get to see it. */
export interface AnswerData {
  readonly provider: string;
  /** In order, each with what proves that the model really had it. */
  readonly thoughts?: readonly Thought[];
  readonly text_options?: ProviderOptions;
}

export interface Thought {
  readonly text: string;
  readonly options: ProviderOptions;
}

/** What is kept with a tool call. */
export interface CallData {
  readonly provider: string;
  readonly options: ProviderOptions;
}

/** Reads it back from a transcript, or from a hook; what does not look like ours is left out. */
export function readAnswerData(
  data: unknown,
  provider: string,
): { readonly thoughts: readonly Thought[]; readonly textOptions: ProviderOptions | null } {
  if (!isObject(data) || data.provider !== provider) return { thoughts: [], textOptions: null };
  const thoughts = Array.isArray(data.thoughts) ? data.thoughts.filter(isThought) : [];
  return { thoughts, textOptions: isOptions(data.text_options) ? data.text_options : null };
}

export function readCallData(data: unknown, provider: string): ProviderOptions | null {
  if (!isObject(data) || data.provider !== provider) return null;
  return isOptions(data.options) ? data.options : null;
}

function isThought(value: unknown): value is Thought {
  return isObject(value) && typeof value.text === "string" && isOptions(value.options);
}

function isOptions(value: unknown): value is ProviderOptions {
  return isObject(value) && Object.values(value).every(isObject);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
