import type { Radius } from "../verdict.ts";

/** When a rule applies, over and above the command's name. */
export interface When {
  /** Each entry must be given; alternatives are separated by `|`. The spelling `--rec` counts as `--recursive`. */
  readonly with?: string | readonly string[];
  /** None of these may be given. */
  readonly without?: string;
  /** Some operand looks like this. */
  readonly operand?: RegExp;
  /** There are at least this many operands. */
  readonly operands?: number;
  /** Some word of the command looks like this, options included. */
  readonly word?: RegExp;
}

/** `git push`: one or more names, alternatives separated by `|`; then what it does, how bad it is, why, and when. */
export type HarmRow = readonly [names: string, category: string, radius: Radius, reason: string, when?: When];
