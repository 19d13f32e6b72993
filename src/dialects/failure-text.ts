import type { Failure } from "../engine/ports.ts";

/** What is said on stderr of a hook that gave no usable answer. */
export function failureText({ failure, detail }: Failure): string {
  return `hookline adapt: the hook gave no usable answer (${failure}): ${detail}\n`;
}
