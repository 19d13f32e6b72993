/** What a command needs of the machine. The real one is made in `main.ts`, tests hand in their own. */
export interface World {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly readStdin: () => Promise<string>;
  /** Asks the person at the terminal; missing where there is none. */
  readonly ask?: (question: string) => Promise<string>;
  /** Aborted when the user interrupts. */
  readonly signal: AbortSignal | null;
}
