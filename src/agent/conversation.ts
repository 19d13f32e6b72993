import type { ChatMessage } from "./chat-message.ts";
import { messagesOf, putsAway, rememberedOf } from "./exchanges.ts";
import type { TranscriptEntry } from "./transcript.ts";
import { type Utterance, Utterances } from "./utterances.ts";

/** A conversation that goes on. What has been put together once is not put together again with every model call. */
export interface Conversation {
  readonly add: (entry: TranscriptEntry) => void;
  /** What the model is sent. Every provider accepts the messages in this order. */
  readonly messages: () => ChatMessage[];
}

/** The messages for the model that a transcript stands for. */
export function conversationOf(entries: readonly TranscriptEntry[]): ChatMessage[] {
  return createConversation(entries).messages();
}

/** Takes up the conversation of a transcript, to be told of every entry that comes after. */
export function createConversation(earlier: readonly TranscriptEntry[] = []): Conversation {
  let { summary, kept } = rememberedOf(earlier);
  let entries = [...kept];
  let utterances = new Utterances(entries);
  const written = createMessageList();

  function putAway(): void {
    ({ summary, kept } = rememberedOf(entries));
    entries = [...kept];
    utterances = new Utterances(entries);
  }

  return {
    add: (entry) => {
      entries.push(entry);
      if (putsAway(entry)) putAway();
      else utterances.add(entry);
    },
    messages: () => {
      const messages = written.of(utterances.all());
      return summary === null ? messages : [summary, ...messages];
    },
  };
}

/** Turns utterances into messages, and does so again only from the first one on that has changed since. */
function createMessageList(): { readonly of: (utterances: readonly Utterance[]) => ChatMessage[] } {
  const messages: ChatMessage[] = [];
  const known: { readonly utterance: Utterance; readonly start: number }[] = [];
  return {
    of: (utterances) => {
      let at = 0;
      while (at < known.length && known[at]?.utterance === utterances[at]) at++;
      messages.length = known[at]?.start ?? messages.length;
      known.length = at;
      for (const utterance of utterances.slice(at)) {
        known.push({ utterance, start: messages.length });
        messages.push(...messagesOf(utterance));
      }
      return messages.slice();
    },
  };
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
