/** A message of a conversation with a model, in the field names that hooks on `model.pre_call` see and may rewrite. */
export type ChatMessage = SystemMessage | UserMessage | AssistantMessage | ToolMessage;

export interface SystemMessage {
  readonly role: "system";
  readonly content: string;
}

export interface UserMessage {
  readonly role: "user";
  readonly content: string;
}

export interface AssistantMessage {
  readonly role: "assistant";
  /** Empty when the model only called tools. */
  readonly content: string;
  readonly reasoning_content?: string;
  /** What the provider wants back with its next call, such as the signature of a thought; opaque to everybody else. */
  readonly provider_data?: unknown;
  readonly tool_calls?: readonly ChatToolCall[];
}

export interface ToolMessage {
  readonly role: "tool";
  readonly tool_call_id: string;
  readonly content: string;
  readonly is_error?: boolean;
}

export interface ChatToolCall {
  readonly id: string;
  readonly type: "function";
  readonly function: {
    readonly name: string;
    /** JSON text as the model wrote it; it need not be valid. */
    readonly arguments: string;
  };
  /** As in an assistant message. */
  readonly provider_data?: unknown;
}

/** Reads messages that a hook has rewritten. Answers with what is wrong when a model could not be sent them. */
export function readChatMessages(value: unknown): readonly ChatMessage[] | { readonly bad: string } {
  if (!Array.isArray(value)) return { bad: "messages is not a list" };
  for (const [index, message] of value.entries()) {
    const bad = whatIsWrong(message);
    if (bad !== null) return { bad: `messages[${index}] ${bad}` };
  }
  return value as readonly ChatMessage[];
}

function whatIsWrong(message: unknown): string | null {
  if (!isObject(message)) return "is not an object";
  const { role, content, tool_calls, tool_call_id } = message;
  if (role !== "system" && role !== "user" && role !== "assistant" && role !== "tool")
    return "has no role that we know";
  if (typeof content !== "string") return "has no text as its content";
  if (role === "tool" && typeof tool_call_id !== "string") return "does not say which tool call it answers";
  if (tool_calls === undefined || tool_calls === null) return null;
  const isCalls = Array.isArray(tool_calls) && tool_calls.every(isToolCall);
  return isCalls ? null : "has a tool call without id, name or arguments";
}

function isToolCall(value: unknown): boolean {
  if (!isObject(value) || typeof value.id !== "string" || !isObject(value.function)) return false;
  return typeof value.function.name === "string" && typeof value.function.arguments === "string";
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
