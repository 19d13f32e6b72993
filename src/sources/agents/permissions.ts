import { type PermissionRule, parsePermissionRule } from "../../engine/permission-rule.ts";
import { type PermissionRules, ruleLists } from "../../engine/permission-rules.ts";
import type { FilePermissions } from "./agent-file.ts";
import type { Values } from "./values.ts";

/** Reads `permissions:`, every rule with its own line. */
export function readPermissions(owner: Values, key: string): FilePermissions | null {
  const values = owner.table(key);
  if (values === null) return null;
  for (const list of values.keys) {
    if ((ruleLists as readonly string[]).includes(list)) continue;
    const params = { at: values.labelOf(list), why: "is not a list of rules that we know" };
    values.tell("PERMISSION_RULES_INVALID", list, params);
  }
  const read = (list: (typeof ruleLists)[number]): PermissionRule[] =>
    (values.texts(list) ?? []).flatMap((text, index) => {
      const rule = parsePermissionRule(text);
      if (!("bad" in rule)) return [rule];
      const at = `${values.labelOf(list)}[${index}]`;
      values.tell("PERMISSION_RULE_INVALID", list, { at, rule: text, why: rule.bad });
      return [];
    });
  const rules = { deny: read("deny"), allow: read("allow"), ask: read("ask") };
  return { rules, line: owner.lineOf(key) };
}

/** The rules of several files together: each list holds those of all. */
export function joinRules(sets: readonly PermissionRules[]): PermissionRules | null {
  if (sets.length === 0) return null;
  const all = (list: (typeof ruleLists)[number]) => sets.flatMap((rules) => rules[list]);
  return { deny: all("deny"), allow: all("allow"), ask: all("ask") };
}
