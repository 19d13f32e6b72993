import type { ConfirmationRequest, TurnEndReason } from "../../agent/live-event.ts";
import type { FileChange, ToolInput } from "../../agent/tool.ts";
import type { InputOrigin } from "../../agent/transcript.ts";
import type { HookNote } from "./hook-notes.ts";
import type { Spent } from "./spent.ts";

/**
 * Something that happened and is shown. A block never changes once it is there, so that it can be printed and forgotten;
 * what still changes is in the view state. All texts are as they came: whoever shows them makes them printable.
 */
export type Block = { readonly from: Speaker } & BlockBody;

/** The session a block is about: the user's own has depth 0, sub-agents below it have a name. */
export interface Speaker {
  readonly depth: number;
  readonly agent: string | null;
}

export type BlockBody =
  | { readonly kind: "session-started"; readonly source: string; readonly agent: string; readonly id: string }
  | { readonly kind: "session-ended"; readonly reason: string; readonly spent: Spent }
  | { readonly kind: "input"; readonly origin: InputOrigin; readonly text: string }
  | { readonly kind: "model"; readonly agent: string; readonly model: string; readonly isScripted: boolean }
  /** A line of an answer, or what there is of it when something else came between. */
  | { readonly kind: "text"; readonly voice: Voice; readonly line: string; readonly isFirst: boolean }
  /** What was shown of an answer no longer holds. */
  | { readonly kind: "text-replaced"; readonly text: string }
  | { readonly kind: "tool-called"; readonly tool: string; readonly title: string }
  | { readonly kind: "asked"; readonly request: ConfirmationRequest }
  | {
      readonly kind: "permission";
      readonly decision: "allow" | "deny" | "canceled";
      readonly source: string;
      readonly reason: string | null;
      readonly changedInput: ToolInput | null;
      /** Says which call is meant when several are open. */
      readonly title: string | null;
    }
  | {
      readonly kind: "tool-returned";
      readonly tool: string;
      readonly title: string | null;
      readonly text: string;
      readonly isError: boolean;
      readonly outcome: string;
      readonly changes: readonly FileChange[];
    }
  | { readonly kind: "hook"; readonly note: HookNote }
  | {
      readonly kind: "notice";
      readonly level: "info" | "warning" | "error";
      readonly code: string;
      readonly message: string;
    }
  | { readonly kind: "compaction-started"; readonly reason: string }
  | {
      readonly kind: "compaction-ended";
      readonly outcome: "applied" | "skipped" | "failed";
      readonly summary: string | null;
    }
  | { readonly kind: "agent-switched"; readonly before: string; readonly after: string; readonly how: string }
  | { readonly kind: "subagent-started"; readonly agent: string; readonly task: string }
  | {
      readonly kind: "subagent-stopped";
      readonly agent: string;
      readonly response: string;
      readonly error: string | null;
    }
  | {
      readonly kind: "turn-ended";
      readonly reason: TurnEndReason;
      readonly spent: Spent;
      readonly isScripted: boolean;
    };

export type Voice = "text" | "thought";
