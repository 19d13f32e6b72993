import { Worker } from "node:worker_threads";
import { Problem } from "../../errors/problem.ts";
import type { Batch, Sink } from "../recorder.ts";
import { openRunWriter, type RunWriterOptions } from "./run-writer.ts";
import { type FromWorker, problemFrom, type ToWorker } from "./worker-messages.ts";
import { workerUrl } from "./worker-url.ts";
import type { CrashNotice } from "./writers.ts";

/** Hands batches to a thread of its own, started at once and again whenever it dies. */
export function createWorkerSink(
  options: RunWriterOptions,
  onNotice: (notice: CrashNotice) => void,
  url: URL = workerUrl(),
): Sink {
  const pending = new Map<number, PromiseWithResolvers<void>>();
  let lastId = 0;
  let worker: Worker | null = start();

  function start(): Worker {
    // The flags of the main thread are not for this one, and it reads no environment.
    const started = new Worker(url, { workerData: options, name: "hookline-runs", execArgv: [], env: {} });
    started.on("message", onMessage);
    started.on("error", (error) => ended(started, String(error)));
    started.on("exit", () => ended(started, "the thread that writes run records has stopped"));
    // Last, because listening for messages keeps the process alive again.
    started.unref();
    return started;
  }

  function onMessage(message: FromWorker): void {
    if (message.kind === "notices") {
      for (const notice of message.notices) onNotice(notice);
      return;
    }
    for (const id of message.ids) {
      if (message.kind === "written") pending.get(id)?.resolve();
      else pending.get(id)?.reject(problemFrom(message.problem));
      pending.delete(id);
    }
    if (pending.size === 0) worker?.unref();
  }

  function ended(which: Worker, why: string): void {
    if (worker !== which) return;
    worker = null;
    for (const answer of pending.values()) {
      answer.reject(new Problem("RUN_STORE_FAILED", { file: options.path, why }));
    }
    pending.clear();
  }

  return {
    write(batch) {
      worker ??= start();
      // A process may end by itself only when nothing is on its way to the file.
      if (pending.size === 0) worker.ref();
      const answer = Promise.withResolvers<void>();
      pending.set(++lastId, answer);
      worker.postMessage({ kind: "batch", id: lastId, batch } satisfies ToWorker);
      return answer.promise;
    },
    // The thread leaves its trace when it opens the file.
    announce: () => {},
    writeLast: (batches) => writeLast(options, batches),
    async close() {
      if (!worker) return;
      const closing = worker;
      worker = null;
      const gone = new Promise((resolve) => closing.once("exit", resolve));
      closing.ref();
      closing.postMessage({ kind: "close" } satisfies ToWorker);
      await gone;
    },
  };
}

/** Writes on this thread, which works even while the process is ending; what the thread had written is kept once. */
function writeLast(options: RunWriterOptions, batches: readonly Batch[]): void {
  try {
    const writer = openRunWriter(options);
    writer.commit(batches, true);
    writer.close();
  } catch {
    // Nobody is left to tell. The writer's open entry tells the next one that records may be missing.
  }
}
