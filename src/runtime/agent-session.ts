import type { LiveEvent, TurnEndReason } from "../agent/live-event.ts";
import type { SessionRecord } from "../agent/session.ts";

/** A session that runs. One turn at a time; everything else may be called at any moment. */
export interface AgentSession {
  readonly record: () => SessionRecord;
  /** Runs one turn of the user from its message to its end. Never rejects for what a model, a tool or a hook did. */
  readonly submit: (text: string, options?: { readonly inputClass?: string }) => Promise<TurnOutcome>;
  /** Hands a message to the agent while it works; false when five of them wait already. */
  readonly steer: (text: string) => boolean;
  /** Keeps a message for the end of the turn; false when twenty of them wait already. */
  readonly followUp: (text: string) => boolean;
  /** How many messages wait for the agent. */
  readonly waiting: () => { readonly steering: number; readonly followUps: number };
  /** Ends the turn that runs now, if any; its `submit` resolves when everything has been closed. */
  readonly cancelTurn: () => void;
  /** True while something runs that has not come to its end; a message handed to it would still be taken. */
  readonly isBusy: () => boolean;
  /** Shortens the conversation now, between turns. */
  readonly compact: (instructions?: string) => Promise<"applied" | "skipped" | "failed">;
  /** Begins the conversation anew in the same session. */
  readonly clear: () => Promise<void>;
  /** Approves every call from now on, or no longer. */
  readonly setYolo: (isOn: boolean) => void;
  /**
   * Stops the session. Hooks may refuse, unless `force`: then the session stays active. Whatever runs is canceled first.
   * `reason` is `prompt_input_exit`, `logout`, `clear` or `other`.
   */
  readonly stop: (reason: string, options?: { readonly force?: boolean }) => Promise<StopResult>;
  /** Calls `listener` with everything that happens from now on; the answer stops it. */
  readonly watch: (listener: (event: LiveEvent) => void) => () => void;
}

export interface TurnOutcome {
  readonly turnId: string;
  readonly reason: TurnEndReason;
  /** The agent's last message; empty when there was none. */
  readonly answer: string;
  /** One sentence for a person when the turn did not end as it should. */
  readonly error: string | null;
}

export type StopResult = { readonly isStopped: true } | { readonly isStopped: false; readonly reason: string };
