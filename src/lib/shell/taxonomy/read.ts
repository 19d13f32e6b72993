/** What the operands of a read-only command must be; `operand-kinds.ts` checks them. */
export type OperandKind =
  | "any"
  | "none"
  | "at-most-one"
  | "date-format"
  | "variable-names"
  | "shell-options"
  | "plain"
  | "printf-format"
  | "test-expression"
  | "sed-script"
  | "awk-program"
  | "find-expression"
  | "git-config";

/**
 * The options with which a command only reads, in the notation of `options.ts`, and what its operands must be ("any" unless
 * said). `true` is for commands none of whose options, present or to come, could plausibly write or run anything.
 */
export type Read = true | string | readonly [options: string, operands: OperandKind];

/** `git log` → how it only reads. Names may be alternatives separated by `|`. */
export type ReadTable = Readonly<Record<string, Read>>;
