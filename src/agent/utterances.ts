import type { ChatToolCall } from "./chat-message.ts";
import type { Entry, TranscriptEntry } from "./transcript.ts";

/** What one side of a conversation said at once. Never changed: what comes later makes another one of it. */
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
  /** With an id that no other call of the conversation has. */
  readonly call: ChatToolCall;
  /** As the model wrote it. */
  readonly writtenId: string;
  /** Null when none was recorded. */
  readonly result: { readonly text: string; readonly isError: boolean } | null;
}

type Content<T extends Entry["type"]> = Extract<Entry, { type: T }>["content"];

/** Puts together who said what while entries come in. Results that no call is known of are left out. */
export class Utterances {
  readonly #said: Utterance[] = [];
  readonly #ids = new Set<string>();
  /** How often each id has come, so that the next copy need not be looked for from the first. */
  readonly #copies = new Map<string, number>();
  /** Whether further calls belong to the last utterance. */
  #isOpen = false;
  #hasResults = false;
  #thought: { readonly from: number; readonly text: string } | null = null;

  constructor(entries: readonly TranscriptEntry[]) {
    for (const entry of entries) this.add(entry);
  }

  all(): readonly Utterance[] {
    return this.#said;
  }

  add(entry: TranscriptEntry): void {
    const { sequence } = entry;
    switch (entry.type) {
      case "user_message":
        this.#said.push({ kind: "user", from: sequence, text: entry.content.text });
        this.#isOpen = false;
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
        this.#call(sequence, entry.content);
        return;
      case "tool_result": {
        const { tool_call_id, text, is_error } = entry.content;
        this.#hasResults = true;
        this.#settle(tool_call_id, { text, isError: is_error });
        return;
      }
      case "usage":
        // Recorded once for each model call: after results it says that what follows is another answer.
        if (this.#hasResults) this.#isOpen = false;
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

  #begin(sequence: number, text: string, providerData: unknown): Answer {
    const thought = this.#thought;
    const from = thought?.from ?? sequence;
    const next: Answer = { kind: "answer", from, text, thought: thought?.text ?? "", providerData, calls: [] };
    const last = this.#said.at(-1);
    // An answer that broke off and the one that took its place count as one: two in a row are not what models expect.
    const answer = last?.kind === "answer" && last.calls.length === 0 ? merged(last, next) : next;
    this.#said[answer === next ? this.#said.length : this.#said.length - 1] = answer;
    this.#isOpen = true;
    this.#thought = null;
    this.#hasResults = false;
    return answer;
  }

  #call(sequence: number, content: Content<"tool_call">): void {
    const last = this.#said.at(-1);
    // An answer without a text need not have been recorded as a message.
    const answer = this.#isOpen && last?.kind === "answer" ? last : this.#begin(sequence, "", undefined);
    const { tool_call_id: writtenId, tool_name, arguments: written, provider_data } = content;
    const call: ChatToolCall = {
      id: this.#unused(writtenId),
      type: "function",
      function: { name: tool_name, arguments: written },
      ...(provider_data !== undefined && { provider_data }),
    };
    this.#said[this.#said.length - 1] = { ...answer, calls: [...answer.calls, { call, writtenId, result: null }] };
  }

  /** Some models count their calls anew with each answer, while others refuse a conversation in which an id comes twice. */
  #unused(id: string): string {
    let unused = id;
    let copy = this.#copies.get(id) ?? 1;
    while (this.#ids.has(unused)) unused = `${id}_${++copy}`;
    this.#ids.add(unused);
    this.#copies.set(id, copy);
    return unused;
  }

  #settle(id: string, result: AnsweredCall["result"]): void {
    this.#change(
      (call) => call.writtenId === id && call.result === null,
      (call) => ({ ...call, result }),
    );
  }

  #replace(id: string, text: string): void {
    this.#change(
      (call) => call.writtenId === id && call.result !== null,
      (call) => ({ ...call, result: { text, isError: call.result?.isError ?? false } }),
    );
  }

  /** Changes the call that fits. Because ids are used again in later answers, it is looked for from the end. */
  #change(fits: (call: AnsweredCall) => boolean, change: (call: AnsweredCall) => AnsweredCall): void {
    for (let at = this.#said.length - 1; at >= 0; at--) {
      const answer = this.#said[at];
      const found = answer?.kind === "answer" ? answer.calls.findIndex(fits) : -1;
      if (answer?.kind !== "answer" || found < 0) continue;
      const calls = answer.calls.map((call, index) => (index === found ? change(call) : call));
      this.#said[at] = { ...answer, calls };
      return;
    }
  }
}

function merged(last: Answer, next: Answer): Answer {
  const text = [last.text, next.text].filter((part) => part.trim() !== "").join("\n\n");
  return { ...next, from: last.from, text, providerData: next.providerData ?? last.providerData };
}
