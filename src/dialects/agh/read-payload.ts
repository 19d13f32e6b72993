import { contractOf, type EventName, isEventName } from "../../catalog/catalog.ts";
import type { Question } from "../translation.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Reads what AGH writes to a hook: our own payload. A few events do not say which one they are. */
export function readAghPayload(written: Fields, expected: readonly EventName[]): Question | null {
  const { event } = written;
  if (typeof event === "string" && isEventName(event)) return { event, payload: written };
  const [only, ...others] = expected;
  const isUnstamped = only !== undefined && others.length === 0 && !contractOf(only).stamped;
  return isUnstamped ? { event: only, payload: written } : null;
}
