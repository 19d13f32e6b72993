import type { ClaudeEvent, PayloadMode } from "../events.ts";

const longestSeconds = 86_400;

/** How long a hook may take that does not say: Agentao waits a minute, Claude Code much longer. */
export function defaultSeconds(event: ClaudeEvent, mode: PayloadMode): number {
  if (mode === "agentao") return 60;
  // Somebody has just pressed the return key.
  return event.name === "UserPromptSubmit" ? 30 : 600;
}

/** Reads seconds as Python's `int()` does; null when that gives nothing a hook could be timed with. */
export function wholeSeconds(value: unknown): number | null {
  const seconds = toInteger(value);
  return seconds !== null && seconds > 0 && seconds <= longestSeconds ? seconds : null;
}

function toInteger(value: unknown): number | null {
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value === "number") return Math.trunc(value);
  if (typeof value !== "string" || !/^\s*[+-]?\d+(?:_\d+)*\s*$/.test(value)) return null;
  return Number(value.replaceAll("_", ""));
}
