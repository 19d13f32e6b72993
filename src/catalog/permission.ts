import { z } from "zod";
import { replaceFields } from "./apply.ts";
import { type ApplyPatch, defineEvent } from "./contract.ts";
import { control, hostBlock, nothing, raw, sessionBlock, text, toolRef, trimmed, turnBlock, whole } from "./fields.ts";

const locations = z.array(z.object({ path: text, start_line: whole, end_line: whole })).nullish();
const toolCall = z.object({ id: text, kind: text, title: text, status: text, locations });
const options = z.array(z.object({ decision: text, option_id: text, kind: text, label: text })).nullish();

const place = { ...sessionBlock, ...turnBlock, ...hostBlock };
const tool = { ...toolRef, tool_category: text, safety_policy: text, tool_input: raw };
const request = {
  ...place,
  ...tool,
  request_id: text,
  action: text,
  resource: text,
  decision: text,
  decision_class: text,
  tool_call: toolCall,
};

const applyDecision: ApplyPatch = (payload, patch) => {
  const next = replaceFields(payload, patch, ["decision", "decision_class", "tool_input"]);
  if (patch.deny === true) next.decision = "deny";
  return next;
};

export const permissionRequest = defineEvent({
  name: "permission.request",
  family: "permission",
  summary: "A permission is about to be decided.",
  firedBy: "A call that a person would be asked about.",
  payload: ["PermissionRequestPayload", { ...request, options }],
  patch: [
    "PermissionRequestPatch",
    { ...control, decision: trimmed, decision_class: trimmed, reason: trimmed, tool_input: raw },
  ],
  deny: "refuses",
  powers: ["ask", "allow"],
  guard: "permission-escalation",
  apply: applyDecision,
});

const outcome = { ...request, reason: text };

export const permissionResolved = defineEvent({
  name: "permission.resolved",
  family: "permission",
  summary: "A permission was decided and not refused.",
  firedBy: "The end of such a question, when the call may run.",
  payload: ["PermissionResolvedPayload", outcome],
  patch: ["PermissionResolvedPatch", nothing],
  sync: false,
  detached: true,
});

export const permissionDenied = defineEvent({
  name: "permission.denied",
  family: "permission",
  summary: "A permission was refused.",
  firedBy: "The end of such a question, when it may not.",
  payload: ["PermissionDeniedPayload", outcome],
  patch: ["PermissionDeniedPatch", nothing],
  sync: false,
  detached: true,
});

export const permissionDecided = defineEvent({
  name: "permission.decided",
  family: "permission",
  summary: "It is settled whether a tool call may run, and who settled it; fires once per call.",
  firedBy: "Every call of a tool that exists, once, before it runs or is refused.",
  payload: [
    "PermissionDecidedPayload",
    {
      ...place,
      ...tool,
      tool_call: toolCall.nullish(),
      decision: text,
      decision_class: text,
      decision_source: text,
      reason: text,
    },
  ],
  patch: ["ObservationPatch", nothing],
});

const refusals = new Set(["block", "blocked", "deny", "denied", "reject", "rejected"]);

/** True when a permission's `decision` is one of the many words for no, such as `deny`, `Rejected` or `reject-once`. */
export function isDeniedDecision(decision: unknown): boolean {
  if (typeof decision !== "string") return false;
  const word = decision.trim().toLowerCase();
  return refusals.has(word) || /^(block|deny|reject)-/.test(word);
}
