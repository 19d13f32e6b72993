import { Problem } from "../errors/problem.ts";
import { closest } from "../lib/closest.ts";
import { contracts, type EventName } from "./catalog.ts";
import { type FamilyName, families } from "./families.ts";

/** One event as the command line and the API list it. */
export interface EventEntry {
  readonly event: EventName;
  readonly family: FamilyName;
  readonly sync_eligible: boolean;
  readonly payload_schema: string;
  readonly patch_schema: string;
}

export interface EventFilter {
  readonly family?: string | undefined;
  readonly syncOnly?: boolean | undefined;
}

/** Lists the events that pass the filter, in canonical order. Throws `FAMILY_UNKNOWN` rather than listing nothing. */
export function listEvents({ family, syncOnly = false }: EventFilter = {}): EventEntry[] {
  if (family !== undefined && !isFamilyName(family)) {
    const names = Object.keys(families);
    throw new Problem("FAMILY_UNKNOWN", { family, suggestion: closest(family, names), allowed: names.join(", ") });
  }
  return contracts
    .filter((contract) => (family === undefined || contract.family === family) && (contract.sync || !syncOnly))
    .map((contract) => ({
      event: contract.name,
      family: contract.family,
      sync_eligible: contract.sync,
      payload_schema: contract.payloadSchema,
      patch_schema: contract.patchSchema,
    }));
}

function isFamilyName(name: string): name is FamilyName {
  return Object.hasOwn(families, name);
}
