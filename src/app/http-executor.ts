import type { Executor } from "../engine/ports.ts";
import type { HttpExecutorOptions } from "../executors/http.ts";

/** The executor for hooks that are posted to. Its code is loaded with the first such hook. */
export function createHttpExecutorOnDemand(options: HttpExecutorOptions): Executor {
  let executor: Promise<Executor> | undefined;
  return async (execution) => {
    executor ??= import("../executors/http.ts").then(({ createHttpExecutor }) => createHttpExecutor(options));
    return (await executor)(execution);
  };
}
