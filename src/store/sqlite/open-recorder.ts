import { randomUUID } from "node:crypto";
import { processMark } from "../process-mark.ts";
import { createRecorder, type Recorder, type RecorderOptions } from "../recorder.ts";
import { createInProcessSink } from "./in-process-sink.ts";
import { defaultBusyMs } from "./open-database.ts";
import type { Retention, RunWriterOptions } from "./run-writer.ts";
import { createWorkerSink } from "./worker-sink.ts";
import type { CrashNotice } from "./writers.ts";

export interface OpenRecorderOptions extends RecorderOptions {
  /** The database file; it and its directory are created when they are missing. */
  readonly path: string;
  /** What to keep; by default 90 days and 1,000,000 runs. */
  readonly retention?: Retention;
  /** How long one attempt waits for another process that is writing. */
  readonly busyMs?: number;
  /** Told about every process that ended without closing its records since the file was last opened. */
  readonly onNotice?: (notice: CrashNotice) => void;
  /** Where the writing thread's code is, for a bundle that does not keep it beside this module's. */
  readonly workerUrl?: URL;
}

/** Opens a recorder that writes from a thread of its own: for programs that stay. */
export function openRecorder(options: OpenRecorderOptions): Recorder {
  const sink = createWorkerSink(writerOptions(options), options.onNotice ?? ignore, options.workerUrl);
  return createRecorder(sink, options);
}

/** How long a command's runs wait: longer than a quick command lives, short for one whose hook takes its time. */
const commandDelayMs = 50;

/** Opens a recorder that writes on the calling thread when it is flushed or closed: for commands that end soon. */
export function openInProcessRecorder(options: OpenRecorderOptions): Recorder {
  const sink = createInProcessSink(writerOptions(options), options.onNotice ?? ignore);
  return createRecorder(sink, { delayMs: commandDelayMs, ...options });
}

function writerOptions({ path, retention = {}, busyMs = defaultBusyMs }: OpenRecorderOptions): RunWriterOptions {
  const { pid } = process;
  const writer = { id: randomUUID(), pid, mark: processMark(pid), openedAt: Date.now() };
  return { path, writer, retention, busyMs };
}

function ignore(): void {}
