import type { Argument } from "./argument.ts";
import type { Verdict } from "./verdict.ts";

/** What arrives on a command's standard input, as far as that matters when the command is a shell. */
export type Feed =
  | { readonly kind: "nothing" }
  | {
      readonly kind: "text";
      readonly text: string;
      /** False when expansions will change it. */
      readonly isExact: boolean;
      /** True when it was written in a code, so that nobody could read it. */
      readonly isDecoded: boolean;
    }
  | { readonly kind: "unseen"; readonly isFetched: boolean; readonly isDecoded: boolean };

/** Found out when somebody asks: hardly any command is a shell. */
export type LazyFeed = () => Feed;

export const noFeed: LazyFeed = () => nothing;
const nothing: Feed = { kind: "nothing" };

/** Keeps what was found out, for pipelines in which many ask. */
export function once(find: LazyFeed): LazyFeed {
  let found: Feed | null = null;
  return () => {
    found ??= find();
    return found;
  };
}

/** What judging one command needs from its surroundings. */
export interface Context {
  /** How many commands this one is wrapped in. */
  readonly depth: number;
  readonly feed: LazyFeed;
  /** How many more words, operators and quotes may be looked at; texts inside of texts share it. */
  readonly budget: { marks: number };
  /** Judges a text that a shell will run. */
  readonly judgeText: (text: string, context: Context) => Verdict;
}

/** A few levels of `sh -c` occur in practice; more than this is a riddle. */
export const deepest = 8;

export function inside(context: Context, feed: LazyFeed = context.feed): Context {
  return { ...context, depth: context.depth + 1, feed };
}

/** The words as one text, the way `eval` and `ssh` put them together. */
export function joined(args: readonly Argument[]): { readonly text: string; readonly isExact: boolean } {
  return { text: args.map(({ text }) => text).join(" "), isExact: args.every(({ isFixed }) => isFixed) };
}
