import type { EventContract } from "../catalog/contract.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Answers with the payload as the patch leaves it; the payload given is not changed. */
export function applyPatch(contract: EventContract, payload: Fields, patch: Fields): Fields {
  if (contract.apply) return contract.apply(payload, patch);
  let patched: Record<string, unknown> | null = null;
  for (const field in patch) {
    const value = patch[field];
    if (!replaces(contract, field, value)) continue;
    patched ??= { ...payload };
    patched[field] = value;
  }
  return patched ?? payload;
}

/** Answers with the payload as a denial leaves it, for the events that carry the denial along. */
export function markDenied(contract: EventContract, payload: Fields, reason: string | null): Fields {
  return contract.marksDenial
    ? { ...payload, denied: true, ...(reason === null ? {} : { deny_reason: reason }) }
    : payload;
}

function replaces(contract: EventContract, field: string, value: unknown): boolean {
  if (value === undefined || (value === null && !contract.nullReplaces.includes(field))) return false;
  return contract.payloadFields.has(field) && field in contract.patch.shape && field !== "deny_reason";
}
