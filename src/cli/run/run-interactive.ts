import type { LiveEvent } from "../../agent/live-event.ts";
import type { AgentSession } from "../../runtime/agent-session.ts";
import type { OperatorDesk } from "./operator-desk.ts";
import type { Tally } from "./run-tally.ts";
import type { SlashCommands } from "./slash-commands.ts";

export interface InteractiveOptions {
  readonly session: AgentSession;
  /** The desk whose operator the session was made with. */
  readonly desk: OperatorDesk;
  /** What happened before the screen was there, e.g. while the session started. */
  readonly earlier?: readonly LiveEvent[];
  /** Sent at once. */
  readonly firstMessage?: string;
  /** The model that will be asked first. */
  readonly model?: { readonly name: string; readonly isScripted: boolean };
  readonly commands?: SlashCommands;
  /** Lines that were typed in earlier sessions, oldest first. */
  readonly history?: readonly string[];
  readonly isYolo?: boolean;
  readonly isVerbose?: boolean;
  readonly color: boolean;
  /** Ends the session without asking anybody, e.g. when the process is told to terminate. */
  readonly signal?: AbortSignal | null;
}

export interface InteractiveExit {
  /** `ended`: the session was over by itself. `forced`: hooks had no say, or did not answer. */
  readonly how: "stopped" | "forced" | "ended";
  /** What the hooks did, for a summary. */
  readonly tally: Tally;
}

/** Shows a session in the terminal and lets the user work with it until it is over. */
export async function runInteractive(options: InteractiveOptions): Promise<InteractiveExit> {
  const meanwhile: LiveEvent[] = [];
  const stopWatching = options.session.watch((event) => meanwhile.push(event));
  // The terminal library is only worth its loading time where somebody sits at a terminal.
  const { runScreen } = await import("./tui/screen.ts");
  stopWatching();
  return runScreen({ ...options, earlier: [...(options.earlier ?? []), ...meanwhile] });
}
