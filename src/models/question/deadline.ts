import type { Failure } from "../../engine/ports.ts";

export interface Deadline {
  readonly signal: AbortSignal;
  /** Resolves when time is up or the caller has given up; never rejects. */
  readonly reached: Promise<Failure>;
  readonly leftMs: () => number;
  readonly close: () => void;
}

/** Bounds one question: whatever a provider does, there is an answer or a failure by then. */
export function startDeadline(timeoutMs: number, canceled: AbortSignal | null): Deadline {
  const abort = new AbortController();
  const end = performance.now() + timeoutMs;
  const { promise, resolve } = Promise.withResolvers<Failure>();
  const stop = (failure: Failure): void => {
    resolve(failure);
    abort.abort();
  };
  const onCancel = (): void => stop({ kind: "failure", failure: "killed", detail: "it was canceled" });
  const timer = setTimeout(() => {
    stop({ kind: "failure", failure: "timed-out", detail: `the model gave no answer within ${timeoutMs} ms` });
  }, timeoutMs);
  canceled?.addEventListener("abort", onCancel);
  if (canceled?.aborted) onCancel();
  return {
    signal: abort.signal,
    reached: promise,
    leftMs: () => end - performance.now(),
    close: () => {
      clearTimeout(timer);
      canceled?.removeEventListener("abort", onCancel);
    },
  };
}
