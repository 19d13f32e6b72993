/** What the numbers of a declaration may be, and what they are when nobody says. */
export const ranges = {
  timeout: { least: 100, most: 600_000, usual: 30_000, unit: " ms" },
  priority: { least: 0, most: 1000, usual: 100, unit: "" },
} as const;
