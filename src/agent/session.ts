export const sessionStates = ["starting", "active", "stopping", "stopped"] as const;
export type SessionState = (typeof sessionStates)[number];

/** A conversation with an agent, as it is kept. */
export interface SessionRecord {
  readonly id: string;
  readonly name: string;
  /** `user`, `dream`, `system`, `coordinator` or `spawned`. */
  readonly type: string;
  readonly state: SessionState;
  /** The agent that answers now; a handover changes it. */
  readonly agent: string;
  /** Why it stopped; null while it has not. */
  readonly stop_reason: string | null;
  readonly workspace_id: string;
  /** Absolute root of the workspace. */
  readonly workspace: string;
  /** Where its tools work; a worktree, for instance. */
  readonly cwd: string;
  /** The session that delegated to this one. */
  readonly parent_id: string | null;
  /** The files that define its agents, absolute, so that it can be taken up again. */
  readonly agent_files: readonly string[];
  readonly created_at: string;
  readonly updated_at: string;
  readonly totals: SessionTotals;
}

export interface SessionTotals {
  readonly turns: number;
  readonly steps: number;
  readonly tool_calls: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  /** In US dollars; null when the price of some of it is not known. */
  readonly cost: number | null;
}

export const noTotals: SessionTotals = Object.freeze({
  turns: 0,
  steps: 0,
  tool_calls: 0,
  input_tokens: 0,
  output_tokens: 0,
  cost: 0,
});
