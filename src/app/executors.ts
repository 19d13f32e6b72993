import type { World } from "../builtins/builtin.ts";
import type { Executors } from "../engine/ports.ts";
import { runBroken } from "../executors/broken.ts";
import { createProcessExecutor, type ProcessExecutorOptions } from "../executors/process/executor.ts";
import { runPrompt } from "../executors/prompt.ts";
import { runWasm } from "../executors/wasm.ts";
import { createBuiltinExecutorOnDemand } from "./builtin-executor.ts";
import { createHttpExecutorOnDemand } from "./http-executor.ts";
import { createModelExecutorOnDemand } from "./model-executor.ts";

export interface ExecutorOptions extends ProcessExecutorOptions {
  /** What built-in hooks know of the machine. */
  readonly world: World;
  /** Laid over the environment for processes only. */
  readonly processVariables?: Readonly<Record<string, string>>;
}

/** Makes every executor there is. In-process hooks need none, the engine calls them itself. */
export function createExecutors(options: ExecutorOptions): {
  readonly table: Executors;
  readonly close: () => Promise<void>;
} {
  const processes = createProcessExecutor({
    ...options,
    environment: { ...options.environment, ...options.processVariables },
  });
  return {
    table: {
      process: processes.execute,
      builtin: createBuiltinExecutorOnDemand(options.world),
      model: createModelExecutorOnDemand(options.environment),
      prompt: runPrompt,
      http: createHttpExecutorOnDemand({ fetch: options.world.fetch, environment: options.environment }),
      wasm: runWasm,
      broken: runBroken,
    },
    close: processes.close,
  };
}
