const millisecondsPer: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
};

/** The longest span that fits the 64-bit count of nanoseconds in which these durations are defined. */
const longestMs = 2 ** 63 / 1e6;
const part = /(\d+\.?\d*|\.\d+)(ns|us|µs|μs|ms|s|m|h)/y;

/** Writes whole milliseconds as such a duration, in seconds where these are whole. */
export function goDuration(ms: number): string {
  return ms % 1000 === 0 ? `${ms / 1000}s` : `${ms}ms`;
}

/** Reads a duration such as `1h30m`, `250ms` or `-1.5s` as milliseconds, or says what is wrong with it. */
export function parseGoDuration(text: string): number | { readonly bad: string } {
  const sign = text.startsWith("-") ? -1 : 1;
  const body = /^[+-]/.test(text) ? text.slice(1) : text;
  if (body === "0") return 0;
  if (body === "") return { bad: "it is empty" };
  if (/^[\d.]+$/.test(body)) return { bad: "it has no unit" };
  let total = 0;
  part.lastIndex = 0;
  while (part.lastIndex < body.length) {
    const found = part.exec(body);
    if (!found) return { bad: "it is not a number followed by a unit" };
    total += Number(found[1]) * (millisecondsPer[found[2] as string] ?? Number.NaN);
  }
  if (total >= longestMs) return { bad: "it is longer than 292 years" };
  return total === 0 ? 0 : sign * total;
}
