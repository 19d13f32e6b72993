import { Problem } from "../../errors/problem.ts";

const mostNamed = 5;

/** Names the sessions whose ids begin alike, the first few of them. */
export function ambiguousId(id: string, ids: readonly string[]): Problem {
  const more = ids.length > mostNamed ? ", …" : "";
  return new Problem("SESSION_AMBIGUOUS", { session: id, sessions: ids.slice(0, mostNamed).join(", ") + more });
}
