import type { Argument } from "./argument.ts";

/*
 * awk writes with `>`, runs programs with `|`, `system` and `getline`, and calls functions by name with `@`. A program
 * without any of these marks, not even inside a text, does nothing of the kind.
 */
const risky = /[>|@`]|system|getline|close|fflush|extension|inplace|ENVIRON|\bload\b/;

/** True when the program cannot write or run anything. */
export function onlyReadsWithAwk(program: Argument | undefined): boolean {
  return program?.isFixed === true && !risky.test(program.text);
}
