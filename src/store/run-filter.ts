import { isAbsolute } from "node:path";
import { Problem } from "../errors/problem.ts";
import { eventProblem, outcomeProblem } from "./check-run.ts";
import type { RunQuery } from "./run-store.ts";
import { sessionIdProblem } from "./session-id.ts";

/** A checked query: one value per column, null where nothing was asked. */
export interface RunFilter {
  readonly session_id: string | null;
  readonly workspace_id: string | null;
  readonly workspace: string | null;
  readonly hook_name: string | null;
  readonly event: string | null;
  readonly outcome: string | null;
  /** Milliseconds since 1970. */
  readonly since: number | null;
  /** 0 means all. */
  readonly last: number;
}

/** Checks a query; a value that cannot match anything is the caller's mistake and throws a `Problem`. */
export function runFilter(query: RunQuery): RunFilter {
  const { session = null, event = null, outcome = null, hook = null, workspace = null, last = 0 } = query;
  const problem =
    (session === null ? null : sessionIdProblem(session)) ??
    (event === null ? null : eventProblem(event)) ??
    (outcome === null ? null : outcomeProblem(outcome));
  if (problem) throw problem;
  if (!Number.isSafeInteger(last) || last < 0) {
    throw new Problem("RUN_FILTER_INVALID", {
      filter: "last",
      value: String(last),
      want: "a whole number, or 0 for all runs",
    });
  }
  const isRoot = workspace !== null && isAbsolute(workspace);
  return {
    session_id: session,
    workspace_id: isRoot ? null : workspace,
    workspace: isRoot ? workspace : null,
    hook_name: hook,
    event,
    outcome,
    since: sinceMs(query.since),
    last,
  };
}

function sinceMs(since: Date | string | undefined): number | null {
  if (since === undefined) return null;
  const ms = typeof since === "string" ? Date.parse(since) : since.getTime();
  if (!Number.isNaN(ms)) return ms;
  throw new Problem("RUN_FILTER_INVALID", {
    filter: "since",
    value: String(since),
    want: "a time such as 2026-01-31T12:00:00Z",
  });
}
