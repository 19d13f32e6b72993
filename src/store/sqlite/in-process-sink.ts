import type { Batch, Sink } from "../recorder.ts";
import { openRunWriter, type RunWriter, type RunWriterOptions } from "./run-writer.ts";
import type { CrashNotice } from "./writers.ts";

/** Writes on the calling thread. For commands that end soon: starting a thread would take longer than they live. */
export function createInProcessSink(options: RunWriterOptions, onNotice: (notice: CrashNotice) => void): Sink {
  let writer: RunWriter | null = null;
  let isClosed = false;

  function write(batches: readonly Batch[], isLast: boolean): void {
    if (!writer) {
      writer = openRunWriter(options);
      for (const notice of writer.reportCrashes()) onNotice(notice);
    }
    try {
      writer.commit(batches, isLast);
      isClosed = isLast;
    } catch (error) {
      // A file that is repaired or moved away meanwhile must be opened afresh.
      writer.close();
      writer = null;
      throw error;
    }
  }

  return {
    announce() {
      try {
        write([], false);
      } catch {
        // Whatever keeps the file from being written is told when there is something to write.
      }
    },
    write: async (batch, isLast) => write([batch], isLast),
    writeLast(batches) {
      try {
        if (batches.length > 0 || writer) write(batches, true);
        writer?.close();
      } catch {
        // Nobody is left to tell. The writer's open entry, if it got that far, tells the next one.
      }
    },
    async close() {
      if (!writer) return;
      if (!isClosed) write([], true);
      tidyOnce(writer);
      writer.close();
    },
  };
}

/** Keeps the file in bounds where only commands write to it. Each does one short step, and none fails for it. */
function tidyOnce(writer: RunWriter): void {
  try {
    writer.tidy();
  } catch {
    // Another process is writing; the next command will do it.
  }
}
