import { isDeniedDecision } from "../../catalog/permission.ts";
import type { Verdict } from "../../engine/verdict.ts";
import { allowed, canceled, denied, type Settled } from "./approval.ts";
import { nobodyYet } from "./authors.ts";
import { resourceOf, toolCallFields, toolFields } from "./call-facts.ts";
import { type PendingCall, raiseQuestion, takeInput } from "./pending-call.ts";
import { lookAgain } from "./pre-call-lanes.ts";
import { refuserIn } from "./refuser.ts";
import { standingOf } from "./standing.ts";

type RequestVerdict = Verdict<"permission.request">;

const options = [
  { decision: "allow-once", option_id: "allow-once", kind: "allow_once", label: "Allow once" },
  { decision: "allow-always", option_id: "allow-always", kind: "allow_always", label: "Always allow" },
  { decision: "reject-once", option_id: "reject-once", kind: "reject_once", label: "Reject" },
];

/** Gives hooks the chance to answer in the user's place. Null: the user has to. */
export async function askPermissionHooks(pending: PendingCall): Promise<Settled | null> {
  // A hook that nothing goes before wants a person to look at this; no other hook may spare them that.
  if (pending.question?.kind === "preempt") return null;
  const { hooks, signal } = pending.around;
  const verdict = await hooks.fire(
    "permission.request",
    { ...permissionFields(pending), decision: "ask", options },
    { signal },
  );
  if (signal.aborted) return canceled;
  if (verdict.decision === "deny" || isDeniedDecision(verdict.payload.decision)) {
    return denied("permission_request_hook_deny", verdict.reason, refuserIn(verdict));
  }
  pending.requestMetadata = verdict.metadata;
  pending.decisionClass = verdict.payload.decision_class ?? pending.decisionClass;
  const input = takeInput(pending, verdict.payload.tool_input);
  if (typeof input !== "string") return denied("permission_request_hook_deny", input.bad);
  const refusal = input === "rewritten" ? await lookAgain(pending, nobodyYet) : null;
  if (refusal !== null) return refusal;
  if (verdict.decision === "ask") raiseQuestion(pending, "hook", verdict.reason);
  return isAllowed(verdict, input) && !mustBeAskedAnew(pending, input)
    ? allowed("permission_request_hook_allow", verdict.reason)
    : null;
}

/** What the events around a permission say of it. */
export function permissionFields(pending: PendingCall) {
  const resource = resourceOf(pending);
  return {
    ...toolFields(pending, pending.around.safetyPolicy),
    request_id: requestId(pending),
    action: pending.decisionClass,
    ...(resource !== null && { resource }),
    decision_class: pending.decisionClass,
    tool_call: toolCallFields(pending),
  };
}

/** A call is asked about once at most, so its own id is enough. */
export function requestId({ call }: PendingCall): string {
  return `perm_${call.id}`;
}

/** Somebody who says yes by patching `decision` alone may have said it of another input than the one that is left. */
function isAllowed({ decision, payload }: RequestVerdict, input: "unchanged" | "rewritten"): boolean {
  if (decision !== "none" || input === "rewritten") return decision === "allow";
  return /^\s*(allow|approve)/i.test(payload.decision ?? "");
}

/** Hooks or rules want the input that a hook has left to be asked about. */
function mustBeAskedAnew(
  { around, call, input, isAskedAnew }: PendingCall,
  change: "unchanged" | "rewritten",
): boolean {
  if (change === "unchanged") return false;
  return isAskedAnew || standingOf(around.grants, around.team, call.tool.name, input).kind === "ask";
}
