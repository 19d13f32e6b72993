import { type PermissionRule, parsePermissionRule } from "../../engine/permission-rule.ts";
import type { PermissionRules } from "../../engine/permission-rules.ts";
import { noRules } from "./session-grants.ts";

export const permissionModes = ["deny-all", "approve-reads", "approve-all"] as const;
/** How much AGH lets an agent do on its own. */
export type PermissionMode = (typeof permissionModes)[number];

/** A mode as rules of a session. Rules that deny and hooks that refuse hold in each of them. */
export function rulesOfMode(mode: PermissionMode): PermissionRules {
  switch (mode) {
    case "deny-all":
      return { ...noRules, deny: [every] };
    // Reading is approved and everything else asked about where no rule says otherwise.
    case "approve-reads":
      return noRules;
    case "approve-all":
      return { ...noRules, allow: [every] };
  }
}

const every = parsePermissionRule("*") as PermissionRule;
