import type { Effects } from "../../engine/effects.ts";
import type { Failure } from "../../engine/ports.ts";
import type { FailureName } from "../../engine/run.ts";
import { isTable } from "../../lib/source-document.ts";
import { failureText } from "../failure-text.ts";
import type { Question, Said } from "../translation.ts";
import { type DockerEvent, dockerEvents, type SpecificField } from "./events.ts";

type Fields = Readonly<Record<string, unknown>>;

/** How a shell says that there was nothing to run, and that what it ran was killed. */
const exitCodes: Readonly<Partial<Record<FailureName, number>>> = { "not-found": 127, "spawn-error": 126, killed: 137 };
/** What a decision says already, in the patches of other dialects. */
const controlFields: ReadonlySet<string> = new Set(["deny", "deny_reason", "cancel", "decision", "reason"]);

/** Says in docker-agent's words what a hook asks for. */
export function writeDockerReply({ event: name, payload }: Question, answer: Effects | Failure): Said {
  if (answer.kind === "failure")
    return { exitCode: exitCodes[answer.failure] ?? 1, stdout: "", stderr: failureText(answer), unsaid: [] };
  const event = dockerEvents.find(({ events }) => events.includes(name));
  if (!event) return { exitCode: 0, stdout: "", stderr: "", unsaid: Object.keys(answer) };
  const unsaid: string[] = [];
  const { decision, specific: permission } = verdictIn(event, answer, unsaid);
  const specific = { ...permission, ...patchIn(event, answer, payload, unsaid), ...besides(event, answer, unsaid) };
  const messages = (answer.messages ?? []).map(({ text }) => text.trim()).filter((text) => text !== "");
  const output = {
    ...decision,
    ...(messages.length > 0 && { system_message: messages.join("\n") }),
    ...(Object.keys(specific).length > 0 && { hook_specific_output: { hook_event_name: event.name, ...specific } }),
  };
  const stdout = Object.keys(output).length === 0 ? "" : JSON.stringify(output);
  return { exitCode: 0, stdout, stderr: "", unsaid };
}

interface Words {
  readonly decision: Fields;
  readonly specific: Fields;
}

function verdictIn(event: DockerEvent, effects: Effects, unsaid: string[]): Words {
  const { decision, reason } = effects;
  const nothing: Words = { decision: {}, specific: {} };
  const block = (why: string | undefined): Words => {
    if (!event.blocks) {
      unsaid.push("deny");
      return nothing;
    }
    return { decision: { decision: "block", ...(why !== undefined && why !== "" && { reason: why }) }, specific: {} };
  };
  if (effects.continue) unsaid.push("continue");
  if (decision === "deny") return block(reason);
  if (effects.stop) {
    if (!event.endsRun) unsaid.push("stop");
    return block(effects.stop.reason);
  }
  if (decision === undefined) return nothing;
  const isSayable = event.fields.includes("permission_decision") && (decision === "allow" || event.asks);
  if (isSayable) {
    const why = reason !== undefined && reason !== "" && { permission_decision_reason: reason };
    return { decision: {}, specific: { permission_decision: decision, ...why } };
  }
  unsaid.push(decision);
  // Nobody can be asked, and an answer that wanted a person to look must not pass for consent.
  return decision === "ask" ? block(reason ?? "A hook wants a person to be asked.") : nothing;
}

function patchIn(event: DockerEvent, { patch = {} }: Effects, payload: Fields, unsaid: string[]): Fields {
  const said: Record<string, unknown> = {};
  const says: Readonly<Record<string, (value: unknown) => SpecificField | null>> = {
    tool_input: (value) => (isTable(value) ? "updated_input" : null),
    messages: (value) => (Array.isArray(value) && value.length > 0 ? "updated_messages" : null),
    tool_result: (value) => (typeof value === "string" ? "updated_tool_response" : null),
    summary: (value) => (typeof value === "string" && value !== "" ? "summary" : null),
  };
  for (const [field, value] of Object.entries(patch)) {
    if (controlFields.has(field)) continue;
    const word = says[field]?.(value) ?? null;
    if (word === null || !event.fields.includes(word)) unsaid.push(field);
    else said[word] = word === "updated_input" ? changes(payload.tool_input, value as Fields, unsaid) : value;
  }
  return said;
}

/** docker-agent changes an input key by key, and null takes a key away, so that no value can become null. */
function changes(before: unknown, after: Fields, unsaid: string[]): Fields {
  const old = isTable(before) ? before : {};
  const changed: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(after)) {
    if (value === null && old[key] !== null) unsaid.push(`tool_input.${key}`);
    else if (JSON.stringify(value) !== JSON.stringify(old[key])) changed[key] = value;
  }
  for (const key of Object.keys(old)) if (!Object.hasOwn(after, key)) changed[key] = null;
  return changed;
}

function besides(event: DockerEvent, { contexts = [], metadata = {} }: Effects, unsaid: string[]): Fields {
  const text = contexts
    .map((context) => context.text.trim())
    .filter((one) => one !== "")
    .join("\n");
  const isPlain = Object.values(metadata).every((value) => typeof value === "string");
  const hasMetadata = Object.keys(metadata).length > 0;
  const saysMetadata = hasMetadata && isPlain && event.fields.includes("metadata");
  if (text !== "" && event.context === null) unsaid.push("contexts");
  if (hasMetadata && !saysMetadata) unsaid.push("metadata");
  return {
    ...(text !== "" && event.context !== null && { additional_context: text }),
    ...(saysMetadata && { metadata }),
  };
}
