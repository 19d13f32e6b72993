/** How long a server wants us to wait before it is asked again, in milliseconds; null when it does not say. */
export function pauseAskedFor(headers: Readonly<Record<string, string>>): number | null {
  const milliseconds = Number.parseFloat(headers["retry-after-ms"] ?? "");
  if (milliseconds >= 0) return milliseconds;
  const asked = headers["retry-after"]?.trim() ?? "";
  if (/^\d+(?:\.\d+)?$/.test(asked)) return Number.parseFloat(asked) * 1000;
  // A date counts from the server's own clock, which need not agree with ours.
  const pause = Date.parse(asked) - Date.parse(headers.date ?? "");
  return Number.isNaN(pause) ? null : Math.max(pause, 0);
}
