import type { Executors } from "../engine/ports.ts";
import { runBroken } from "../executors/broken.ts";
import { createProcessExecutor, type ProcessExecutorOptions } from "../executors/process/executor.ts";
import { runWasm } from "../executors/wasm.ts";

/** Makes every executor there is. In-process hooks need none, the engine calls them itself. */
export function createExecutors(options: ProcessExecutorOptions): {
  readonly table: Executors;
  readonly close: () => Promise<void>;
} {
  const processes = createProcessExecutor(options);
  return {
    table: { process: processes.execute, wasm: runWasm, broken: runBroken },
    close: processes.close,
  };
}
