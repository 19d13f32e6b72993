import type { ModelUsage } from "./chat-model.ts";

/** Where a message in the user's role comes from. */
export type InputOrigin = "user" | "steering" | "followup" | "stop-hook" | "handoff" | "task" | "limit";

/** Everything that is recorded of a session, by what AGH calls its record type. */
export type Entry =
  | {
      readonly type: "user_message";
      readonly content: {
        /** As the model reads it, with what hooks put around it. */
        readonly text: string;
        /** As it was typed. */
        readonly typed: string;
        readonly origin: InputOrigin;
        readonly input_class: string;
      };
    }
  | {
      readonly type: "agent_message";
      readonly content: {
        readonly message_id: string;
        readonly role: string;
        readonly text: string;
        readonly agent: string;
        readonly model: string;
        readonly provider_data?: unknown;
        /** The answer was cut off: the user canceled, or the connection broke. */
        readonly is_partial?: true;
      };
    }
  | { readonly type: "thought"; readonly content: { readonly text: string; readonly agent: string } }
  /** Recorded before the call is approved or run, so that it is known whatever happens. */
  | {
      readonly type: "tool_call";
      readonly content: {
        readonly tool_call_id: string;
        readonly tool_name: string;
        /** As the model wrote it. */
        readonly arguments: string;
        readonly agent: string;
        readonly provider_data?: unknown;
      };
    }
  | {
      readonly type: "permission";
      readonly content: {
        readonly tool_call_id: string;
        readonly decision: "allow" | "deny" | "canceled";
        readonly source: string;
        readonly reason: string | null;
        /** What the tool was run with, when hooks changed it. */
        readonly tool_input?: unknown;
      };
    }
  /** Every tool call gets exactly one. */
  | {
      readonly type: "tool_result";
      readonly content: {
        readonly tool_call_id: string;
        readonly tool_name: string;
        readonly text: string;
        readonly is_error: boolean;
        /** `ran`: the tool did its work, well or not. All others: it did not run, or nobody knows how far it came. */
        readonly outcome: "ran" | "denied" | "canceled" | "not-available" | "interrupted" | "stopped";
      };
    }
  | {
      readonly type: "usage";
      readonly content: {
        readonly model: string;
        readonly usage: ModelUsage | null;
        readonly cost: number | null;
      };
    }
  | { readonly type: "system"; readonly content: SystemEntry }
  | { readonly type: "error"; readonly content: { readonly code: string; readonly message: string } }
  /** Ends a turn. A turn without one was cut off with its process. */
  | { readonly type: "done"; readonly content: { readonly reason: string } }
  | { readonly type: "session_stopped"; readonly content: { readonly reason: string } };

export type SystemEntry =
  /** What came before `keep_from` is replaced by the summary when the conversation is put together. */
  | {
      readonly kind: "compaction";
      readonly summary: string;
      /** The sequence of the first entry that is kept as it is. */
      readonly keep_from: number;
      readonly reason: string;
      readonly input_tokens: number;
    }
  /** The conversation begins anew here. */
  | { readonly kind: "cleared" }
  | { readonly kind: "agent_switched"; readonly from: string; readonly to: string; readonly how: string }
  | { readonly kind: "subagent"; readonly session_id: string; readonly agent: string; readonly task: string }
  /** A hook has changed a result after it was recorded; this is what the model reads. */
  | { readonly kind: "result_replaced"; readonly tool_call_id: string; readonly text: string; readonly by: string }
  /** The session was found without an owner: its process had been killed. */
  | { readonly kind: "recovered"; readonly interrupted_calls: readonly string[] };

export type RecordType = Entry["type"];

/** An entry as it is kept: the transcript of a session is its entries in the order of their sequence, without gaps. */
export type TranscriptEntry = Entry & {
  readonly session_id: string;
  /** 1, 2, 3, … within the session. */
  readonly sequence: number;
  readonly turn_id: string | null;
  readonly recorded_at: string;
};
