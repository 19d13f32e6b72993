import type { GuardName } from "../catalog/contract.ts";
import { isDeniedDecision } from "../catalog/permission.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Says why a patch may not be applied to a payload, or null when it may. A patch that denies is never asked about. */
export type Guard = (payload: Fields, patch: Fields) => string | null;

export const guards: Readonly<Record<GuardName, Guard>> = {
  "session-workspace": refuseTwoWorkspaces,
  "permission-escalation": refuseEscalation,
  "claim-narrowing": refuseWiderClaim,
  "spawn-narrowing": refuseWiderSpawn,
};

function refuseTwoWorkspaces(payload: Fields, patch: Fields): string | null {
  if (!textOf(patch.workspace_id) && !textOf(patch.workspace)) return null;
  const id = textOf(patch.workspace_id ?? payload.workspace_id);
  const root = textOf(patch.workspace ?? payload.workspace);
  return id && root ? "it would leave both workspace_id and workspace set; a new session takes one of them" : null;
}

function refuseEscalation(payload: Fields, patch: Fields): string | null {
  const before = payload.decision;
  const after = patch.decision ?? before;
  if (!isDeniedDecision(before) || isDeniedDecision(after)) return null;
  return `it would turn the decision ${JSON.stringify(before)} into ${JSON.stringify(after)}; a hook may only tighten a refusal`;
}

function refuseWiderClaim(payload: Fields, patch: Fields): string | null {
  const criteria = (payload.criteria ?? {}) as Fields;
  const current = numberOf(criteria.priority_min) ?? 0;
  const wanted = numberOf(patch.priority_min);
  if (wanted !== null && wanted < current) {
    return `it would lower priority_min from ${current} to ${wanted}; a hook may only raise it`;
  }
  const added = listOf(patch.add_required_capabilities);
  return added.some((capability) => textOf(capability) === "") ? "it adds a blank capability" : null;
}

function refuseWiderSpawn(payload: Fields, patch: Fields): string | null {
  const ttl = numberOf(patch.ttl_seconds);
  if (ttl !== null && ttl <= 0) return `ttl_seconds must be greater than 0, got ${ttl}`;
  const parent = (payload.parent_permissions ?? {}) as Fields;
  const child = (patch.child_permissions ?? payload.child_permissions ?? {}) as Fields;
  for (const [category, atoms] of Object.entries(child)) {
    const granted = new Set(listOf(parent[category]).map(textOf));
    for (const atom of listOf(atoms).map(textOf)) {
      if (atom === "") return `child_permissions.${category} has a blank entry`;
      if (!granted.has(atom))
        return `child_permissions.${category} has ${JSON.stringify(atom)}, which the parent does not have`;
    }
  }
  return null;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}

function numberOf(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
