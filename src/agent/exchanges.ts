import type { AssistantMessage, ChatMessage, ToolMessage } from "./chat-message.ts";
import type { TranscriptEntry } from "./transcript.ts";
import { type Answer, type AnsweredCall, readUtterances, type Utterance } from "./utterances.ts";

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
  const { summary, kept } = remembered(entries);
  const exchanges: Exchange[] = [];
  if (summary !== null) exchanges.push({ from: null, messages: [{ role: "user", content: summaryText(summary) }] });
  const idFor = uniqueIds();
  for (const utterance of mergeAnswers(readUtterances(kept).filter(isSaid)))
    exchanges.push({ from: utterance.from, messages: messagesOf(utterance, idFor) });
  return exchanges;
}

function summaryText(summary: string): string {
  return `The conversation was shortened here. This is a summary of everything before:\n\n${summary}`;
}

/** What has neither been cleared nor summarised. */
function remembered(entries: readonly TranscriptEntry[]): {
  readonly summary: string | null;
  readonly kept: readonly TranscriptEntry[];
} {
  const at = entries.findLastIndex(({ type, content }) => type === "system" && isMarker(content.kind));
  const marker = entries[at];
  if (marker?.type !== "system" || marker.content.kind !== "compaction")
    return { summary: null, kept: entries.slice(at + 1) };
  const { summary, keep_from } = marker.content;
  return { summary, kept: entries.filter(({ sequence }) => sequence >= keep_from) };
}

function isMarker(kind: string): boolean {
  return kind === "cleared" || kind === "compaction";
}

/** Providers refuse answers that say nothing. */
function isSaid(utterance: Utterance): boolean {
  return utterance.kind === "user" || utterance.calls.length > 0 || utterance.text.trim() !== "";
}

/** An answer that broke off and the one that took its place count as one: two in a row are not what models expect. */
function mergeAnswers(utterances: readonly Utterance[]): Utterance[] {
  const merged: Utterance[] = [];
  for (const next of utterances) {
    const last = merged.at(-1);
    if (last?.kind === "answer" && last.calls.length === 0 && next.kind === "answer") {
      const text = [last.text, next.text].filter((part) => part.trim() !== "").join("\n\n");
      merged[merged.length - 1] = { ...next, from: last.from, text };
    } else merged.push(next);
  }
  return merged;
}

/** Some models count their calls anew with each answer, while others refuse a conversation in which an id comes twice. */
function uniqueIds(): (id: string) => string {
  const used = new Set<string>();
  return (id) => {
    let unique = id;
    for (let copy = 2; used.has(unique); copy++) unique = `${id}_${copy}`;
    used.add(unique);
    return unique;
  };
}

function messagesOf(utterance: Utterance, idFor: (id: string) => string): readonly ChatMessage[] {
  if (utterance.kind === "user") {
    // Providers refuse a message without text, and leaving it out could leave an answer without its question.
    return [{ role: "user", content: utterance.text.trim() === "" ? "(no text)" : utterance.text }];
  }
  const calls = utterance.calls.map(({ call, result }) => ({ call: { ...call, id: idFor(call.id) }, result }));
  return [answerMessage(utterance, calls), ...calls.map(resultMessage)];
}

function answerMessage({ text, thought, providerData }: Answer, calls: readonly AnsweredCall[]): AssistantMessage {
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
