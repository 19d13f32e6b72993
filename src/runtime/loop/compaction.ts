import type { Turn } from "./turn.ts";

export type CompactionTrigger = "manual" | "auto" | "overflow" | "tool_overflow";

export async function compactWhenNeeded(_turn: Turn, _trigger: "auto" | "tool_overflow"): Promise<void> {}
export async function compactNow(
  _turn: Turn,
  _trigger: CompactionTrigger,
  _instructions = "",
): Promise<"applied" | "skipped" | "failed"> {
  return "skipped";
}
