import type { ChatMessage } from "../../agent/chat-message.ts";
import { type ChatModels, ModelError, type ModelFinish } from "../../agent/chat-model.ts";
import type { Exchange } from "../../agent/exchanges.ts";
import type { LiveEventBody } from "../../agent/live-event.ts";
import { summaryLimit } from "./limits.ts";
import { type SummaryWishes, summaryPrompt } from "./summary-prompt.ts";

export interface SummaryQuestion {
  readonly head: readonly Exchange[];
  readonly wishes: SummaryWishes;
  readonly models: readonly string[];
  /** What the model can read, in tokens. */
  readonly limit: number;
  readonly sessionId: string;
  readonly agent: string;
  readonly signal: AbortSignal;
}

export interface SummaryPorts {
  readonly models: Pick<ChatModels, "stream">;
  /** Shows hooks what is about to be sent to the model, as with every other call; they may change or refuse it. */
  readonly prepare: (
    messages: readonly ChatMessage[],
  ) => Promise<readonly ChatMessage[] | { readonly refused: string }>;
  /** Counts a call to which the model answered and tells hooks of it, before anything comes of the answer. */
  readonly answered: (finish: ModelFinish, text: string) => Promise<void>;
  readonly tell: (event: LiveEventBody) => void;
}

/** `error` is one sentence for a person. */
export type SummaryAnswer = { readonly summary: string } | { readonly error: string };

/** Our count of tokens is an estimate, and so is how much of the limit can be filled. */
const shares = [0.8, 0.4, 0.2];

/** Asks the model for a summary. What is too long for it is tried again with less; it never throws for what a model did. */
export async function askForSummary(question: SummaryQuestion, ports: SummaryPorts): Promise<SummaryAnswer> {
  const { head, wishes, limit } = question;
  let answer: SummaryAnswer = { error: "The conversation is too long to be summarised." };
  for (const share of shares) {
    const messages = await ports.prepare(summaryPrompt(head, wishes, limit * share - summaryLimit(limit)));
    if ("refused" in messages) return { error: messages.refused };
    try {
      return await readSummary(question, messages, ports);
    } catch (error) {
      answer = { error: error instanceof Error ? error.message : String(error) };
      if (!(error instanceof ModelError) || error.code !== "overflow" || question.signal.aborted) return answer;
    }
  }
  return answer;
}

async function readSummary(
  { models, limit, sessionId, agent, signal }: SummaryQuestion,
  messages: readonly ChatMessage[],
  ports: SummaryPorts,
): Promise<SummaryAnswer> {
  let text = "";
  let finish: ModelFinish | null = null;
  const conversation = { sessionId, agent: `${agent}:compaction` };
  const request = { models, messages, tools: [], signal, maxOutputTokens: summaryLimit(limit), conversation };
  for await (const event of ports.models.stream(request)) {
    switch (event.kind) {
      case "text":
        text += event.text;
        break;
      case "retry":
      case "fallback": {
        text = "";
        const next = event.kind === "retry" ? `${event.model} is asked again` : `${event.to} is asked instead`;
        const message = `${event.reason} ${next} for the summary.`;
        ports.tell({ kind: "notice", level: "warning", code: "model_retry", message });
        break;
      }
      case "finish":
        finish = event;
        break;
      // A summary is a text; what else a model does about it is of no use.
      case "thought":
      case "tool-call":
        break;
    }
  }
  const summary = text.trim();
  if (finish === null) return { error: "The model's answer has no end." };
  await ports.answered(finish, text);
  return summary === "" ? { error: "The model's summary is empty." } : { summary };
}
