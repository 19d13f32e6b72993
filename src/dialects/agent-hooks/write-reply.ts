import { contractOf } from "../../catalog/catalog.ts";
import type { EventContract } from "../../catalog/contract.ts";
import type { Effects } from "../../engine/effects.ts";
import type { Failure } from "../../engine/ports.ts";
import { isTable } from "../../lib/source-document.ts";
import { failureText } from "../failure-text.ts";
import type { Question, Said } from "../translation.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What a decision says already, in the patches of other dialects. */
const controlFields: ReadonlySet<string> = new Set(["deny", "deny_reason", "cancel", "decision", "reason"]);

/** Says in the words of Agent Hooks what a hook asks for. */
export function writeAgentHookReply({ event }: Question, answer: Effects | Failure): Said {
  if (answer.kind === "failure") return { exitCode: 1, stdout: "", stderr: failureText(answer), unsaid: [] };
  const unsaid: string[] = [];
  const output = {
    ...decisionIn(contractOf(event), answer, unsaid),
    ...patchIn(contractOf(event), answer, unsaid),
    ...textsIn("additional_context", answer.contexts),
    ...textsIn("log", answer.messages),
  };
  if (Object.keys(answer.metadata ?? {}).length > 0) unsaid.push("metadata");
  const stdout = Object.keys(output).length === 0 ? "" : JSON.stringify(output);
  return { exitCode: 0, stdout, stderr: "", unsaid };
}

function decisionIn({ powers }: EventContract, effects: Effects, unsaid: string[]): Fields {
  const { decision, reason, stop } = effects;
  const deny = (why: string | undefined) => ({ decision: "deny", ...(why && { reason: why }) });
  if (stop) unsaid.push("stop");
  // A refusal to stop is what sends an agent back to work.
  if (effects.continue) return deny(effects.continue.message);
  if (decision === "deny" || (stop && decision === undefined)) return deny(reason ?? stop?.reason);
  if (decision === undefined) return {};
  if (decision === "allow" && !powers.includes("allow")) {
    unsaid.push("allow");
    return {};
  }
  return { decision, ...(reason && { reason }) };
}

function patchIn(contract: EventContract, { patch = {} }: Effects, unsaid: string[]): Fields {
  const said: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(patch)) {
    if (controlFields.has(field)) continue;
    const isSayable = field === "tool_input" && Object.hasOwn(contract.patch.shape, field) && isTable(value);
    if (isSayable) said.modified_input = value;
    else unsaid.push(field);
  }
  return said;
}

function textsIn(key: string, texts: readonly { readonly text: string }[] = []): Fields {
  const said = texts.map(({ text }) => text.trim()).filter((text) => text !== "");
  return said.length === 0 ? {} : { [key]: said.join("\n") };
}
