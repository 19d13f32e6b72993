import type { ModelUsage } from "../../agent/chat-model.ts";
import type { SessionTotals } from "../../agent/session.ts";

/** What a turn or a session has used up. */
export interface Spent {
  readonly steps: number;
  readonly toolCalls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** In US dollars; null when the price of some of it is not known. */
  readonly cost: number | null;
}

export const nothingSpent: Spent = Object.freeze({ steps: 0, toolCalls: 0, inputTokens: 0, outputTokens: 0, cost: 0 });

export function spentOf(totals: SessionTotals): Spent {
  return {
    steps: totals.steps,
    toolCalls: totals.tool_calls,
    inputTokens: totals.input_tokens,
    outputTokens: totals.output_tokens,
    cost: totals.cost,
  };
}

export function withUsage(spent: Spent, usage: ModelUsage | null, cost: number | null): Spent {
  return {
    ...spent,
    inputTokens: spent.inputTokens + (usage?.input_tokens ?? 0),
    outputTokens: spent.outputTokens + (usage?.output_tokens ?? 0),
    cost: spent.cost === null || cost === null ? null : spent.cost + cost,
  };
}

/** For instance `3 steps, 2 tool calls · 12.3k tokens in, 420 out · $0.0123`. */
export function spentText(spent: Spent): string {
  return [
    `${count(spent.steps, "step")}, ${count(spent.toolCalls, "tool call")}`,
    `${tokenText(spent.inputTokens)} tokens in, ${tokenText(spent.outputTokens)} out`,
    costText(spent.cost),
  ].join(" · ");
}

/** Dollars, with as many places as it takes to see a small sum. */
export function costText(cost: number | null): string {
  if (cost === null) return "cost not known";
  if (cost === 0) return "$0";
  if (cost < 0.0001) return "less than $0.0001";
  return `$${cost.toFixed(cost < 1 ? 4 : 2)}`;
}

/** `950`, `12.3k`, `1.2M`. */
export function tokenText(tokens: number): string {
  if (tokens < 1000) return String(tokens);
  // 999,950 and more would round to 1000.0k.
  if (tokens < 999_950) return `${(tokens / 1000).toFixed(1)}k`;
  return `${(tokens / 1_000_000).toFixed(1)}M`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
