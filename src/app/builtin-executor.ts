import type { World } from "../builtins/builtin.ts";
import type { Executor } from "../engine/ports.ts";

/** Runs built-in hooks, which are loaded with the first run; from then on nothing is waited for. Most workspaces have none. */
export function createBuiltinExecutorOnDemand(world: World): Executor {
  let execute: Executor | null = null;
  const load = async (): Promise<Executor> => {
    const [{ builtins }, { createBuiltinExecutor }] = await Promise.all([
      import("../builtins/all.ts"),
      import("../executors/builtin.ts"),
    ]);
    execute = createBuiltinExecutor(builtins, world);
    return execute;
  };
  return (execution) => (execute === null ? load().then((loaded) => loaded(execution)) : execute(execution));
}
