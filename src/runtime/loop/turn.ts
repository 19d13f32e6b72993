import type { AgentDefinition } from "../../agent/agent-definition.ts";
import type { TurnEndReason } from "../../agent/live-event.ts";
import type { SessionGrants } from "../approval/session-grants.ts";
import type { Desk } from "../session/desk.ts";
import type { Toolbox } from "../session/toolbox.ts";
import type { LoopDetector } from "./loop-detector.ts";
import type { MessageQueues } from "./queues.ts";
import type { StopGateState } from "./stop-gate.ts";

/** What the parts of the loop share while one turn runs. */
export interface Turn {
  readonly desk: Desk;
  readonly id: string;
  readonly signal: AbortSignal;
  readonly inputClass: string;
  readonly userMessage: string;
  /** A task of another agent is nobody's prompt: hooks on `input.pre_submit` are not asked about it. */
  readonly origin: "user" | "task";
  /** The session belongs to one agent for good: `force_handoff` means nothing in it. */
  readonly isPinned: boolean;
  readonly toolbox: Toolbox;
  readonly grants: SessionGrants;
  readonly queues: MessageQueues;
  readonly detector: LoopDetector;
  /** The agent that answers now; a handover changes it. */
  readonly agent: () => AgentDefinition;
  readonly modelsOf: (agent: AgentDefinition) => readonly string[];
  /** Hands the conversation over; used by tools and by `force_handoff`. */
  readonly switchTo: (agent: string, how: "handoff" | "force_handoff") => Promise<void>;
  readonly safetyPolicy: "unsafe" | "safer" | "strict" | null;
  /** Tells the hooks that the conversation begins, or begins anew. */
  readonly begin: (source: "compact") => Promise<unknown>;
  readonly progress: Progress;
}

/** What changes in the course of a turn. */
export interface Progress {
  iteration: number;
  /** Only what has to be told and recorded is left; messages are not taken any more. */
  isOver: boolean;
  /** 0 means no limit. */
  maxIterations: number;
  steps: number;
  messages: number;
  gate: StopGateState;
  /** What the model said in its last answer, which may be nothing. */
  answer: string;
  lastUserMessage: string;
  hasGivenUpCompacting: boolean;
  overflowRecoveries: number;
  /** A person refused one of the calls made last. */
  wasRejected: boolean;
}

/** How a step went on: another one, or the end of the turn. */
export type StepOutcome =
  | { readonly next: "step" }
  | { readonly next: "end"; readonly reason: TurnEndReason; readonly error: string | null };
