import type { Outcome, Run } from "../../engine/run.ts";

/** How often a hook ran on an event, and what came of it. */
export interface TallyRow {
  readonly hook: string;
  readonly dialect: string;
  readonly event: string;
  readonly runs: number;
  readonly outcomes: Readonly<Partial<Record<Outcome, number>>>;
  readonly totalMs: number;
}

/** By hook, dialect and event. */
export type Tally = ReadonlyMap<string, TallyRow>;

export const emptyTally: Tally = new Map();

/** Counts runs in. */
export function tallyRuns(runs: readonly Run[], tally: Tally = emptyTally): Tally {
  if (runs.length === 0) return tally;
  const next = new Map(tally);
  for (const { hook_name: hook, dialect, event, outcome, duration_ms } of runs) {
    const key = JSON.stringify([hook, dialect, event]);
    const row = next.get(key) ?? { hook, dialect, event, runs: 0, outcomes: {}, totalMs: 0 };
    next.set(key, {
      ...row,
      runs: row.runs + 1,
      outcomes: { ...row.outcomes, [outcome]: (row.outcomes[outcome] ?? 0) + 1 },
      totalMs: row.totalMs + duration_ms,
    });
  }
  return next;
}
