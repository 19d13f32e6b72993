import type { EventName } from "../catalog/catalog.ts";
import type { Hook } from "./hook.ts";
import { type NativeHookDefinition, nativeHook } from "./native-hook.ts";

export interface BuiltinHookDefinition<N extends EventName> extends Omit<NativeHookDefinition<N>, "run"> {
  /** The name of the built-in hook. */
  readonly builtin: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Where it works, if not in the directory the event is about. */
  readonly cwd?: string;
}

/** Declares a built-in hook in an embedding program; the engine needs an executor for `builtin` to run it. */
export function builtinHook<N extends EventName>(definition: BuiltinHookDefinition<N>): Hook {
  const { builtin, args = [], env = {}, cwd = null, ...rest } = definition;
  const hook = nativeHook({ ...rest, run: () => undefined });
  return { ...hook, executor: { kind: "builtin", name: builtin, args, env, cwd } };
}
