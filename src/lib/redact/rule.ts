/** A stretch of text: from `start` up to, but not including, `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * A kind of secret that a pattern describes. Everything is data, so that a test can show that no pattern is able to take
 * more than a bounded number of steps: repetitions are bounded, and a pattern is tried only where a keyword stands.
 */
export interface PatternRule {
  readonly id: string;
  /** Lower case, found whatever the case in the text. The pattern is tried where one of them begins. */
  readonly keywords: readonly string[];
  /** A regular expression. A group named `secret` narrows what is replaced; without one it is the whole match. */
  readonly pattern: string;
  /** The pattern begins so many characters before the keyword. */
  readonly back?: number;
  /** True when the pattern ignores case. */
  readonly anyCase?: boolean;
  /** What a secret of this kind looks like beyond its pattern; absent means `token`. */
  readonly looks?: "token" | "mixed" | "password" | "anything";
  /** A yes settles that it is a secret, whatever it looks like. A no settles nothing. */
  readonly confirm?: (secret: string) => boolean;
  /** Only for formats that are certain: a yes settles that this is something else. */
  readonly refute?: (secret: string, text: string, start: number) => boolean;
}

/** What a rule has to say about one place of a text. */
export interface Look {
  /** What was found there, if anything. */
  readonly secret: Span | null;
  /** Up to here the rule need not be tried again: it would look at the same characters and come to the same end. */
  readonly done: number;
}

/**
 * A kind of secret whose extent takes more than a pattern to find. A look that takes long must say how far it is good for,
 * so that a text made of nothing but keywords is not looked at again and again.
 */
export interface ProcedureRule {
  readonly id: string;
  readonly keywords: readonly string[];
  readonly find: (text: string, at: number, keyword: string) => Look;
}

export type Rule = PatternRule | ProcedureRule;

/** Between a name and its value: closing quote, sign, opening quote, the quotes possibly escaped. */
export const sign = "[\"'`\\\\\\]]{0,4}[ \\t]{0,8}(?::=|=>|=|:)[ \\t]{0,8}[\"'`\\\\]{0,4}";

export const uuid = "[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}";

export const nothing: Look = { secret: null, done: 0 };

export function found(start: number, end: number): Look {
  return { secret: { start, end }, done: end };
}
