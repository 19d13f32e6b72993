import { Problem, type ProblemCode } from "../../errors/problem.ts";
import type { Batch } from "../recorder.ts";
import type { CrashNotice } from "./writers.ts";

/** To the writer's thread. Batches are numbered by the sender. */
export type ToWorker =
  | { readonly kind: "batch"; readonly id: number; readonly batch: Batch }
  /** Nothing more will come: note it in the file, close it and end. */
  | { readonly kind: "close" };

/** From the writer's thread. */
export type FromWorker =
  | { readonly kind: "notices"; readonly notices: readonly CrashNotice[] }
  | { readonly kind: "written"; readonly ids: readonly number[] }
  | { readonly kind: "failed"; readonly ids: readonly number[]; readonly problem: ProblemText };

/** A problem as it crosses between threads; an Error object would lose its code. */
export interface ProblemText {
  readonly code: ProblemCode;
  readonly what: string;
  readonly fix: string;
}

export function problemText({ code, message, fix }: Problem): ProblemText {
  return { code, what: message, fix };
}

/** Makes a problem of the other thread throwable in this one, in the words it had there. */
export function problemFrom({ code, what, fix }: ProblemText): Problem {
  const problem: Problem = new Problem("RUN_STORE_FAILED", { file: "", why: what });
  return Object.assign(problem, { code, message: what, fix });
}
