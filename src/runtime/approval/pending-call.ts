import { isDeepStrictEqual } from "node:util";
import type { ToolInput } from "../../agent/tool.ts";
import type { Lane } from "../../engine/hook.ts";
import { satisfiesPreemptAsk } from "../../engine/permission-rules.ts";
import type { Verdict } from "../../engine/verdict.ts";
import type { ApprovalContext, CallToApprove } from "./approval.ts";
import { type CallNow, countCommands } from "./call-facts.ts";
import type { Standing } from "./standing.ts";

/** Why somebody has to be asked. `preempt` is the strongest: no hook may answer in the user's place. */
export interface Question {
  readonly kind: "preempt" | "hook" | "rule" | "nobody";
  /** What the hook or the rule said. */
  readonly reason: string | null;
}

/** A call while it is being approved. */
export interface PendingCall extends CallNow {
  readonly around: ApprovalContext;
  input: ToolInput;
  readOnly: boolean;
  /** A hook has changed the input. What was approved before does not cover it. */
  isRewritten: boolean;
  standing: Standing;
  question: Question | null;
  /** Nothing has settled the call, so that the question is really put to somebody. */
  isAsked: boolean;
  /** The lanes of guards that have looked at the call, and will have to look again when its input changes. */
  lanesAsked: readonly Lane[];
  /** Hooks that have changed the input while they were asked for the first time. */
  rewriters: ReadonlySet<string>;
  /** Hooks that looked at the changed input want somebody to be asked about it. */
  isAskedAnew: boolean;
  /** A hook on `tool.pre_call` has allowed the call as it is now, for this reason. */
  allowedByHook: { readonly reason: string | null } | null;
  decisionClass: string;
  contexts: Verdict["contexts"];
  stop: { readonly reason: string } | null;
  /** What hooks say of the call to whoever has to decide on it. */
  preemptMetadata: Readonly<Record<string, unknown>>;
  requestMetadata: Readonly<Record<string, unknown>>;
}

export function pendingCall(call: CallToApprove, around: ApprovalContext): PendingCall {
  const { readOnly, decisionClass } = call.tool;
  return {
    call,
    around,
    input: call.input,
    readOnly,
    isRewritten: false,
    standing: { kind: "open" },
    question: null,
    isAsked: false,
    lanesAsked: [],
    rewriters: new Set(),
    isAskedAnew: false,
    allowedByHook: null,
    decisionClass,
    contexts: [],
    stop: null,
    preemptMetadata: {},
    requestMetadata: {},
  };
}

const strength = { nobody: 0, rule: 1, hook: 2, preempt: 3 } satisfies Record<Question["kind"], number>;

/** Somebody has to be asked; of several reasons the strongest counts, and of equals the first. */
export function raiseQuestion(pending: PendingCall, kind: Question["kind"], reason: string | null): void {
  const { question } = pending;
  if (question === null || strength[kind] > strength[question.kind]) pending.question = { kind, reason };
}

/** Says whether the user has approved exactly this call for the session, so that no hook has to have it asked again. */
export function isGranted({ call, input, around }: PendingCall): boolean {
  const commands = countCommands(input);
  // With two of them nobody knows which one was approved.
  if (commands > 1) return false;
  return satisfiesPreemptAsk(around.grants.rules, call.tool.name, input, { wholeTool: commands === 0 });
}

/** Takes over the input that hooks have left. `unchanged` also when it only looks like another one. */
export function takeInput(pending: PendingCall, input: unknown): "unchanged" | "rewritten" | { readonly bad: string } {
  if (input === pending.input) return "unchanged";
  if (typeof input !== "object" || input === null || Array.isArray(input)) {
    return { bad: "a hook replaced the input of the tool with something that is not an object" };
  }
  // Copied, because what a hook keeps hold of could still change after it was checked.
  const copy = structuredClone(input) as ToolInput;
  if (isDeepStrictEqual(copy, structuredClone(pending.input))) return "unchanged";
  pending.input = copy;
  pending.isRewritten = true;
  return "rewritten";
}
