import type { HookResult } from "./hook-result.ts";

/** How often hooks ran, and what came of it. */
export interface Statistics {
  readonly total: number;
  readonly successful: number;
  readonly failed: number;
  readonly blocked: number;
  readonly async: number;
  readonly duration_ms: number;
}

export const noRuns: Statistics = Object.freeze({
  total: 0,
  successful: 0,
  failed: 0,
  blocked: 0,
  async: 0,
  duration_ms: 0,
});

/** Adds one run to the count. */
export function countRun(so: Statistics, result: HookResult, mode: "sync" | "async"): Statistics {
  return {
    total: so.total + 1,
    successful: so.successful + (result.success ? 1 : 0),
    failed: so.failed + (result.success ? 0 : 1),
    blocked: so.blocked + (result.should_block ? 1 : 0),
    async: so.async + (mode === "async" ? 1 : 0),
    duration_ms: Math.round((so.duration_ms + result.duration_ms) * 1000) / 1000,
  };
}
