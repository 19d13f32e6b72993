/* `hookline/builtins`: the built-in hooks, and what it takes to run them in an engine of one's own. */

export { createWorld } from "./app/world.ts";
export { builtins } from "./builtins/all.ts";
export type { Builtin, BuiltinFunction, BuiltinInput, World } from "./builtins/builtin.ts";
export { createBuiltinExecutor } from "./executors/builtin.ts";
export { type Allowed, parseAllowed, type Reach } from "./lib/address-rules.ts";
export { createGuardedFetch, type GuardedFetch, type GuardedRequest } from "./lib/guarded-fetch.ts";
