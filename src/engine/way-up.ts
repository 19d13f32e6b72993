import type { Glob } from "../lib/glob.ts";

const wayUp = /(?:^|[/\\])\.\.(?:[/\\]|$)/;

/**
 * Says whether an allow rule's condition, which fits, also covers a value that leads upwards: `src/*` is not about
 * `src/../.env`. A rule that spells the way out, or allows everything, was meant so.
 */
export function coversWayUp({ plain }: Glob, value: unknown): boolean {
  if (typeof value !== "string" || !wayUp.test(value)) return true;
  return plain !== null && (!plain.hasStar || plain.text === "" || wayUp.test(plain.text));
}
