import { ModelFailure } from "./model-failure.ts";

export interface Patience {
  readonly retries: number;
  readonly leftMs: number;
  readonly firstPauseMs: number;
  /** Between 0 and 1. */
  readonly random: () => number;
}

const longestPauseMs = 30_000;

/** How long to wait before a model is asked again after an error; null when it is not. */
export function pauseBefore(error: unknown, { retries, leftMs, firstPauseMs, random }: Patience): number | null {
  if (!(error instanceof ModelFailure) || error.retry === null || retries >= error.retry.most) return null;
  const pause = error.retry.afterMs ?? backoff(retries, firstPauseMs, random);
  // Told to wait longer than our patience, we say so at once instead of asking in vain.
  return pause <= leftMs ? Math.round(pause) : null;
}

/** Doubles each time. Up to half of it is left to chance, so that many clients do not come back at the same moment. */
function backoff(retries: number, firstPauseMs: number, random: () => number): number {
  const full = Math.min(firstPauseMs * 2 ** retries, longestPauseMs);
  return full * (0.5 + random() / 2);
}
