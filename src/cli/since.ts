import { Problem } from "../errors/problem.ts";
import { parseGoDuration } from "../lib/go-duration.ts";

const rfc3339 = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;

/** Reads `--since`: a time, or how far to look back from now. */
export function parseSince(text: string, now: Date): Date {
  const value = text.trim();
  if (rfc3339.test(value)) {
    const time = new Date(value);
    if (!Number.isNaN(time.getTime())) return time;
  }
  const back = parseGoDuration(value);
  if (typeof back === "number" && back > 0) return new Date(now.getTime() - back);
  throw new Problem("DURATION_OR_TIME_INVALID", { flag: "--since", value: text });
}
