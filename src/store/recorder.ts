import type { RunRecord } from "../engine/run.ts";
import { Problem } from "../errors/problem.ts";
import type { Redactor } from "../lib/redact/redact.ts";
import { recordProblem } from "./check-run.ts";
import { type Cell, pushRow, storedRun } from "./run-row.ts";

/** Keeps runs behind the verdict: `record` only takes note, writing happens later and elsewhere. */
export interface Recorder {
  /** Says that runs are about to be recorded, so that dying before the first of them does not go unnoticed. */
  announce(): void;
  /** Takes a run and returns at once. Never throws. */
  record(record: RunRecord): void;
  /** Resolves when everything recorded so far is durable; rejects with a `Problem` if it cannot be for now. */
  flush(): Promise<void>;
  /** Writes everything and lets go of the file; rejects with a `Problem` that counts what could not be written. */
  close(): Promise<void>;
  /** Runs that were not kept because too many were waiting. */
  readonly dropped: number;
  health(): RecorderHealth;
}

export interface RecorderHealth {
  /** `failing`: the last attempt to write did not succeed; what waits is tried again. */
  readonly state: "ok" | "failing" | "closed";
  readonly problem: Problem | null;
  /** Runs that are not durable yet. */
  readonly waiting: number;
  readonly dropped: number;
  /** Runs that could not be kept as they were given; the last reason is in `refusal`. */
  readonly refused: number;
  readonly refusal: Problem | null;
}

/** Runs on their way to the file, as one flat list of cells. */
export interface Batch {
  readonly cells: readonly Cell[];
  readonly runs: number;
  /** How many runs had been dropped by then, so that the loss itself is on record. */
  readonly dropped: number;
}

/** Where batches go. A batch may be handed over again after a failure and must be kept once. */
export interface Sink {
  /** Leaves a trace of the writer before it has written anything; what goes wrong shows with the first batch. */
  announce(): void;
  /** Makes the batch durable; rejects with a `Problem`. `isLast`: `close` is all that can follow. */
  write(batch: Batch, isLast: boolean): Promise<void>;
  /** The same for all that is left, on a process that is ending: no promise would be answered any more. */
  writeLast(batches: readonly Batch[]): void;
  close(): Promise<void>;
}

export interface RecorderOptions {
  /** How long a run may wait for company. Absent: until the current turn of the event loop ends. */
  readonly delayMs?: number;
  /** Beyond so many waiting runs new ones are dropped and counted. */
  readonly maxWaiting?: number;
  /** How long `close` keeps trying. */
  readonly closeWithinMs?: number;
  /** What takes secrets out of everything that is kept; by default one that knows the rules and no values. */
  readonly redactor?: Redactor;
}

const runsPerBatch = 256;
const batchesInFlight = 2;
const firstRetryMs = 50;
const lastRetryMs = 5_000;

/** Batches runs for a sink. */
export function createRecorder(sink: Sink, options: RecorderOptions = {}): Recorder {
  const { delayMs, maxWaiting = 65_536, closeWithinMs = 10_000, redactor } = options;
  let queue: RunRecord[] = [];
  /** Batches that are not durable yet, oldest first, with the number of their first run. */
  const inFlight = new Map<Batch, number>();
  /** Callers of `flush`, with the number of runs that must be durable. */
  const waiters = new Map<PromiseWithResolvers<void>, number>();
  /** Ends the pause before a retry. */
  const retries = new Set<() => void>();
  let isScheduled = false;
  let recorded = 0;
  let taken = 0;
  let waiting = 0;
  let dropped = 0;
  let refused = 0;
  let refusal: Problem | null = null;
  let problem: Problem | null = null;
  let closing: Promise<void> | null = null;
  let state: "open" | "closing" | "closed" = "open";

  function record(run: RunRecord): void {
    if (state !== "open" || waiting >= maxWaiting) {
      dropped++;
      return;
    }
    queue.push(run);
    recorded++;
    waiting++;
    if (!isScheduled) schedule();
  }

  function schedule(): void {
    isScheduled = true;
    if (delayMs === undefined) setImmediate(send);
    // Does not keep the process alive: the last batch is written when it exits.
    else setTimeout(send, delayMs).unref();
  }

  function send(): void {
    isScheduled = false;
    while (queue.length > 0 && inFlight.size < batchesInFlight) {
      const first = taken;
      const batch = nextBatch();
      inFlight.set(batch, first);
      void deliver(batch);
    }
  }

  function nextBatch(): Batch {
    const runs = queue.length <= runsPerBatch ? queue : queue.slice(0, runsPerBatch);
    queue = runs === queue ? [] : queue.slice(runsPerBatch);
    taken += runs.length;
    const cells: Cell[] = [];
    for (const run of runs) {
      const fit = recordable(run);
      if (fit) pushRow(cells, storedRun(fit, redactor));
    }
    return { cells, runs: runs.length, dropped };
  }

  /** No run is lost for want of a proper session: it is kept without one, like a run that never had any. */
  function recordable(given: RunRecord): RunRecord | null {
    const run = given.session_id === "" ? { ...given, session_id: null } : given;
    const wrong = recordProblem(run);
    if (!wrong) return run;
    refused++;
    refusal = wrong;
    return wrong.code === "SESSION_ID_UNSAFE" ? { ...run, session_id: null } : null;
  }

  async function deliver(batch: Batch): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      try {
        await sink.write(batch, state === "closing" && queue.length === 0 && inFlight.size === 1);
        break;
      } catch (error) {
        problem = asProblem(error);
        for (const waiter of waiters.keys()) waiter.reject(problem);
        waiters.clear();
        await pause(Math.min(firstRetryMs * 2 ** attempt, lastRetryMs));
        if (state === "closed") return;
      }
    }
    problem = null;
    inFlight.delete(batch);
    waiting -= batch.runs;
    send();
    answerWaiters();
  }

  function answerWaiters(): void {
    const [oldest = taken] = inFlight.values();
    for (const [waiter, target] of waiters) {
      if (target > oldest) continue;
      waiter.resolve();
      waiters.delete(waiter);
    }
  }

  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        retries.delete(wake);
        resolve();
      };
      // A store that cannot be written must not keep the process alive; `close` has its own clock.
      const timer = setTimeout(wake, ms).unref();
      retries.add(wake);
    });
  }

  function flush(): Promise<void> {
    send();
    for (const wake of [...retries]) wake();
    if (waiting === 0) return Promise.resolve();
    const waiter = Promise.withResolvers<void>();
    waiters.set(waiter, recorded);
    return waiter.promise;
  }

  async function shut(): Promise<void> {
    state = "closing";
    const lost = await flushWithin(closeWithinMs);
    state = "closed";
    process.off("exit", onExit);
    for (const wake of [...retries]) wake();
    const loss = lost && new Problem("RUN_RECORDS_LOST", { count: waiting, why: lost.message }, { cause: lost });
    await sink.close().catch((error: unknown) => {
      throw loss ?? error;
    });
    if (loss) throw loss;
  }

  async function flushWithin(ms: number): Promise<Problem | null> {
    const startedAt = performance.now();
    for (let retryMs = firstRetryMs; ; retryMs = Math.min(retryMs * 2, lastRetryMs)) {
      try {
        await flush();
        return null;
      } catch (error) {
        if (performance.now() - startedAt + retryMs > ms) return asProblem(error);
        await new Promise((resolve) => setTimeout(resolve, retryMs));
      }
    }
  }

  function onExit(): void {
    const left = [...inFlight.keys()];
    while (queue.length > 0) left.push(nextBatch());
    sink.writeLast(left);
  }
  process.on("exit", onExit);

  return {
    announce: sink.announce,
    record,
    flush,
    close: () => {
      closing ??= shut();
      return closing;
    },
    get dropped() {
      return dropped;
    },
    health: () => ({
      state: state === "closed" ? "closed" : problem ? "failing" : "ok",
      problem,
      waiting,
      dropped,
      refused,
      refusal,
    }),
  };
}

function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  return new Problem("RUN_STORE_FAILED", { file: "the run store", why: String(error) }, { cause: error });
}
