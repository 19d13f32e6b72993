import type { DatabaseSync } from "node:sqlite";
import { transaction } from "./transaction.ts";

export interface Limits {
  /** Milliseconds since 1970; earlier runs go. */
  readonly olderThan: number | null;
  readonly keepLast: number | null;
}

/** Deletes at most `step` runs that are over the limits, in one short transaction, and says how many went. */
export function pruneStep(db: DatabaseSync, limits: Limits, step: number): number {
  if (!hasExcess(db, limits)) return 0;
  return transaction(db, () => {
    const byAge = limits.olderThan === null ? 0 : db.prepare(tooOld).run(limits.olderThan, step).changes;
    const byCount = limits.keepLast === null ? 0 : db.prepare(tooMany).run(limits.keepLast, step).changes;
    return Number(byAge) + Number(byCount);
  });
}

/** Asks without a write lock, because nearly always there is nothing to do. */
function hasExcess(db: DatabaseSync, { olderThan, keepLast }: Limits): boolean {
  const edge = db.prepare(edges).get() as { oldest: number | null; lowest: number | null; highest: number | null };
  if (edge.oldest === null || edge.lowest === null || edge.highest === null) return false;
  return (
    (olderThan !== null && edge.oldest < olderThan) || (keepLast !== null && edge.lowest <= edge.highest - keepLast)
  );
}

// Each minimum and maximum is one look at an end of an index.
const edges = `
  SELECT (SELECT min(recorded_at) FROM runs) AS oldest,
         (SELECT min(id) FROM runs) AS lowest,
         (SELECT max(id) FROM runs) AS highest`;

const tooOld = `
  DELETE FROM runs WHERE id IN (SELECT id FROM runs WHERE recorded_at < ? ORDER BY recorded_at LIMIT ?)`;

// Ids only grow, so this counts arrivals without counting rows.
const tooMany = `
  DELETE FROM runs WHERE id IN (
    SELECT id FROM runs WHERE id <= (SELECT max(id) FROM runs) - ? ORDER BY id LIMIT ?)`;
