import type { PermissionRule } from "../../engine/permission-rule.ts";
import type { PermissionRules, RuleSet } from "../../engine/permission-rules.ts";

/** What the user has approved for the rest of a session. A session and those it delegates to share one. */
export interface SessionGrants {
  /** Everything is approved, except what a rule denies and what a hook refuses or asks about. */
  isYolo: boolean;
  /** Changes when a rule is added; ask for it anew. */
  readonly rules: PermissionRules;
  /** Allows what the rule is about from now on. */
  readonly add: (rule: PermissionRule) => void;
  readonly asRuleSet: () => RuleSet;
}

export const noRules: PermissionRules = Object.freeze({ deny: [], allow: [], ask: [] });

export function createSessionGrants({
  isYolo = false,
  rules: first = noRules,
}: {
  readonly isYolo?: boolean;
  readonly rules?: PermissionRules;
} = {}): SessionGrants {
  let set: RuleSet = { name: "session", rules: first };
  return {
    isYolo,
    get rules() {
      return set.rules;
    },
    add: (rule) => {
      const { rules } = set;
      if (rules.allow.some(({ text }) => text === rule.text)) return;
      set = { name: "session", rules: { ...rules, allow: [...rules.allow, rule] } };
    },
    asRuleSet: () => set,
  };
}
