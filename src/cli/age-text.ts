const units = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["m", 60_000],
  ["s", 1_000],
] as const;

/** How long ago something was, in the largest unit that fits: `3d`, `2h`, `5m`, `12s`. */
export function ageText(ms: number): string {
  const [unit, size] = units.find(([, size]) => ms >= size) ?? (["s", 1_000] as const);
  return `${Math.max(0, Math.floor(ms / size))}${unit}`;
}
