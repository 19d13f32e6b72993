import type { SessionRecord } from "./session.ts";
import type { TranscriptEntry } from "./transcript.ts";

export interface SessionQuery {
  readonly state?: string | undefined;
  readonly type?: string | undefined;
  /** A workspace's id, or its root as an absolute path. */
  readonly workspace?: string | undefined;
  readonly parent?: string | undefined;
  readonly agent?: string | undefined;
  /** Only the newest so many; 0 and absent mean all. */
  readonly last?: number | undefined;
}

/** The process that runs a session now. */
export interface SessionOwner {
  readonly pid: number;
  /** Tells the process from a later one with the same pid. */
  readonly mark: string | null;
}

/**
 * Where sessions and their transcripts are kept. Once a promise is fulfilled, what it wrote survives the death of this process.
 * Wrong input and an unusable store reject with a coded `Problem`.
 */
export interface SessionStore {
  /** Keeps a new session; an id that is already known rejects with `SESSION_EXISTS`. */
  create(session: SessionRecord): Promise<void>;
  /** Replaces what is known of a session; its id, parent and time of creation never change. */
  update(session: SessionRecord): Promise<void>;
  /**
   * Adds entries, all or none. Their sequences must continue the transcript without a gap: one that does not rejects with
   * `TRANSCRIPT_GAP`, which means that somebody else writes to the session as well.
   */
  append(entries: readonly TranscriptEntry[]): Promise<void>;
  /** The session of that id, or the one whose id begins with it; null when there is none, `SESSION_AMBIGUOUS` when several. */
  get(id: string): Promise<SessionRecord | null>;
  /** Oldest first. */
  list(query?: SessionQuery): Promise<SessionRecord[]>;
  /** The entries of a session from a sequence on, in order. */
  entries(id: string, from?: number): Promise<TranscriptEntry[]>;
  /**
   * Makes this process the session's owner. Null when that worked; else the living process that has it. A dead owner is
   * replaced, and its name given back, so that the caller knows that the session was cut off.
   */
  claim(id: string): Promise<{ readonly heldBy: SessionOwner } | { readonly diedBefore: SessionOwner | null }>;
  release(id: string): Promise<void>;
  /** Deletes a session, its transcript and the sessions it delegated to. */
  remove(id: string): Promise<void>;
  close(): Promise<void>;
}
