import { isEventName } from "../catalog/catalog.ts";
import { hookModes } from "../engine/hook.ts";
import { outcomes, type RunRecord } from "../engine/run.ts";
import { Problem } from "../errors/problem.ts";
import { sessionIdProblem } from "./session-id.ts";

/** Says why a record must not be kept, or null. */
export function recordProblem(record: RunRecord): Problem | null {
  return (
    outcomeProblem(record.outcome) ??
    modeProblem(record.mode) ??
    eventProblem(record.event) ??
    shapeProblem(record) ??
    (record.session_id === null ? null : sessionIdProblem(record.session_id))
  );
}

export function outcomeProblem(outcome: string): Problem | null {
  if ((outcomes as readonly string[]).includes(outcome)) return null;
  return new Problem("RUN_OUTCOME_UNKNOWN", { outcome, known: outcomes.join(", ") });
}

export function modeProblem(mode: string): Problem | null {
  if ((hookModes as readonly string[]).includes(mode)) return null;
  return new Problem("RUN_MODE_UNKNOWN", { mode, known: hookModes.join(", ") });
}

export function eventProblem(event: string): Problem | null {
  return isEventName(event) ? null : new Problem("EVENT_UNKNOWN", { event, suggestion: null });
}

const texts = ["run_id", "hook_name", "dialect", "source"] as const;
const textsOrNull = ["session_id", "workspace_id", "workspace", "agent_name", "failure", "error"] as const;

/** Embedders write JavaScript too, and one row that the database refuses would hold up all others of its batch. */
function shapeProblem(record: RunRecord): Problem | null {
  for (const field of texts) if (typeof record[field] !== "string") return invalid(record, field, "a text");
  for (const field of textsOrNull) {
    if (record[field] !== null && typeof record[field] !== "string") return invalid(record, field, "a text or null");
  }
  if (!Number.isFinite(record.duration_ms)) return invalid(record, "duration_ms", "a number of milliseconds");
  if (!Number.isSafeInteger(record.dispatch_depth)) return invalid(record, "dispatch_depth", "a whole number");
  if (Number.isNaN(Date.parse(record.recorded_at))) return invalid(record, "recorded_at", "a time in ISO 8601");
  return null;
}

function invalid(record: RunRecord, field: keyof RunRecord, want: string): Problem {
  return new Problem("RUN_RECORD_INVALID", { field, value: String(record[field]), want });
}
