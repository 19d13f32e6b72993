import type { Lose } from "../loss.ts";
import type { PortableCondition } from "../portable/portable-hook.ts";
import type { Target } from "../targets/target.ts";

/** Tells that a condition is gone, so that the hook runs more often. */
export function loseCondition(
  target: Target,
  { key, pattern }: Pick<PortableCondition, "key" | "pattern">,
  lose: Lose,
): void {
  const what = key === "" || key === "tool_name" ? `${pattern} as the name of a tool` : `${key} = ${pattern}`;
  lose("matcher", key || "tool_name", `${target.dialect} cannot say ${what}.`, "The hook runs whatever it is.");
}
