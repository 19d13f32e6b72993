/** A duration as a person reads it: `0.4ms`, `12ms`, `1.2s`. */
export function durationText(ms: number): string {
  if (ms >= 1000) return `${(ms / 1000).toFixed(1)}s`;
  if (ms >= 10 || ms === 0) return `${Math.round(ms)}ms`;
  return `${ms.toFixed(1)}ms`;
}
