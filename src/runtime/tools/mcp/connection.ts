import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { Environment } from "./options.ts";

/** A server that has shaken hands. */
export interface Connection {
  readonly client: Client;
  /** How the server ended and what it wrote last, for a person; null while it runs, or when nobody can know. */
  readonly ending: () => string | null;
  /** Resolves when it is gone, whoever ended it. */
  readonly whenGone: Promise<void>;
  readonly isGone: () => boolean;
  readonly close: () => Promise<void>;
}

export interface ConnectOptions {
  readonly server: string;
  readonly environment: Environment;
  readonly version: string;
  readonly startTimeoutMs: number;
  readonly signal: AbortSignal;
}
