import type { Dispatch } from "./dispatch-state.ts";
import { callFollowed, type Nesting } from "./nesting.ts";
import type { Failure, NativeContext, NativeFunction, NativeReply, Reply } from "./ports.ts";

/*
 * In-process hooks are the hot path: nothing is serialised, and what most hooks never look at (an abort signal, a timer,
 * a second promise) is not made for them. What a hook throws, the engine records as its failure.
 */

type Fields = Readonly<Record<string, unknown>>;

/** Calls a hook that is a function of this process. Replies synchronously when the function does. */
export function callNative(
  state: Dispatch,
  run: NativeFunction,
  timeoutMs: number,
  payload: Fields,
  signal: AbortSignal | null,
): Reply | Promise<Reply> {
  const { nesting } = state;
  if (timeoutMs <= 0 && signal === null) {
    state.context ??= new HookContext(nesting);
    return callFollowed(nesting, run, payload, state.context);
  }
  if (signal?.aborted) return canceled();
  const context = new HookContext(nesting);
  const returned = callFollowed(nesting, run, payload, context);
  return isPromise(returned) ? bounded(returned, context, timeoutMs, signal) : returned;
}

/** Waits for the function until its time is up or the dispatch is canceled; what it says after that is not heard. */
function bounded(
  returned: Promise<NativeReply>,
  context: HookContext,
  timeoutMs: number,
  signal: AbortSignal | null,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      clearTimeout(deadline);
      signal?.removeEventListener("abort", cancel);
    };
    const stop = (reply: Reply) => {
      context.abort();
      settle();
      resolve(reply);
    };
    const expire = () => stop(failed("timed-out", `it gave no answer within ${timeoutMs} ms`));
    const cancel = () => stop(canceled());
    const deadline = timeoutMs > 0 ? setTimeout(expire, Math.min(timeoutMs, 0x7fff_ffff)) : undefined;
    signal?.addEventListener("abort", cancel, { once: true });
    // The function itself may have canceled it before it had to wait for anything.
    if (signal?.aborted) cancel();
    returned.finally(settle).then(resolve, reject);
  });
}

/** Makes its signal only for hooks that look at it. */
export class HookContext implements NativeContext {
  readonly nesting: Nesting;
  private controller: AbortController | null = null;
  private isAborted = false;

  constructor(nesting: Nesting) {
    this.nesting = nesting;
  }

  get event(): string {
    return this.nesting.event;
  }

  get depth(): number {
    return this.nesting.depth;
  }

  get signal(): AbortSignal {
    if (this.controller === null) {
      this.controller = new AbortController();
      if (this.isAborted) this.controller.abort();
    }
    return this.controller.signal;
  }

  abort(): void {
    this.isAborted = true;
    this.controller?.abort();
  }
}

function isPromise(value: NativeReply | Promise<NativeReply>): value is Promise<NativeReply> {
  return typeof (value as Promise<NativeReply> | undefined)?.then === "function";
}

function canceled(): Failure {
  return failed("killed", "it was canceled");
}

function failed(failure: Failure["failure"], detail: string): Failure {
  return { kind: "failure", failure, detail };
}
