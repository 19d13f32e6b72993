import type { RunRecord } from "../engine/run.ts";

/** Which runs to look at. Everything that is set must hold. */
export interface RunQuery {
  readonly session?: string | undefined;
  readonly event?: string | undefined;
  readonly outcome?: string | undefined;
  readonly hook?: string | undefined;
  /** A workspace's id, or its root as an absolute path. */
  readonly workspace?: string | undefined;
  /** Only runs recorded at this time or later; text is ISO 8601. */
  readonly since?: Date | string | undefined;
  /** Only the newest so many; 0 and absent mean all. */
  readonly last?: number | undefined;
}

/** What to delete. A run goes when any of the set conditions says so. */
export interface Prune {
  readonly olderThan?: Date;
  /** Keeps the newest so many, in the order they arrived. */
  readonly keepLast?: number;
}

export interface KnownSession {
  readonly session_id: string;
  readonly last_recorded_at: string;
}

/**
 * Where runs are kept. Wrong input and an unusable store reject with a coded `Problem`; nothing here is on the path of a
 * verdict (that is the recorder). A store that does not exist yet reads as empty, and reading does not create it.
 */
export interface RunStore {
  /** Keeps all of the records or none. A `run_id` that is already known is kept once. */
  append(records: readonly RunRecord[]): Promise<void>;
  /** The matching runs, oldest first. */
  query(query?: RunQuery): Promise<RunRecord[]>;
  count(): Promise<number>;
  /** Every session with a run, the one with the newest run first. */
  sessions(): Promise<KnownSession[]>;
  /** Deletes runs in small steps and says how many went. */
  prune(what: Prune): Promise<number>;
  close(): Promise<void>;
}
