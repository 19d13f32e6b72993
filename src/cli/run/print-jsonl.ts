import type { LiveEvent } from "../../agent/live-event.ts";
import { printableJson } from "../../lib/printable.ts";

/** Prints everything that happens as one JSON object per line, its kind and session first. */
export function printJsonl(out: (text: string) => void): (event: LiveEvent) => void {
  return ({ kind, session_id, turn_id, ...rest }) => out(`${printableJson({ kind, session_id, turn_id, ...rest })}\n`);
}
