import type { AssistantMessage, ChatMessage, ToolMessage } from "./chat-message.ts";
import type { TranscriptEntry } from "./transcript.ts";
import { type Answer, type AnsweredCall, type Utterance, Utterances } from "./utterances.ts";

/**
 * What is kept or put away as a whole when a conversation is shortened: a message of the user, or an answer of the agent
 * together with the results of all its calls.
 */
export interface Exchange {
  /** The sequence of its first entry; null for a summary, which stands for entries that are no longer looked at. */
  readonly from: number | null;
  readonly messages: readonly ChatMessage[];
}

/** The conversation that a transcript stands for, in the pieces that belong together. */
export function exchangesOf(entries: readonly TranscriptEntry[]): Exchange[] {
  const { summary, kept } = rememberedOf(entries);
  const said = new Utterances(kept)
    .all()
    .map((utterance) => ({ from: utterance.from, messages: messagesOf(utterance) }));
  return [...(summary === null ? [] : [{ from: null, messages: [summary] }]), ...said].filter(
    ({ messages }) => messages.length > 0,
  );
}

export interface Remembered {
  /** Stands for what was put away. */
  readonly summary: ChatMessage | null;
  readonly kept: readonly TranscriptEntry[];
}

/** What has neither been cleared nor summarised. */
export function rememberedOf(entries: readonly TranscriptEntry[]): Remembered {
  let summary: ChatMessage | null = null;
  let from = 0;
  for (const { type, content, sequence } of entries) {
    if (type !== "system") continue;
    if (content.kind === "cleared") {
      summary = null;
      from = sequence + 1;
    } else if (content.kind === "compaction") {
      summary = { role: "user", content: summaryText(content.summary) };
      // What has been put away once does not come back.
      from = Math.max(from, content.keep_from);
    }
  }
  return { summary, kept: from === 0 ? entries : entries.filter(({ sequence }) => sequence >= from) };
}

function summaryText(summary: string): string {
  return `The conversation was shortened here. This is a summary of everything before:\n\n${summary}`;
}

/** True for an entry after which some of what came before is no longer part of the conversation. */
export function putsAway({ type, content }: TranscriptEntry): boolean {
  return type === "system" && (content.kind === "cleared" || content.kind === "compaction");
}

/** An utterance as messages; none for an answer that says nothing, which providers refuse. */
export function messagesOf(utterance: Utterance): readonly ChatMessage[] {
  const isBlank = utterance.text.trim() === "";
  if (utterance.kind === "user") {
    // Providers refuse a message without text, and leaving it out could leave an answer without its question.
    return [{ role: "user", content: isBlank ? "(no text)" : utterance.text }];
  }
  if (isBlank && utterance.calls.length === 0) return [];
  return [answerMessage(utterance), ...utterance.calls.map(resultMessage)];
}

function answerMessage({ text, thought, providerData, calls }: Answer): AssistantMessage {
  const hasData = providerData !== undefined;
  return {
    role: "assistant",
    content: text.trim() === "" ? "" : text,
    // A thought is only of use to a provider that can tell by its own data that the thought is genuine.
    ...(hasData && thought !== "" && { reasoning_content: thought }),
    ...(hasData && { provider_data: providerData }),
    ...(calls.length > 0 && { tool_calls: calls.map(({ call }) => call) }),
  };
}

function resultMessage({ call, result }: AnsweredCall): ToolMessage {
  const { text, isError } = result ?? { text: "No result is known.", isError: true };
  return { role: "tool", tool_call_id: call.id, content: text, ...(isError && { is_error: true }) };
}
