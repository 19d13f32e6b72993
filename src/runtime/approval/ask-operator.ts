import type { ConfirmationAnswer, ConfirmationRequest, Operator } from "../../agent/live-event.ts";
import { parsePermissionRule } from "../../engine/permission-rule.ts";
import { allowed, canceled, denied, type Settled } from "./approval.ts";
import { titleOf } from "./call-facts.ts";
import { isGranted, type PendingCall, type Question } from "./pending-call.ts";
import { requestId } from "./permission-request.ts";
import { standingOf } from "./standing.ts";

/** Asks whoever sits at the session, and refuses when nobody does. */
export async function askOperator(pending: PendingCall): Promise<Settled> {
  const { operator, promptTurn, signal } = pending.around;
  if (operator === null) return denied("non_interactive_deny", whyNobodyAnswers(pending));
  return promptTurn(async () => {
    if (signal.aborted) return canceled;
    return approvedMeanwhile(pending) ?? (await confirm(pending, operator));
  });
}

async function confirm(pending: PendingCall, operator: Operator): Promise<Settled> {
  const { hooks, tell, signal } = pending.around;
  const request = confirmationOf(pending);
  tell({ kind: "confirmation_requested", ...request });
  const choices = ["approve", "approve-session", "approve-tool", "reject"];
  await hooks.fire(
    "session.awaiting_input",
    { waiting_for: "tool_confirmation", question: request.title, choices },
    { signal },
  );
  if (signal.aborted) return canceled;
  const answer = await operator.confirm(request, signal);
  return signal.aborted ? canceled : takeAnswer(pending, answer);
}

function confirmationOf(pending: PendingCall): ConfirmationRequest {
  const { call, input, question } = pending;
  return {
    request_id: requestId(pending),
    tool_call_id: call.id,
    tool_name: call.tool.name,
    title: titleOf(pending),
    tool_input: input,
    decision_class: pending.decisionClass,
    reason: question?.reason ?? null,
    metadata: { ...call.tool.metadata, ...pending.requestMetadata, ...pending.preemptMetadata },
  };
}

/** While this call waited for its turn the user may have approved it with an answer about another one. */
function approvedMeanwhile(pending: PendingCall): Settled | null {
  const { around, call, input, question, isRewritten } = pending;
  if (question?.kind === "preempt" || question?.kind === "hook") {
    return !isRewritten && isGranted(pending) ? allowed("session_permissions_allow") : null;
  }
  const standing = standingOf(around.grants, around.team, call.tool.name, input);
  if (standing.kind !== "allowed") return null;
  return standing.source === "yolo" || !isRewritten ? allowed(standing.source, standing.reason) : null;
}

function takeAnswer(pending: PendingCall, answer: ConfirmationAnswer): Settled {
  const { grants } = pending.around;
  switch (answer.kind) {
    case "approve":
      return allowed("user_approved");
    case "approve-session":
      grants.isYolo = true;
      return allowed("user_approved_session");
    case "approve-tool":
      return approveTool(pending, answer.rule);
    case "reject":
      return denied("user_rejected", answer.reason?.trim() || null);
  }
}

function approveTool({ around, call }: PendingCall, text: string | undefined): Settled {
  const rule = parsePermissionRule(text ?? call.tool.name.replaceAll(/[*?[\\]/g, "\\$&"));
  if ("bad" in rule) {
    const message = `The rule ${JSON.stringify(text)} cannot be read: ${rule.bad}. The call was approved this once; write a rule like "shell:cmd=git status*".`;
    around.tell({ kind: "notice", level: "warning", code: "PERMISSION_RULE_INVALID", message });
    return allowed("user_approved");
  }
  around.grants.add(rule);
  return allowed("user_approved_tool");
}

function whyNobodyAnswers({ question, call }: PendingCall): string {
  const { kind, reason } = question ?? { kind: "nobody", reason: null };
  return `nobody can be asked in this session, and ${whyAsked(kind, reason)}. ${wayOut[kind](call.tool.name)}`;
}

function whyAsked(kind: Question["kind"], reason: string | null): string {
  switch (kind) {
    case "nobody":
      return "the call does more than read while nobody has approved it";
    case "rule":
      return reason ?? "a rule wants it to be asked about";
    case "preempt":
    case "hook":
      return `a hook wants it to be approved${reason === null ? "" : ` (${reason.trim().replace(/\.$/, "")})`}`;
  }
}

const atTerminal = "Run it in a terminal to decide";
const changeHook = () => `${atTerminal}, or change the hook; --yolo does not overrule it.`;
const wayOut: Readonly<Record<Question["kind"], (tool: string) => string>> = {
  nobody: (tool) => `${atTerminal}, or allow it: --allow ${tool} for this tool, --yolo for every call.`,
  rule: () => `${atTerminal}, change the rule, or use --yolo.`,
  hook: changeHook,
  preempt: changeHook,
};
