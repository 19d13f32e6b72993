import { APICallError } from "ai";
import { causesOf, isBrokenConnection } from "../chat/error-chain.ts";
import { pauseAskedFor } from "../chat/pause-asked-for.ts";

const mostRetries = 2;

export interface Attempt {
  readonly retries: number;
  readonly timeLeftMs: number;
  readonly asksForShape: boolean;
}

/** What to do after an error: ask again, perhaps later or without a shape, or give up (null). */
export function nextAttempt(error: unknown, attempt: Attempt): { afterMs: number; withoutShape: boolean } | null {
  const { retries, timeLeftMs, asksForShape } = attempt;
  if (retries >= mostRetries || !APICallError.isInstance(error)) return null;
  // Many servers speak this protocol without knowing about shapes, and refuse what they do not know.
  if (asksForShape && (error.statusCode === 400 || error.statusCode === 422)) return { afterMs: 0, withoutShape: true };
  if (!error.isRetryable && !causesOf(error).some(isBrokenConnection)) return null;
  const afterMs = pauseAskedFor(error.responseHeaders ?? {}) ?? 250 * 2 ** retries;
  // Told to wait longer than there is time, we say so at once instead of timing out.
  return afterMs < timeLeftMs ? { afterMs, withoutShape: false } : null;
}
