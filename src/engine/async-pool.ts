/** Work that nobody waits for. */
export interface PoolTask {
  readonly run: (signal: AbortSignal) => undefined | Promise<void>;
  /** Called instead of `run` when the pool gives up before the task's turn. */
  readonly abandoned: () => void;
}

export interface AsyncPool {
  /** Takes the task, or answers false at once when the queue is full or the pool is closed. */
  readonly submit: (task: PoolTask) => boolean;
  /** Resolves when nothing is queued or running. */
  readonly idle: () => Promise<void>;
  /** Stops taking tasks and lets the rest finish; what has not by the deadline is canceled or abandoned. */
  readonly close: () => Promise<{ readonly abandoned: number }>;
  readonly depth: () => number;
  readonly capacity: number;
}

export interface PoolOptions {
  readonly workers?: number | undefined;
  readonly capacity?: number | undefined;
  readonly drainMs?: number | undefined;
  /** Told of what a task threw; the worker goes on. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

export const poolDefaults = { workers: 4, capacity: 64, drainMs: 10_000 } as const;

export function createAsyncPool(options: PoolOptions = {}): AsyncPool {
  const workers = positive(options.workers) ?? poolDefaults.workers;
  const capacity = positive(options.capacity) ?? poolDefaults.capacity;
  const drainMs = positive(options.drainMs) ?? poolDefaults.drainMs;
  const canceled = new AbortController();
  const queue: PoolTask[] = [];
  const waiting: (() => void)[] = [];
  let running = 0;
  /** Workers that have been started for a task of the queue and have not taken it yet. */
  let starting = 0;
  let closing: Promise<{ abandoned: number }> | null = null;

  function submit(task: PoolTask): boolean {
    if (closing) return false;
    if (running < workers) {
      running++;
      starting++;
      queue.push(task);
      void work();
    } else if (queue.length - starting < capacity) queue.push(task);
    else return false;
    return true;
  }

  async function work(): Promise<void> {
    // Yields before the first task starts, so that submitting costs the dispatcher nothing.
    await null;
    starting--;
    for (let task = queue.shift(); task; task = queue.shift()) {
      try {
        const done = task.run(canceled.signal);
        // Most hooks of this process are done by now, and every wait costs more than they do.
        if (done) await done;
      } catch (error) {
        options.onError?.(error);
      }
    }
    running--;
    if (running === 0) for (const resolve of waiting.splice(0)) resolve();
  }

  function idle(): Promise<void> {
    return running === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve));
  }

  async function drain(): Promise<{ abandoned: number }> {
    const late = Promise.withResolvers<"late">();
    const timer = setTimeout(() => late.resolve("late"), drainMs);
    const ended = await Promise.race([idle(), late.promise]);
    clearTimeout(timer);
    if (ended !== "late") return { abandoned: 0 };
    const left = queue.splice(0);
    for (const task of left) task.abandoned();
    canceled.abort(new Error("the hook pool is shutting down"));
    return { abandoned: left.length };
  }

  return {
    submit,
    idle,
    close: () => {
      closing ??= drain();
      return closing;
    },
    depth: () => queue.length - starting,
    capacity,
  };
}

function positive(value: number | undefined): number | undefined {
  return value !== undefined && value > 0 ? value : undefined;
}
