/** What a command needs of the machine. The real one is made in `main.ts`, tests hand in their own. */
export interface World {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly readStdin: () => Promise<string>;
  /** Aborted when the user interrupts. */
  readonly signal: AbortSignal | null;
}
