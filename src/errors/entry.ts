import type { Severity } from "./problem.ts";

/** A kind of problem: how bad it is, and how to say it about the case at hand. */
export interface Entry<P> {
  readonly severity: Severity;
  readonly say: (params: P) => { what: string; fix: string };
}

export const error = <P>(say: Entry<P>["say"]): Entry<P> => ({ severity: "error", say });
export const warning = <P>(say: Entry<P>["say"]): Entry<P> => ({ severity: "warning", say });
