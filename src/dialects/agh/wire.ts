import type { z } from "zod";
import { patchDenies } from "../../catalog/catalog.ts";
import { checkPatch } from "../../catalog/check-payload.ts";
import type { EventContract } from "../../catalog/contract.ts";
import { type Effects, noEffects } from "../../engine/effects.ts";
import type { Failure, ProcessOutput, Wire } from "../../engine/ports.ts";
import { describeValue } from "../../lib/describe-value.ts";
import { foreignRefusal } from "../../lib/foreign-refusal.ts";
import { isTable } from "../../lib/source-document.ts";
import { parseStrictJson } from "../../lib/strict-json.ts";

type Fields = Readonly<Record<string, unknown>>;

export const defaultOutputLimit = 8192;

/** How an AGH hook reads its payload and how its patch is understood. */
export function aghWire(outputLimit: number = defaultOutputLimit): Wire {
  return { encode, decode, outputLimit };
}

/** One compact document without a line break at the end. What is not known is left out rather than sent as null. */
function encode(contract: EventContract, payload: Fields): string {
  const { rawFields, hasReadOnly } = payloadFacts(contract);
  const sendsFlag = !hasReadOnly || typeof payload.read_only === "boolean";
  const isNull = (field: string) => payload[field] === null && !rawFields.has(field);
  const fields = Object.keys(payload);
  if (sendsFlag && !fields.some(isNull)) return JSON.stringify(payload);
  const known = fields.filter((field) => !isNull(field)).map((field) => [field, payload[field]] as const);
  return JSON.stringify(Object.fromEntries(sendsFlag ? known : [...known, ["read_only", false]]));
}

interface PayloadFacts {
  /** Fields that take any JSON value, for which null is a value like others. */
  readonly rawFields: ReadonlySet<string>;
  /** The event lists `read_only` as always present. */
  readonly hasReadOnly: boolean;
}

const factsOf = new WeakMap<EventContract, PayloadFacts>();

function payloadFacts(contract: EventContract): PayloadFacts {
  let facts = factsOf.get(contract);
  if (!facts) {
    const shape: Record<string, z.ZodType> = contract.payload.shape as Record<string, z.ZodType>;
    const rawFields = new Set(Object.keys(shape).filter((field) => shape[field]?.safeParse(Symbol()).success));
    facts = { rawFields, hasReadOnly: Object.hasOwn(shape, "read_only") };
    factsOf.set(contract, facts);
  }
  return facts;
}

function decode(contract: EventContract, output: ProcessOutput): Effects | Failure {
  if (output.exitCode !== 0) return exited(output);
  const text = output.stdout.trim();
  if (text === "" || text === "null") return noEffects;
  const parsed = parseStrictJson(text);
  if ("bad" in parsed) return unreadable(`its answer is not usable JSON: ${parsed.bad}`);
  if (!isTable(parsed.value)) return unreadable(`it answered with ${describeValue(parsed.value)} instead of an object`);
  return readPatch(contract, parsed.value);
}

/** What a hook prints on stderr may be anything, secrets included; a record only says how much it was. */
function exited({ exitCode, stderr, stderrBytes }: ProcessOutput): Failure {
  const size = `${stderrBytes} bytes${stderr.endsWith("...[truncated]") ? ", truncated" : ""}`;
  return {
    kind: "failure",
    failure: "exit-code",
    detail: `it exited with code ${exitCode} (stderr redacted, ${size})`,
  };
}

function readPatch(contract: EventContract, reply: Fields): Effects | Failure {
  const shape = contract.patch.shape;
  const unread: string[] = [];
  const fields: Record<string, unknown> = {};
  for (const key of Object.keys(reply)) {
    const field = fieldNamed(key, shape, reply);
    if (field === null) unread.push(key);
    else if (reply[key] !== null || contract.nullReplaces.includes(field)) fields[field] = reply[key];
  }
  const strange = patchDenies(contract, fields) ? null : foreignRefusal(reply, unread);
  if (strange !== null && contract.deny === "refuses")
    return unreadable(`it seems to refuse, but in a field that means nothing here: ${JSON.stringify(strange)}`);
  const checked = checkPatch(contract, fields);
  if (!checked.ok) return unreadable(`its answer does not fit ${contract.patchSchema}: ${checked.problem}`);
  const { patch } = checked;
  for (const field of Object.keys(patch)) collectLost(field, fields[field], patch[field], unread);
  return { ...decisionIn(contract, patch), ...(hasKeys(patch) && { patch }), ...(unread.length > 0 && { unread }) };
}

/** AGH itself takes `Deny` for `deny`; a guard written against it must not lose its refusal here. */
function fieldNamed(key: string, shape: object, reply: Fields): string | null {
  if (Object.hasOwn(shape, key)) return key;
  const plain = key.toLowerCase();
  return Object.hasOwn(shape, plain) && !Object.hasOwn(reply, plain) ? plain : null;
}

function decisionIn(contract: EventContract, patch: Fields): Effects {
  const decision = patchDenies(contract, patch) ? "deny" : softerDecision(patch.decision);
  if (decision === null) return noEffects;
  const reason = [patch.deny_reason, patch.reason].find((text) => typeof text === "string" && text.trim() !== "");
  return { decision, ...(typeof reason === "string" && { reason: reason.trim() }) };
}

/** The words agents use when they decide about a permission; other words are carried along and decide nothing. */
function softerDecision(word: unknown): "allow" | "ask" | null {
  if (typeof word !== "string") return null;
  const plain = word.trim().toLowerCase();
  if (plain.startsWith("allow") || plain.startsWith("approve")) return "allow";
  return plain === "ask" || plain === "pending" ? "ask" : null;
}

/** The schema drops keys it does not know inside lists and objects as well; they are named here. */
function collectLost(path: string, written: unknown, kept: unknown, lost: string[]): void {
  if (written === kept || typeof written !== "object" || typeof kept !== "object" || !written || !kept) return;
  for (const key of Object.keys(written)) {
    const at = Array.isArray(written) ? `${path}[${key}]` : `${path}.${key}`;
    if (Object.hasOwn(kept, key)) collectLost(at, (written as Fields)[key], (kept as Fields)[key], lost);
    else lost.push(at);
  }
}

function hasKeys(value: Fields): boolean {
  for (const _ in value) return true;
  return false;
}

function unreadable(detail: string): Failure {
  return { kind: "failure", failure: "unreadable", detail };
}
