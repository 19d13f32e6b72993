import type { EventName } from "../catalog/catalog.ts";
import type { ContextText, Message } from "../engine/effects.ts";
import type { Run } from "../engine/run.ts";
import type { Decision, VerdictProblem } from "../engine/verdict.ts";
import type { ModelUsage } from "./chat-model.ts";
import type { SessionRecord } from "./session.ts";
import type { FileChange, ToolInput } from "./tool.ts";
import type { InputOrigin } from "./transcript.ts";

/** What a session tells whoever watches it, as it happens. Each carries the session it is about; sub-agents tell theirs. */
export type LiveEvent = { readonly session_id: string; readonly turn_id: string | null } & LiveEventBody;

export type LiveEventBody =
  | { readonly kind: "session_started"; readonly source: string; readonly session: SessionRecord }
  | { readonly kind: "session_ended"; readonly reason: string; readonly session: SessionRecord }
  | { readonly kind: "turn_started"; readonly message: string; readonly origin: InputOrigin }
  | { readonly kind: "turn_ended"; readonly reason: TurnEndReason; readonly answer: string }
  /** A message that waited has reached the agent. */
  | { readonly kind: "input_taken"; readonly origin: InputOrigin; readonly texts: readonly string[] }
  | {
      readonly kind: "step_started";
      readonly iteration: number;
      readonly agent: string;
      readonly model: string;
      readonly is_scripted: boolean;
    }
  | { readonly kind: "step_ended"; readonly iteration: number; readonly reason: string }
  | { readonly kind: "message_started"; readonly message_id: string; readonly agent: string }
  | {
      readonly kind: "message_delta";
      readonly message_id: string;
      readonly delta: "text" | "thought";
      readonly text: string;
    }
  | { readonly kind: "message_ended"; readonly message_id: string; readonly text: string }
  | {
      readonly kind: "model_called";
      readonly model: string;
      readonly usage: ModelUsage | null;
      readonly cost: number | null;
      readonly context_limit: number | null;
    }
  | {
      readonly kind: "tool_called";
      readonly tool_call_id: string;
      readonly tool_name: string;
      readonly title: string;
      readonly tool_input: ToolInput | null;
    }
  | ({ readonly kind: "confirmation_requested" } & ConfirmationRequest)
  | {
      readonly kind: "permission_decided";
      readonly tool_call_id: string;
      readonly decision: "allow" | "deny" | "canceled";
      readonly source: string;
      readonly reason: string | null;
      /** What the tool is called with, when hooks changed it. */
      readonly tool_input?: ToolInput;
    }
  | { readonly kind: "tool_output"; readonly tool_call_id: string; readonly text: string }
  | {
      readonly kind: "tool_returned";
      readonly tool_call_id: string;
      readonly tool_name: string;
      readonly text: string;
      readonly is_error: boolean;
      readonly outcome: string;
      readonly changes: readonly FileChange[];
    }
  /** Hooks were asked: what one dispatch came to. Only told when at least one hook had something to do with it. */
  | {
      readonly kind: "hooks_ran";
      readonly event: EventName;
      readonly decision: Decision;
      readonly reason: string | null;
      readonly runs: readonly Run[];
      readonly contexts: readonly ({ readonly hook: string } & ContextText)[];
      readonly messages: readonly ({ readonly hook: string } & Message)[];
      readonly problems: readonly VerdictProblem[];
      /** A hook wants the agent to go on working instead of stopping. */
      readonly continue: { readonly message: string } | null;
    }
  | {
      readonly kind: "notice";
      readonly level: "info" | "warning" | "error";
      readonly code: string;
      readonly message: string;
    }
  | { readonly kind: "compaction_started"; readonly reason: string }
  | {
      readonly kind: "compaction_ended";
      readonly reason: string;
      /** `skipped`: a hook did not want it, or there was nothing to shorten. */
      readonly outcome: "applied" | "skipped" | "failed";
      readonly summary: string | null;
    }
  | { readonly kind: "agent_switched"; readonly from: string; readonly to: string; readonly how: string }
  | {
      readonly kind: "subagent_started";
      readonly child_session_id: string;
      readonly agent: string;
      readonly task: string;
    }
  | {
      readonly kind: "subagent_stopped";
      readonly child_session_id: string;
      readonly agent: string;
      readonly response: string;
      readonly error: string | null;
    }
  | { readonly kind: "awaiting_input"; readonly waiting_for: string };

/** Why a user's turn ended. */
export type TurnEndReason =
  | "normal"
  | "error"
  | "canceled"
  | "hook_blocked"
  | "hook_stopped"
  | "loop_detected"
  | "max_iterations";

/** A tool call that somebody has to decide on. */
export interface ConfirmationRequest {
  readonly request_id: string;
  readonly tool_call_id: string;
  readonly tool_name: string;
  readonly title: string;
  readonly tool_input: ToolInput;
  readonly decision_class: string;
  /** Why it is asked: what a hook or a rule said. */
  readonly reason: string | null;
  /** `blast_radius`, `category`, `reason` and whatever else hooks and the tool say of the call. */
  readonly metadata: Readonly<Record<string, unknown>>;
}

export type ConfirmationAnswer =
  | { readonly kind: "approve" }
  /** Everything from now on. */
  | { readonly kind: "approve-session" }
  /** This tool from now on; `rule` narrows it, e.g. `shell:cmd=npm test*`. */
  | { readonly kind: "approve-tool"; readonly rule?: string }
  | { readonly kind: "reject"; readonly reason?: string };

/** Whoever can be asked. Without one a session is not interactive, and what would be asked is refused. */
export interface Operator {
  /** Rejects when `signal` fires. */
  readonly confirm: (request: ConfirmationRequest, signal: AbortSignal) => Promise<ConfirmationAnswer>;
  /** A turn has used up its model calls: may it go on? */
  readonly extendLimit: (request: { readonly maxIterations: number }, signal: AbortSignal) => Promise<boolean>;
}
