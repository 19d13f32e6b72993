import type { Finding } from "../../../errors/problem.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

export interface McpOptions {
  /** Ours; a server gets the harmless part of it. */
  readonly environment: Environment;
  /** What we tell servers of ourselves. */
  readonly version?: string;
  readonly startTimeoutMs?: number;
  /** How long a call may be silent: a server that reports progress goes on. */
  readonly callTimeoutMs?: number;
  /** Is told what is wrong but no reason to go without the server. */
  readonly report?: (finding: Finding) => void;
}
