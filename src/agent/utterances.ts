import type { ChatToolCall } from "./chat-message.ts";
import type { Entry, TranscriptEntry } from "./transcript.ts";

/** What one side of a conversation said at once. */
export type Utterance = UserText | Answer;

export interface UserText {
  readonly kind: "user";
  /** The sequence of its first entry. */
  readonly from: number;
  readonly text: string;
}

export interface Answer {
  readonly kind: "answer";
  readonly from: number;
  readonly text: string;
  readonly thought: string;
  readonly providerData: unknown;
  readonly calls: readonly AnsweredCall[];
}

export interface AnsweredCall {
  readonly call: ChatToolCall;
  /** Null when none was recorded. */
  readonly result: { readonly text: string; readonly isError: boolean } | null;
}

/** Puts together who said what. Results that no call is known of are left out. */
export function readUtterances(entries: readonly TranscriptEntry[]): Utterance[] {
  const reader = new Reader();
  for (const entry of entries) reader.read(entry);
  return reader.utterances;
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };
type DraftCall = Mutable<AnsweredCall>;
type DraftAnswer = Omit<Answer, "calls"> & { readonly calls: DraftCall[] };
type Content<T extends Entry["type"]> = Extract<Entry, { type: T }>["content"];

class Reader {
  readonly utterances: (UserText | DraftAnswer)[] = [];
  /** The answer that further calls belong to. */
  #open: DraftAnswer | null = null;
  #thought: { readonly from: number; readonly text: string } | null = null;
  #hasResults = false;

  read(entry: TranscriptEntry): void {
    const { sequence } = entry;
    switch (entry.type) {
      case "user_message":
        this.utterances.push({ kind: "user", from: sequence, text: entry.content.text });
        this.#open = null;
        this.#thought = null;
        return;
      case "thought": {
        const { from, text } = this.#thought ?? { from: sequence, text: "" };
        this.#thought = { from, text: text + entry.content.text };
        return;
      }
      case "agent_message":
        this.#begin(sequence, entry.content.text, entry.content.provider_data);
        return;
      case "tool_call":
        // An answer without a text need not have been recorded as a message.
        (this.#open ?? this.#begin(sequence, "", undefined)).calls.push({ call: callOf(entry.content), result: null });
        return;
      case "tool_result":
        this.#settle(entry.content);
        return;
      case "usage":
        // Recorded once for each model call: after results it says that what follows is another answer.
        if (this.#hasResults) this.#open = null;
        return;
      case "system":
        if (entry.content.kind === "result_replaced") this.#replace(entry.content.tool_call_id, entry.content.text);
        return;
      case "permission":
      case "error":
      case "done":
      case "session_stopped":
        return;
    }
  }

  #begin(sequence: number, text: string, providerData: unknown): DraftAnswer {
    const thought = this.#thought;
    const from = thought?.from ?? sequence;
    const answer: DraftAnswer = { kind: "answer", from, text, thought: thought?.text ?? "", providerData, calls: [] };
    this.utterances.push(answer);
    this.#open = answer;
    this.#thought = null;
    this.#hasResults = false;
    return answer;
  }

  #settle({ tool_call_id, text, is_error }: Content<"tool_result">): void {
    this.#hasResults = true;
    const call = this.#newest((one) => one.call.id === tool_call_id && one.result === null);
    if (call) call.result = { text, isError: is_error };
  }

  #replace(id: string, text: string): void {
    const call = this.#newest((one) => one.call.id === id && one.result !== null);
    if (call?.result) call.result = { ...call.result, text };
  }

  /** Models use the id of a call again in later answers, so what fits is looked for from the end. */
  #newest(fits: (call: DraftCall) => boolean): DraftCall | undefined {
    for (let at = this.utterances.length - 1; at >= 0; at--) {
      const utterance = this.utterances[at];
      const found = utterance?.kind === "answer" ? utterance.calls.find(fits) : undefined;
      if (found) return found;
    }
    return undefined;
  }
}

function callOf({ tool_call_id, tool_name, arguments: written, provider_data }: Content<"tool_call">): ChatToolCall {
  return {
    id: tool_call_id,
    type: "function",
    function: { name: tool_name, arguments: written },
    ...(provider_data !== undefined && { provider_data }),
  };
}
