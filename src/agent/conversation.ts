import type { ChatMessage } from "./chat-message.ts";
import { exchangesOf } from "./exchanges.ts";
import type { TranscriptEntry } from "./transcript.ts";

/** The messages for the model that a transcript stands for. Every provider accepts them in this order. */
export function conversationOf(entries: readonly TranscriptEntry[]): ChatMessage[] {
  return exchangesOf(entries).flatMap(({ messages }) => messages);
}

const charactersPerToken = 4;
const tokensPerMessage = 5;

/** About how many tokens messages take: one for four characters, and a few for each message. */
export function estimateTokens(messages: readonly ChatMessage[]): number {
  return messages.reduce((sum, message) => sum + tokensOf(message), 0);
}

function tokensOf(message: ChatMessage): number {
  let characters = message.content.length;
  if (message.role === "assistant") {
    characters += message.reasoning_content?.length ?? 0;
    for (const { function: called } of message.tool_calls ?? [])
      characters += called.name.length + called.arguments.length;
  }
  return Math.floor(characters / charactersPerToken) + tokensPerMessage;
}
