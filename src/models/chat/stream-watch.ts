import { Stalled } from "./stream-trouble.ts";

/** Watches over one attempt: it ends when the caller gives up or nothing comes, whatever the provider's code does. */
export interface StreamWatch extends Disposable {
  readonly signal: AbortSignal;
  /** Waits for a step of the attempt; rejects at once when the attempt is over. One at a time. */
  readonly until: <T>(step: Promise<T>) => Promise<T>;
  /** Something came. */
  readonly onBytes: () => void;
  /** From now on nothing may take longer than this. */
  readonly hurry: (ms: number) => void;
}

export function watchStream(
  canceled: AbortSignal,
  { beginMs, idleMs }: { readonly beginMs: number; readonly idleMs: number },
): StreamWatch {
  const abort = new AbortController();
  let giveUp: ((reason: unknown) => void) | null = null;
  let hasBegun = false;
  let timer = startTimer(beginMs);

  function startTimer(ms: number): NodeJS.Timeout {
    // A caller that is slow to take what came is no reason to give up: time counts only while we wait.
    return setTimeout(() => giveUp && end(new Stalled(ms)), ms);
  }
  function limitTo(ms: number): void {
    clearTimeout(timer);
    timer = startTimer(ms);
  }
  function end(reason: unknown): void {
    abort.abort(reason);
    giveUp?.(reason);
  }
  const onCancel = (): void => end(canceled.reason);
  canceled.addEventListener("abort", onCancel);
  if (canceled.aborted) onCancel();

  return {
    signal: abort.signal,
    until: async (step) => {
      timer.refresh();
      try {
        return await new Promise((resolve, reject) => {
          giveUp = reject;
          step.then(resolve, reject);
          if (abort.signal.aborted) reject(abort.signal.reason);
        });
      } finally {
        giveUp = null;
      }
    },
    onBytes: () => {
      if (hasBegun) timer.refresh();
      else limitTo(idleMs);
      hasBegun = true;
    },
    hurry: limitTo,
    [Symbol.dispose]: () => {
      clearTimeout(timer);
      canceled.removeEventListener("abort", onCancel);
      // Closes the connection of an answer that was not read to its end.
      abort.abort();
    },
  };
}
