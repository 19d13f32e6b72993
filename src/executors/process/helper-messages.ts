import type { CommandRequest, CommandResult } from "./run-command.ts";

/** What a large process asks its helper for. Its end of the channel closing means: end everything and go. */
export type ToHelper =
  | { readonly kind: "run"; readonly id: number; readonly request: CommandRequest }
  | { readonly kind: "cancel"; readonly id: number };

/** The one answer to each "run". */
export interface FromHelper {
  readonly id: number;
  readonly result: CommandResult;
}

/**
 * Where the helper's program is: beside this file, both in the source and in the bundle, which must emit
 * `spawn-helper.ts` as an entry of its own next to the chunk this file ends up in.
 */
export function helperProgram(): URL {
  const here = import.meta.url;
  return new URL(here.endsWith(".ts") ? "./spawn-helper.ts" : "./spawn-helper.js", here);
}
