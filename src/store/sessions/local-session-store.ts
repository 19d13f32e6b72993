import type { SessionOwner, SessionStore } from "../../agent/session-store.ts";

/** A store on this machine, where it can be seen whether the process that has a session still runs. */
export interface LocalSessionStore extends SessionStore {
  /** The process that has the session, dead or alive; null when none has. */
  owner(id: string): Promise<KnownOwner | null>;
}

export interface KnownOwner extends SessionOwner {
  readonly isAlive: boolean;
}

export interface SessionStoreOptions {
  /**
   * Takes secrets out of the texts of a transcript before they are kept. What is taken out is also gone for the agent that
   * resumes the session. By default transcripts are kept as they are.
   */
  readonly redact?: (text: string) => string;
}
