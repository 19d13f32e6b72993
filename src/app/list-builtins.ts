import { builtins } from "../builtins/all.ts";

/** One built-in hook as every surface lists it. */
export interface BuiltinEntry {
  readonly name: string;
  readonly summary: string;
  /** What its arguments are; empty when it takes none. */
  readonly args: string;
  /** The events it is for, the best one first. */
  readonly events: readonly string[];
}

/** Lists all built-in hooks, in the order of the reference. */
export function listBuiltins(): BuiltinEntry[] {
  return [...builtins.values()].map(({ name, summary, args, events }) => ({ name, summary, args, events }));
}
