import {
  type Approval,
  type ApprovalContext,
  allowed,
  type CallToApprove,
  canceled,
  denied,
  type Settled,
} from "./approval.ts";
import { askOperator } from "./ask-operator.ts";
import { toolCallFields, toolFields } from "./call-facts.ts";
import { type PendingCall, pendingCall, raiseQuestion } from "./pending-call.ts";
import { askPermissionHooks, permissionFields } from "./permission-request.ts";
import { askOtherLanes, takeFirstLook } from "./pre-call-lanes.ts";

/**
 * Settles whether a tool call may run, and with which input. Whatever happens, `permission.decided` has fired exactly once
 * when it resolves. It rejects only when no events can be fired any more; then the call must not run.
 */
export async function approveCall(call: CallToApprove, around: ApprovalContext): Promise<Approval> {
  const pending = pendingCall(call, around);
  const settled = await announce(pending, await settle(pending));
  const { input, isRewritten, contexts, stop } = pending;
  return { ...settled, input, inputChanged: isRewritten, contexts, stop };
}

async function settle(pending: PendingCall): Promise<Settled> {
  try {
    return (
      (await takeFirstLook(pending)) ??
      (await askOtherLanes(pending)) ??
      approveUnasked(pending) ??
      (await askPermissionHooks(pending)) ??
      (await askOperator(pending))
    );
  } catch (error) {
    if (pending.around.signal.aborted) return canceled;
    const why = error instanceof Error ? error.message : String(error);
    return denied("approval_failed", `it could not be approved, because something broke: ${why}`);
  }
}

/** Nobody has refused. Null: somebody has to be asked, and the pending call says why. */
function approveUnasked(pending: PendingCall): Settled | null {
  const { standing, question, allowedByHook, readOnly } = pending;
  if (question === null) {
    if (standing.kind === "allowed") return allowed(standing.source, standing.reason);
    if (standing.kind === "ask") raiseQuestion(pending, "rule", standing.reason);
    else if (allowedByHook !== null) return allowed("pre_tool_use_hook_allow", allowedByHook.reason);
    else if (readOnly) return allowed("readonly_hint");
    else raiseQuestion(pending, "nobody", null);
  }
  pending.isAsked = true;
  return null;
}

/** Tells hooks and watchers how it ended. The user's cancellation does not reach these: they are what remains of the call. */
async function announce(pending: PendingCall, settled: Settled): Promise<Settled> {
  const { call, around, isAsked, decisionClass, isRewritten, input } = pending;
  const { decision, source, reason } = settled;
  const said = reason === null ? {} : { reason };
  if (isAsked) {
    const event = decision === "allow" ? "permission.resolved" : "permission.denied";
    await around.hooks.fire(event, {
      ...permissionFields(pending),
      decision: decision === "allow" ? "allow" : "deny",
      ...said,
    });
  }
  const told = await around.hooks.fire("permission.decided", {
    ...toolFields(pending, around.safetyPolicy),
    tool_call: toolCallFields(pending),
    decision,
    decision_class: decisionClass,
    decision_source: source,
    ...said,
  });
  // Nobody can deny here but a required hook that failed: what it was to keep account of must not happen without it.
  const final = told.decision === "deny" && decision === "allow" ? denied("approval_failed", told.reason) : settled;
  around.tell({
    kind: "permission_decided",
    tool_call_id: call.id,
    decision: final.decision,
    source: final.source,
    reason: final.reason,
    ...(isRewritten && { tool_input: input }),
  });
  return final;
}
