import { Problem } from "../../errors/problem.ts";
import { storeProblem } from "./store-problem.ts";

/** As `storeProblem`, in words that fit sessions: what was not kept is not kept later either. */
export function sessionStoreProblem(error: unknown, file: string): Problem {
  const problem = storeProblem(error, file);
  switch (problem.code) {
    case "RUN_STORE_FULL":
      return new Problem("SESSION_STORE_FULL", { file }, { cause: problem.cause });
    case "RUN_STORE_FAILED":
      return new Problem("SESSION_STORE_FAILED", { file, why: whyOf(problem) }, { cause: problem.cause });
    default:
      return problem;
  }
}

function whyOf({ cause, message }: Problem): string {
  return cause instanceof Error ? cause.message : message;
}
