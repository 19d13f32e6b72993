import { type Finding, finding, type Place } from "../errors/problem.ts";
import { coversCommand, grantsCommand } from "./command-grant.ts";
import { isAbout, type PermissionRule, parsePermissionRule } from "./permission-rule.ts";
import { withPlainPaths } from "./plain-paths.ts";
import { coversWayUp } from "./way-up.ts";

/** The three lists, strongest first: within one set deny beats allow, and allow beats ask. */
export const ruleLists = ["deny", "allow", "ask"] as const;
type RuleList = (typeof ruleLists)[number];

export type PermissionRules = Readonly<Record<RuleList, readonly PermissionRule[]>>;

export interface RuleSet {
  /** Whose rules they are, e.g. `session` or `team`. */
  readonly name: string;
  readonly rules: PermissionRules;
}

export interface RuleDecision {
  /** `none`: no rule is about this call. */
  readonly decision: RuleList | "none";
  /** The rule that decided, as it was written, and whose it is. */
  readonly rule: string | null;
  readonly set: string | null;
}

type Fields = Readonly<Record<string, unknown>>;

/** Reads `{ allow: [], ask: [], deny: [] }`, or says everything that is wrong with it. */
export function parsePermissionRules(
  data: unknown,
  place: Place = { file: null, line: null },
): PermissionRules | { readonly problems: readonly Finding[] } {
  const problems: Finding[] = [];
  const rules: Record<RuleList, PermissionRule[]> = { deny: [], allow: [], ask: [] };
  const wrong = (at: string, why: string): void => {
    problems.push(finding("PERMISSION_RULES_INVALID", place, { at, why }));
  };
  if (!isMapping(data)) wrong("permissions", "must be a mapping of lists");
  for (const [list, texts] of Object.entries(isMapping(data) ? data : {})) {
    if (!isRuleList(list)) wrong(`permissions.${list}`, "is not a list of rules that we know");
    else if (texts !== null && !Array.isArray(texts)) wrong(`permissions.${list}`, "must be a list");
    else {
      for (const [index, text] of (texts ?? []).entries()) {
        const at = `permissions.${list}[${index}]`;
        const rule = typeof text === "string" ? parsePermissionRule(text) : null;
        if (rule === null) wrong(at, "must be a text");
        else if ("bad" in rule)
          problems.push(finding("PERMISSION_RULE_INVALID", place, { at, rule: text, why: rule.bad }));
        else rules[list].push(rule);
      }
    }
  }
  return problems.length > 0 ? { problems } : rules;
}

/** Asks the sets in turn: the first one with a rule about this call decides. */
export function decideByRules(sets: readonly RuleSet[], tool: string, input: Fields): RuleDecision {
  const plain = withPlainPaths(input);
  const isMeant = (rule: PermissionRule) =>
    isAbout(rule, tool, input) || (plain !== null && isAbout(rule, tool, plain));
  for (const { name, rules } of sets) {
    for (const decision of ruleLists) {
      const rule = rules[decision].find(
        decision === "allow" ? (one) => isAbout(one, tool, input) && covers(one, input) : isMeant,
      );
      if (rule) return { decision, rule: rule.text, set: name };
    }
  }
  return { decision: "none", rule: null, set: null };
}

/**
 * Says whether the user has already allowed exactly this, so that a `preempt` hook that asks need not ask again. Strict:
 * one simple command that a rule of the session spells out, in full or by its first words. A grant for the whole tool
 * counts only with `wholeTool`; patterns and further conditions never do.
 */
export function satisfiesPreemptAsk(
  session: PermissionRules,
  tool: string,
  input: Fields,
  { wholeTool = false }: { readonly wholeTool?: boolean } = {},
): boolean {
  if (session.deny.some((rule) => isAbout(rule, tool, input))) return false;
  return session.allow.some((rule) => {
    const { plain } = rule.tool;
    if (plain === null || plain.hasStar || plain.text !== tool) return false;
    return grantsCommand(rule.conditions, input, wholeTool);
  });
}

function covers({ conditions }: PermissionRule, input: Fields): boolean {
  return conditions.every(
    ({ argument, value }) => coversCommand(argument, value, input) && coversWayUp(value, input[argument]),
  );
}

function isMapping(data: unknown): data is Fields {
  return typeof data === "object" && data !== null && !Array.isArray(data);
}

function isRuleList(name: string): name is RuleList {
  return (ruleLists as readonly string[]).includes(name);
}
