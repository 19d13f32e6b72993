import type { EventContract, Fields } from "./contract.ts";
import { isDeniedDecision } from "./permission.ts";

/** True when a patch refuses the operation, in whichever of the words its event has for that. */
export function patchDenies(contract: EventContract, patch: Fields): boolean {
  if (contract.deny === "none") return false;
  const says = (field: string) => patch[field] === true && field in contract.patch.shape;
  if (says("deny") || says("cancel")) return true;
  return contract.guard === "permission-escalation" && isDeniedDecision(patch.decision);
}
