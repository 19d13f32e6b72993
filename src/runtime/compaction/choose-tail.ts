import { estimateTokens } from "../../agent/conversation.ts";
import { type Exchange, exchangesOf } from "../../agent/exchanges.ts";
import type { TranscriptEntry } from "../../agent/transcript.ts";
import { tailLimit } from "./limits.ts";

/** A conversation, cut in two. */
export interface Cut {
  /** What a summary has to stand for. */
  readonly head: readonly Exchange[];
  /** What is kept as it is. */
  readonly tail: readonly Exchange[];
  /** The sequence of the first entry that is kept. */
  readonly keepFrom: number;
}

/**
 * Cuts a conversation so that its newest part stays within the limit. The tail begins with a message of the user or the
 * agent, and no call is cut off from its result. When all of it would fit, nothing is kept: else nothing would be gained.
 */
export function chooseTail(entries: readonly TranscriptEntry[], limit: number | null): Cut {
  const exchanges = exchangesOf(entries);
  const afterAll = (entries.at(-1)?.sequence ?? 0) + 1;
  const budget = tailLimit(limit);
  let start = exchanges.length;
  for (let used = 0; start > 0; start--) {
    const { from, messages } = exchanges[start - 1] as Exchange;
    used += estimateTokens(messages);
    if (from === null || used > budget) break;
  }
  const isCut = exchanges.slice(0, start).some(({ from }) => from !== null);
  const at = isCut ? start : exchanges.length;
  const tail = exchanges.slice(at);
  return { head: exchanges.slice(0, at), tail, keepFrom: tail[0]?.from ?? afterAll };
}
