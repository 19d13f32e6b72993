import type { AssistantMessage, ChatMessage, ChatToolCall } from "../../agent/chat-message.ts";
import { readAnswerData, readCallData } from "./provider-data.ts";
import type { Prompt, PromptMessage, ProviderOptions } from "./provider-model.ts";

type AssistantPart = Extract<PromptMessage, { role: "assistant" }>["content"][number];

/** What has to be known of the conversation to turn one of its messages. */
interface Surroundings {
  readonly provider: string;
  readonly toolNames: ReadonlyMap<string, string>;
  /** True for system messages before all others. */
  readonly isInFront: boolean;
  readonly isInThisTurn: boolean;
}

/** Turns a conversation into what the provider's package takes. */
export function toPrompt(messages: readonly ChatMessage[], provider: string): Prompt {
  const toolNames = toolNamesIn(messages);
  const frontEnds = messages.findIndex(({ role }) => role !== "system");
  const turnBegins = messages.findLastIndex(({ role }) => role === "user");
  const prompt = messages.flatMap((message, index) =>
    toPromptMessage(message, {
      provider,
      toolNames,
      isInFront: frontEnds === -1 || index < frontEnds,
      isInThisTurn: index > turnBegins,
    }),
  );
  const joined = withResultsTogether(prompt);
  return provider === "anthropic" ? withCacheMarks(joined) : joined;
}

function toolNamesIn(messages: readonly ChatMessage[]): ReadonlyMap<string, string> {
  const calls = messages.flatMap((message) => (message.role === "assistant" ? (message.tool_calls ?? []) : []));
  return new Map(calls.map((call) => [call.id, call.function.name]));
}

function toPromptMessage(message: ChatMessage, around: Surroundings): PromptMessage[] {
  const { provider, toolNames, isInFront, isInThisTurn } = around;
  switch (message.role) {
    case "system":
      return system(message.content, isInFront || provider === "openai");
    case "user":
      return message.content === "" ? [] : [user(message.content)];
    case "assistant": {
      const content = assistantParts(message, provider, isInThisTurn);
      return content.length === 0 ? [] : [{ role: "assistant", content }];
    }
    case "tool": {
      const { tool_call_id: id, content: value, is_error: isError } = message;
      const output = { type: isError ? ("error-text" as const) : ("text" as const), value };
      const toolName = toolNames.get(id) ?? "tool";
      return [{ role: "tool", content: [{ type: "tool-result", toolCallId: idFor(provider, id), toolName, output }] }];
    }
  }
}

/** Only OpenAI takes a system message anywhere; to the others it is said where it stands, as part of the conversation. */
function system(content: string, isTaken: boolean): PromptMessage[] {
  if (content === "") return [];
  return [isTaken ? { role: "system", content } : user(`<system>\n${content}\n</system>`)];
}

function user(text: string): PromptMessage {
  return { role: "user", content: [{ type: "text", text }] };
}

function assistantParts(message: AssistantMessage, provider: string, isInThisTurn: boolean): AssistantPart[] {
  const { thoughts, textOptions } = readAnswerData(message.provider_data, provider);
  const parts: AssistantPart[] = thoughts.map(({ text, options }) => ({
    type: "reasoning",
    text,
    providerOptions: options,
  }));
  // Models without signatures want their thoughts back while they work, and refuse those of earlier turns.
  const isPlain = provider !== "anthropic" && provider !== "google";
  if (isPlain && isInThisTurn && message.reasoning_content) {
    parts.push({ type: "reasoning", text: message.reasoning_content });
  }
  // An empty text is refused by some.
  if (message.content !== "") {
    parts.push({ type: "text", text: message.content, ...(textOptions && { providerOptions: textOptions }) });
  }
  for (const call of message.tool_calls ?? []) parts.push(toolCall(call, provider));
  return parts;
}

function toolCall(call: ChatToolCall, provider: string): AssistantPart {
  const options = readCallData(call.provider_data, provider);
  return {
    type: "tool-call",
    toolCallId: idFor(provider, call.id),
    toolName: call.function.name,
    input: argumentsOf(call.function.arguments),
    ...(options && { providerOptions: options }),
  };
}

/** Providers only take objects; what a model wrote instead of one is shown back to it. */
function argumentsOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text === "" ? "{}" : text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Not JSON.
  }
  return { unreadable_arguments: text };
}

/** Anthropic refuses ids that other providers give, which it meets when it takes over from them. */
function idFor(provider: string, id: string): string {
  return provider === "anthropic" ? id.replaceAll(/[^\w-]/g, "_") : id;
}

/** Google wants the results of calls that were made together in one message. */
function withResultsTogether(prompt: Prompt): Prompt {
  const joined: Prompt = [];
  for (const message of prompt) {
    const last = joined.at(-1);
    if (message.role === "tool" && last?.role === "tool") last.content.push(...message.content);
    else joined.push(message);
  }
  return joined;
}

/** What stays the same from call to call is read from Anthropic's cache, at a tenth of the price, when it is marked. */
function withCacheMarks(prompt: Prompt): Prompt {
  const mark: ProviderOptions = { anthropic: { cacheControl: { type: "ephemeral" } } };
  const lastSystem = prompt.findLastIndex(({ role }) => role === "system");
  return prompt.map((message, index) =>
    index === lastSystem || (index === prompt.length - 1 && message.role !== "assistant")
      ? { ...message, providerOptions: mark }
      : message,
  );
}
