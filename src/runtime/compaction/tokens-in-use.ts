import { conversationOf, estimateTokens } from "../../agent/conversation.ts";
import type { TranscriptEntry } from "../../agent/transcript.ts";
import type { TokenPressure } from "./limits.ts";

/**
 * How many tokens a conversation takes: what the provider counted with its last answer, and what has come since. Only the
 * session's own model calls count; those of the sessions that it delegated to are in transcripts of their own.
 */
export function tokensInUse(
  entries: readonly TranscriptEntry[],
): Pick<TokenPressure, "inputTokens" | "outputTokens" | "estimatedNew"> {
  const at = entries.findLastIndex(isMeasure);
  const last = entries[at];
  if (last?.type !== "usage" || last.content.usage === null)
    return { inputTokens: 0, outputTokens: 0, estimatedNew: estimateTokens(conversationOf(entries)) };
  const { input_tokens, output_tokens } = last.content.usage;
  const estimatedNew = entries.slice(at + 1).reduce((sum, entry) => sum + addedTokens(entry), 0);
  return { inputTokens: input_tokens, outputTokens: output_tokens, estimatedNew };
}

/** What was counted before a conversation was shortened or cleared says nothing of what it is now. */
function isMeasure({ type, content }: TranscriptEntry): boolean {
  if (type === "usage") return content.usage !== null;
  return type === "system" && (content.kind === "compaction" || content.kind === "cleared");
}

/** The model's own answer is among the tokens that it counted as its output. */
function addedTokens({ type, content }: TranscriptEntry): number {
  if (type !== "user_message" && type !== "tool_result") return 0;
  return estimateTokens([{ role: "user", content: content.text }]);
}
