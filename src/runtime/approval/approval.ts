import type { LiveEventBody, Operator } from "../../agent/live-event.ts";
import type { Tool, ToolInput } from "../../agent/tool.ts";
import type { PermissionRules } from "../../engine/permission-rules.ts";
import type { Verdict } from "../../engine/verdict.ts";
import type { SessionHooks } from "../session-hooks.ts";
import type { SessionGrants } from "./session-grants.ts";

/** A tool call that a model wants; nothing of it has happened yet. */
export interface CallToApprove {
  readonly id: string;
  readonly tool: Tool;
  readonly input: ToolInput;
  /** What the call is about, in a few words for a person. */
  readonly title: string;
}

/** What surrounds a call: whoever has a say, and whoever wants to know. */
export interface ApprovalContext {
  readonly hooks: SessionHooks;
  readonly grants: SessionGrants;
  /** Rules of the agents' files. */
  readonly team: PermissionRules | null;
  /** How careful hooks that judge commands are asked to be; null leaves it to them. */
  readonly safetyPolicy: "unsafe" | "safer" | "strict" | null;
  /** Null in a session that nobody sits at: what would be asked is refused. */
  readonly operator: Operator | null;
  readonly tell: (event: LiveEventBody) => void;
  readonly signal: AbortSignal;
  /** Calls of one batch run at the same time; a person is asked about one after the other. */
  readonly promptTurn: <T>(work: () => Promise<T>) => Promise<T>;
}

/** Who settled it, in docker-agent's words. `approval_failed` is ours: something broke, so nobody could approve. */
export type ApprovalSource =
  | "yolo"
  | "session_permissions_allow"
  | "session_permissions_deny"
  | "team_permissions_allow"
  | "team_permissions_deny"
  | "pre_tool_use_hook_allow"
  | "pre_tool_use_hook_deny"
  | "permission_request_hook_allow"
  | "permission_request_hook_deny"
  | "readonly_hint"
  | "user_approved"
  | "user_approved_session"
  | "user_approved_tool"
  | "user_rejected"
  | "non_interactive_deny"
  | "context_canceled"
  | "approval_failed";

/** How it was settled. */
export interface Settled {
  readonly decision: "allow" | "deny" | "canceled";
  readonly source: ApprovalSource;
  readonly reason: string | null;
  /** The hook that refused; null when it was nobody or somebody else. */
  readonly hook: { readonly name: string; readonly dialect: string } | null;
}

/** What became of a call that was to be approved. Only `allow` lets it run, and only with this input. */
export interface Approval extends Settled {
  readonly input: ToolInput;
  readonly inputChanged: boolean;
  /** What hooks on `tool.pre_call` want the model to know. */
  readonly contexts: Verdict["contexts"];
  /** A hook wants the run to end; the call is then refused as well. */
  readonly stop: { readonly reason: string } | null;
}

export function allowed(source: ApprovalSource, reason: string | null = null): Settled {
  return { decision: "allow", source, reason, hook: null };
}

export function denied(source: ApprovalSource, reason: string | null, hook: Settled["hook"] = null): Settled {
  return { decision: "deny", source, reason, hook };
}

export const canceled: Settled = Object.freeze({
  decision: "canceled",
  source: "context_canceled",
  reason: "The turn was canceled before the call was approved.",
  hook: null,
});
