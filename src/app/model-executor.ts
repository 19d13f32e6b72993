import type { Executor } from "../engine/ports.ts";
import type { Environment } from "../models/providers.ts";

/** The executor for hooks that ask a model. Its code and the providers' are loaded with the first such hook. */
export function createModelExecutorOnDemand(environment: Environment): Executor {
  let executor: Promise<Executor> | undefined;
  return async (execution) => {
    executor ??= load(environment);
    return (await executor)(execution);
  };
}

async function load(environment: Environment): Promise<Executor> {
  const [{ createModelExecutor }, { createModelClient }] = await Promise.all([
    import("../executors/model.ts"),
    import("../models/question/client.ts"),
  ]);
  return createModelExecutor(createModelClient({ environment }));
}
