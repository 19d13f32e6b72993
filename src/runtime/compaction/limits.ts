/** How full a conversation is, in tokens. */
export interface TokenPressure {
  /** As the provider counted them at the last model call. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** What has been added since. */
  readonly estimatedNew: number;
  /** What the model can read; null when nobody knows. */
  readonly limit: number | null;
  readonly threshold?: number;
}

/** True when a conversation has become so long that it should be shortened before the model is asked again. */
export function needsCompaction({
  inputTokens,
  outputTokens,
  estimatedNew,
  limit,
  threshold = 0.9,
}: TokenPressure): boolean {
  if (limit === null || limit <= 0) return false;
  return inputTokens + outputTokens + estimatedNew > threshold * limit;
}

/** How many tokens of the newest messages are kept as they are. */
export function tailLimit(limit: number | null): number {
  return limit === null ? 20_000 : Math.min(20_000, Math.floor(limit / 5));
}

/** How many tokens a summary may have. */
export function summaryLimit(limit: number): number {
  return Math.min(16_000, Math.floor(limit / 4));
}
