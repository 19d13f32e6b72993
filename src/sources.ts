/* `hookline/sources`: hooks out of files, and the executors that run them. */

export {
  type AgentHooksManager,
  type AgentHooksOptions,
  openAgentHooks,
  type TriggerResult,
} from "./app/agent-hooks-manager.ts";
export { createExecutors, type ExecutorOptions } from "./app/executors.ts";
export { aboutBuiltins } from "./app/read-hooks.ts";
export { createWorld } from "./app/world.ts";
export { type LiveHooks, openLiveHooks } from "./sources/live-hooks.ts";
export { type LoadedHooks, type LoadRequest, loadHooks, type Settings } from "./sources/load-hooks.ts";
export { resolveWorkspace, type Workspace } from "./sources/workspace.ts";
