import type { SystemEntry, TranscriptEntry } from "../../agent/transcript.ts";
import type { SessionHooks } from "../session-hooks.ts";
import { askForSummary, type SummaryPorts } from "./ask-for-summary.ts";
import { type Agreement, askHooks, type Tokens } from "./ask-hooks.ts";
import { type Cut, chooseTail } from "./choose-tail.ts";

/** What sets a compaction off: the user, the tokens before a model call, the model's refusal, the results of tools. */
export type CompactionTrigger = "manual" | "auto" | "overflow" | "tool_overflow";

export interface CompactionRequest {
  readonly trigger: CompactionTrigger;
  readonly entries: readonly TranscriptEntry[];
  readonly sessionId: string;
  readonly agent: string;
  /** The models to ask for a summary, the preferred one first. */
  readonly models: readonly string[];
  /** What the model can read, in tokens; null when nobody knows. */
  readonly contextLimit: number | null;
  /** Of the last model call. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** What the user wants of the summary. */
  readonly instructions?: string;
  readonly signal: AbortSignal;
}

export interface CompactionPorts extends SummaryPorts {
  readonly hooks: SessionHooks;
  /** Records the entry with which the conversation is shorter from now on. */
  readonly apply: (entry: CompactionEntry) => Promise<void>;
}

export type CompactionEntry = Extract<SystemEntry, { kind: "compaction" }>;

export type CompactionResult =
  | {
      readonly outcome: "applied";
      readonly reason: string;
      readonly entry: CompactionEntry;
      readonly summary: string;
    }
  /** `reason` is one sentence for a person. */
  | { readonly outcome: "skipped" | "failed"; readonly reason: string };

const reasons: Readonly<Record<CompactionTrigger, string>> = {
  manual: "manual",
  auto: "threshold",
  overflow: "overflow",
  tool_overflow: "threshold",
};

/** Shortens a conversation, unless a hook does not want it. Never rejects for what a model or a hook did. */
export async function compact(request: CompactionRequest, ports: CompactionPorts): Promise<CompactionResult> {
  const { trigger, signal } = request;
  const tellEnd = (reason: string, outcome: CompactionResult["outcome"], summary: string | null) =>
    ports.tell({ kind: "compaction_ended", reason, outcome, summary });
  try {
    const result = await attempt(request, ports);
    const { outcome, reason } = result;
    if (outcome === "applied") tellEnd(reason, outcome, result.summary);
    else {
      const message = `The conversation was not shortened. ${reason}`;
      // Whoever canceled it knows that already.
      if (!signal.aborted) ports.tell({ kind: "notice", level: "warning", code: `compaction_${outcome}`, message });
      tellEnd(reasons[trigger], outcome, null);
    }
    return result;
  } catch (error) {
    tellEnd(reasons[trigger], "failed", null);
    throw error;
  }
}

async function attempt(request: CompactionRequest, ports: CompactionPorts): Promise<CompactionResult> {
  const { trigger, entries, contextLimit, signal, instructions = "" } = request;
  const cut = chooseTail(entries, contextLimit);
  if (!cut.head.some(({ from }) => from !== null)) return notDone("skipped", "There is nothing to shorten yet.");

  const proposed = { trigger, reason: reasons[trigger], strategy: "full" };
  const tokens = tokensOf(request);
  const agreed = await askHooks(proposed, instructions, tokens, ports.hooks, signal);
  if (signal.aborted) return notDone("skipped", wasCanceled);
  if ("refused" in agreed) return notDone("skipped", agreed.refused);
  const { plan, blocks } = agreed;
  if (agreed.summary === null && contextLimit === null) return notDone("skipped", unknownLimit(request));

  ports.tell({ kind: "compaction_started", reason: plan.reason });
  const answer = await summaryFor(request, cut, agreed, ports);
  // A turn that was canceled must not change anything any more.
  if (signal.aborted) return notDone("skipped", wasCanceled);
  if ("error" in answer) return notDone("failed", answer.error);

  const { summary } = answer;
  const entry: CompactionEntry = {
    kind: "compaction",
    summary,
    keep_from: cut.keepFrom,
    reason: plan.reason,
    input_tokens: request.inputTokens,
  };
  await ports.apply(entry);
  // It has happened, so hooks are told whatever becomes of the turn.
  await ports.hooks.fire("context.post_compact", { ...plan, ...tokens, context_blocks: blocks, summary });
  return { outcome: "applied", reason: plan.reason, entry, summary };
}

async function summaryFor(request: CompactionRequest, cut: Cut, agreed: Agreement, ports: CompactionPorts) {
  const { models, sessionId, agent, signal, contextLimit, instructions = "" } = request;
  const { plan, notes, summary } = agreed;
  if (summary !== null || contextLimit === null) return { summary: summary ?? "" };
  const { reason, strategy } = plan;
  const wishes = { reason, strategy, instructions, notes, keepsTail: cut.tail.length > 0 };
  return askForSummary({ head: cut.head, wishes, models, limit: contextLimit, sessionId, agent, signal }, ports);
}

function tokensOf({ inputTokens, outputTokens, contextLimit }: CompactionRequest): Tokens {
  return {
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    ...(contextLimit !== null && { context_limit: contextLimit }),
  };
}

const wasCanceled = "It was canceled.";

function notDone(outcome: "skipped" | "failed", reason: string): CompactionResult {
  return { outcome, reason };
}

function unknownLimit({ models: [model = "the model"] }: CompactionRequest): string {
  return `Nobody knows how much ${model} can read, so there is no telling how much a summary may hold. Set the context limit in the agent's file, or let a hook on context.compacting bring a summary.`;
}
