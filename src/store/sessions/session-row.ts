import { type SessionRecord, type SessionState, type SessionTotals, sessionStates } from "../../agent/session.ts";
import { Problem } from "../../errors/problem.ts";
import { sessionIdProblem } from "../session-id.ts";

/** A session in the form stores keep: times as numbers, what nests as JSON text. */
export interface StoredSession {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly state: string;
  readonly agent: string;
  readonly stop_reason: string | null;
  readonly workspace_id: string;
  readonly workspace: string;
  readonly cwd: string;
  readonly parent_id: string | null;
  readonly agent_files: string;
  /** Milliseconds since 1970. */
  readonly created_at: number;
  readonly updated_at: number;
  readonly totals: string;
}

const texts = ["name", "type", "agent", "workspace_id", "workspace", "cwd"] as const;
const counts = ["turns", "steps", "tool_calls", "input_tokens", "output_tokens"] as const;

/** Checks a record and turns it into what is kept. Throws a `Problem`: what is kept must be readable for good. */
export function storedSession(record: SessionRecord): StoredSession {
  const unsafe = sessionIdProblem(record.id) ?? (record.parent_id === null ? null : sessionIdProblem(record.parent_id));
  if (unsafe) throw unsafe;
  for (const field of texts) if (typeof record[field] !== "string") throw invalid(field, record[field], "a text");
  if (record.stop_reason !== null && typeof record.stop_reason !== "string") {
    throw invalid("stop_reason", record.stop_reason, "a text or null");
  }
  return {
    id: record.id,
    name: record.name,
    type: record.type,
    state: checkedState(record.state),
    agent: record.agent,
    stop_reason: record.stop_reason,
    workspace_id: record.workspace_id,
    workspace: record.workspace,
    cwd: record.cwd,
    parent_id: record.parent_id,
    agent_files: JSON.stringify(record.agent_files),
    created_at: timeOf("created_at", record.created_at),
    updated_at: timeOf("updated_at", record.updated_at),
    totals: JSON.stringify(checkedTotals(record.totals)),
  };
}

/** Turns what is kept back into a record. */
export function readSession(row: StoredSession): SessionRecord {
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    state: checkedState(row.state),
    agent: row.agent,
    stop_reason: row.stop_reason,
    workspace_id: row.workspace_id,
    workspace: row.workspace,
    cwd: row.cwd,
    parent_id: row.parent_id,
    agent_files: JSON.parse(row.agent_files) as string[],
    created_at: new Date(row.created_at).toISOString(),
    updated_at: new Date(row.updated_at).toISOString(),
    totals: JSON.parse(row.totals) as SessionTotals,
  };
}

export function checkedState(state: string): SessionState {
  const known = sessionStates.find((each) => each === state);
  if (known === undefined) throw invalid("state", state, `one of ${sessionStates.join(", ")}`);
  return known;
}

function checkedTotals(totals: SessionTotals): SessionTotals {
  for (const count of counts) {
    if (!Number.isSafeInteger(totals[count])) throw invalid(`totals.${count}`, totals[count], "a whole number");
  }
  if (totals.cost !== null && !Number.isFinite(totals.cost))
    throw invalid("totals.cost", totals.cost, "a number or null");
  return totals;
}

function timeOf(field: string, text: string): number {
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) throw invalid(field, text, "a time in ISO 8601");
  return ms;
}

function invalid(field: string, value: unknown, want: string): Problem {
  return new Problem("SESSION_INVALID", { field, value: String(value), want });
}
