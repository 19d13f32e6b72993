import type { Failure } from "../../../engine/ports.ts";
import { isTable } from "../../../lib/source-document.ts";
import { type Answer, type AttachmentBody, answer, noReason } from "./answer.ts";
import {
  blockingErrorIn,
  contextsIn,
  pickText,
  specificOf,
  stopReasonIn,
  suppressesOutput,
  systemMessageIn,
  unreadKeys,
} from "./fields.ts";
import { contextAttachment, preventsContinuation } from "./prompt.ts";

type Fields = Readonly<Record<string, unknown>>;
type Decision = NonNullable<Answer["decision"]>;

/** Reads an answer about a tool call that has not happened yet. Somebody waits for a verdict, so a strange one is a failure. */
export function readToolAnswer(object: Fields, event: string): Answer | Failure {
  const specific = specificOf(object);
  // Outside its place the key is not Claude Code's, but nobody writes it to let a call pass.
  const permission = specific.permissionDecision ?? object.permissionDecision;
  const strange = strangeIn("permissionDecision", permission) ?? strangeIn("decision", object.decision);
  if (strange !== null) return { kind: "failure", failure: "unreadable", detail: strange };

  const blockingError = blockingErrorIn(object, noReason);
  const prevents = preventsContinuation(object);
  const decision = strictest(
    blockingError === undefined && !prevents ? undefined : "deny",
    decisions.get(permission),
    decisions.get(object.decision),
  );
  const reason =
    blockingError ??
    pickText(specific, "permissionDecisionReason", "reason") ??
    pickText(object, "reason", "permissionDecisionReason") ??
    stopReasonIn(object) ??
    (decision === "deny" ? noReason : undefined);
  const contexts = contextsIn(object);
  const systemMessage = systemMessageIn(object);
  const { updatedInput } = specific;
  return answer({
    ...(decision !== undefined && { decision }),
    ...(reason !== undefined && { reason }),
    ...(prevents && { prevents: { reason: stopReasonIn(object) ?? reason ?? noReason } }),
    ...(systemMessage !== undefined && { systemMessage }),
    ...(suppressesOutput(object) && { suppressesOutput: true }),
    ...(isTable(updatedInput) && decision !== "deny" && { updatedInput }),
    contexts,
    warnings:
      permission === "defer" ? ["A hook wants to decide later, which is not possible here; you are asked."] : [],
    unread: [
      ...unreadKeys(object, event, knownKeys),
      ...(updatedInput !== undefined && !isTable(updatedInput) ? ["hookSpecificOutput.updatedInput"] : []),
    ],
    attachments: attachmentsFor(object, decision, reason, contexts),
  });
}

const knownKeys = {
  top: ["permissionDecision", "permissionDecisionReason"],
  specific: ["permissionDecision", "permissionDecisionReason", "reason", "updatedInput"],
};

const decisions: ReadonlyMap<unknown, Decision> = new Map<unknown, Decision>([
  ["deny", "deny"],
  ["block", "deny"],
  ["ask", "ask"],
  // Claude Code would put the call aside until a program decides. Asking is the nearest thing to it.
  ["defer", "ask"],
  ["allow", "allow"],
  ["approve", "allow"],
]);
const strictness: readonly Decision[] = ["deny", "ask", "allow"];

function strictest(...given: readonly (Decision | undefined)[]): Decision | undefined {
  return strictness.find((decision) => given.includes(decision));
}

function strangeIn(key: string, value: unknown): string | null {
  if (value === undefined || value === null || value === "" || decisions.has(value)) return null;
  return `its ${key} is ${JSON.stringify(value).slice(0, 100)} instead of "allow", "deny" or "ask"`;
}

function attachmentsFor(
  object: Fields,
  decision: Decision | undefined,
  reason: string | undefined,
  contexts: readonly string[],
): AttachmentBody[] {
  const added = contexts.map(contextAttachment);
  if (decision === "deny") return [...added, { type: "hook_blocking_error", payload: { error: reason } }];
  const isOnlyContext = decision === undefined && added.length > 0;
  return isOnlyContext ? added : [...added, { type: "hook_success", payload: object }];
}
