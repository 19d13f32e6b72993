import { contractOf } from "../../catalog/catalog.ts";
import type { EventContract } from "../../catalog/contract.ts";
import type { Effects } from "../../engine/effects.ts";
import type { Failure } from "../../engine/ports.ts";
import { failureText } from "../failure-text.ts";
import type { Question, Said } from "../translation.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Says in AGH's words what a hook asks for: a patch of the payload. */
export function writeAghReply({ event }: Question, answer: Effects | Failure): Said {
  if (answer.kind === "failure") return { exitCode: 1, stdout: "", stderr: failureText(answer), unsaid: [] };
  const contract = contractOf(event);
  const unsaid: string[] = [];
  const patch = { ...patchIn(contract, answer.patch ?? {}, unsaid), ...decisionIn(contract, answer, unsaid) };
  for (const field of ["contexts", "messages", "metadata"] as const) {
    const value = answer[field];
    if (value && Object.keys(value).length > 0) unsaid.push(field);
  }
  const stdout = Object.keys(patch).length === 0 ? "" : JSON.stringify(patch);
  return { exitCode: 0, stdout, stderr: "", unsaid };
}

function patchIn(contract: EventContract, patch: Fields, unsaid: string[]): Fields {
  const entries = Object.entries(patch).filter(([field, value]) => {
    const isSayable =
      Object.hasOwn(contract.patch.shape, field) && (value !== null || contract.nullReplaces.includes(field));
    if (!isSayable) unsaid.push(field);
    return isSayable;
  });
  return Object.fromEntries(entries);
}

/** A refusal is one of the patch's fields. A question is one where permissions are decided, else it becomes a refusal. */
function decisionIn(contract: EventContract, effects: Effects, unsaid: string[]): Fields {
  const { decision, reason } = effects;
  const says = (field: string) => Object.hasOwn(contract.patch.shape, field);
  const refusal = (why: string | undefined): Fields => {
    if (!says("deny")) {
      unsaid.push("deny");
      return {};
    }
    return { deny: true, ...(why !== undefined && why !== "" && { deny_reason: why }) };
  };
  if (decision === "deny") return refusal(reason);
  // Only a refusal sends an agent back to work.
  if (effects.continue) return refusal(effects.continue.message);
  if (effects.stop) {
    unsaid.push("stop");
    return refusal(effects.stop.reason);
  }
  if (decision === undefined) return {};
  if (says("decision")) {
    const words = typeof effects.patch?.decision === "string" ? effects.patch.decision : decision;
    return { decision: words, ...(reason !== undefined && says("reason") && { reason }) };
  }
  unsaid.push(decision);
  // Nobody can be asked, and an answer that wanted a person to look must not pass for consent.
  return decision === "ask" ? refusal(reason ?? "A hook wants a person to be asked.") : {};
}
