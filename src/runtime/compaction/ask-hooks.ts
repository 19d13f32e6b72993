import type { EventPayload } from "../../catalog/catalog.ts";
import type { SessionHooks } from "../session-hooks.ts";

/** A compaction as hooks are told of it. */
export interface Plan {
  /** `manual`, `auto`, `overflow` or `tool_overflow`. */
  readonly trigger: string;
  readonly reason: string;
  readonly strategy: string;
}

/** In the field names of the payloads. */
export interface Tokens {
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly context_limit?: number;
}

type ContextBlocks = NonNullable<EventPayload<"context.pre_compact">["context_blocks"]>;

/** What hooks agreed to. */
export interface Agreement {
  /** As hooks have changed it. */
  readonly plan: Plan;
  readonly blocks: ContextBlocks;
  /** For whoever writes the summary. */
  readonly notes: readonly string[];
  /** The summary that a hook brings; null leaves it to the model. */
  readonly summary: string | null;
}

/** Asks hooks whether a conversation may be shortened, and how. */
export async function askHooks(
  proposed: Plan,
  instructions: string,
  tokens: Tokens,
  hooks: SessionHooks,
  signal: AbortSignal,
): Promise<Agreement | { readonly refused: string }> {
  const fields = { ...proposed, context_blocks: [], custom_instructions: instructions };
  const before = await hooks.fire("context.pre_compact", fields, { signal });
  if (before.decision === "deny") return refusal(before);
  if (signal.aborted) return { refused: "" };
  const { reason, strategy, context_blocks } = before.payload;
  const plan = {
    trigger: proposed.trigger,
    reason: reason || proposed.reason,
    strategy: strategy || proposed.strategy,
  };
  const compacting = await hooks.fire("context.compacting", { ...plan, ...tokens }, { signal });
  if (compacting.decision === "deny") return refusal(compacting);
  const blocks = context_blocks ?? [];
  const summary = compacting.payload.summary ?? "";
  return {
    plan,
    blocks,
    notes: [...before.contexts.map(({ text }) => text), ...blocks.map(blockText)],
    summary: summary.trim() === "" ? null : summary,
  };
}

function refusal({ event, reason }: { readonly event: string; readonly reason: string | null }) {
  return { refused: reason?.trim() || `A hook on ${event} does not want it, and gave no reason.` };
}

function blockText({ kind, text }: ContextBlocks[number]): string {
  return [kind, text].filter(Boolean).join(": ");
}
