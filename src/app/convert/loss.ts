import type { PortableHook } from "./portable/portable-hook.ts";

/** What about a hook a conversion can change. */
export const lossAspects = [
  "declaration",
  "event",
  "matcher",
  "scope",
  "order",
  "mode",
  "failure",
  "timeout",
  "lane",
  "concurrency",
  "payload",
  "answer",
  "executor",
  "place",
  "name",
  "metadata",
] as const;
export type LossAspect = (typeof lossAspects)[number];

/** Something that the target cannot say, and what was done instead. */
export interface Loss {
  readonly hook: string;
  readonly file: string | null;
  readonly line: number | null;
  readonly aspect: LossAspect;
  /** The field as its author knows it. */
  readonly field: string;
  readonly what: string;
  readonly instead: string;
}

export type Lose = (aspect: LossAspect, field: string, what: string, instead: string) => void;

/** Collects the losses of one hook. */
export function loserOf({ name, origin }: PortableHook, losses: Loss[]): Lose {
  return (aspect, field, what, instead) => {
    losses.push({ hook: name, file: origin.file, line: origin.line, aspect, field, what, instead });
  };
}
