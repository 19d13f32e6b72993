import type { ToolInput } from "../../agent/tool.ts";
import { decideByRules, type PermissionRules, type RuleDecision, type RuleSet } from "../../engine/permission-rules.ts";
import type { ApprovalSource } from "./approval.ts";
import { noRules, type SessionGrants } from "./session-grants.ts";

/** What was settled about a call before anybody is asked: by rules, or by approving everything. */
export type Standing =
  | { readonly kind: "denied"; readonly source: ApprovalSource; readonly reason: string }
  | { readonly kind: "ask"; readonly reason: string }
  /** Nobody has said anything about such a call. */
  | { readonly kind: "open" }
  | { readonly kind: "allowed"; readonly source: ApprovalSource; readonly reason: string | null };

type Grants = Pick<SessionGrants, "isYolo" | "asRuleSet">;

/** Deny rules go before everything, approving everything goes before the other rules. */
export function standingOf(grants: Grants, team: PermissionRules | null, tool: string, input: ToolInput): Standing {
  const sets = [grants.asRuleSet(), { name: "team", rules: team ?? noRules }];
  const refusal = decideByRules(sets.map(denyOnly), tool, input);
  if (refusal.decision === "deny") {
    return { kind: "denied", source: sourceOf(refusal, "deny"), reason: `${ruleText(refusal)} denies it` };
  }
  if (grants.isYolo) return { kind: "allowed", source: "yolo", reason: null };
  const found = decideByRules(sets, tool, input);
  switch (found.decision) {
    case "allow":
      return { kind: "allowed", source: sourceOf(found, "allow"), reason: `${ruleText(found)} allows it` };
    case "ask":
      return { kind: "ask", reason: `${ruleText(found)} wants it to be asked about` };
    case "deny":
    case "none":
      return { kind: "open" };
  }
}

const strictness = { allowed: 0, open: 1, ask: 2, denied: 3 } satisfies Record<Standing["kind"], number>;

/** What stands after a second look, which may only tighten: the stricter of the two, and of equals the later. */
export function tightened(before: Standing, after: Standing): Standing {
  return strictness[after.kind] >= strictness[before.kind] ? after : before;
}

function denyOnly({ name, rules }: RuleSet): RuleSet {
  return rules.deny.length === 0 ? { name, rules: noRules } : { name, rules: { ...noRules, deny: rules.deny } };
}

function sourceOf({ set }: RuleDecision, verb: "allow" | "deny"): ApprovalSource {
  return set === "session" ? `session_permissions_${verb}` : `team_permissions_${verb}`;
}

function ruleText({ rule, set }: RuleDecision): string {
  return `the rule ${JSON.stringify(rule)} of ${set === "session" ? "this session" : "the agent's file"}`;
}
