import { isAbsolute } from "node:path";
import type { SessionQuery } from "../../agent/session-store.ts";
import { Problem } from "../../errors/problem.ts";
import { checkedState } from "./session-row.ts";

/** A checked query: one value per column, null where nothing was asked. */
export interface SessionFilter {
  readonly state: string | null;
  readonly type: string | null;
  readonly workspace_id: string | null;
  readonly workspace: string | null;
  readonly parent_id: string | null;
  readonly agent: string | null;
  /** 0 means all. */
  readonly last: number;
}

/** The narrowest first, so that it picks the index. */
export const filterColumns = ["parent_id", "workspace_id", "workspace", "state", "type", "agent"] as const;

/** Checks a query; a value that cannot match anything is the caller's mistake and throws a `Problem`. */
export function sessionFilter(query: SessionQuery): SessionFilter {
  const { state = null, type = null, workspace = null, parent = null, agent = null, last = 0 } = query;
  if (!Number.isSafeInteger(last) || last < 0) {
    throw new Problem("RUN_FILTER_INVALID", {
      filter: "last",
      value: String(last),
      want: "a whole number, or 0 for all sessions",
    });
  }
  const isRoot = workspace !== null && isAbsolute(workspace);
  return {
    state: state === null ? null : checkedState(state),
    type,
    workspace_id: isRoot ? null : workspace,
    workspace: isRoot ? workspace : null,
    parent_id: parent,
    agent,
    last,
  };
}
