import type { EventContract } from "../../catalog/contract.ts";
import { families } from "../../catalog/families.ts";
import { type Condition, compileCondition, type Matcher, matchesEverything } from "../../engine/matcher.ts";
import { describeValue } from "../../lib/describe-value.ts";
import { isTable, type KeyPath } from "../../lib/source-document.ts";
import type { Tell } from "./draft.ts";

/** Compiles the `matcher` table of a declaration against the fields that its event can be matched on. */
export function compileMatcher(contract: EventContract, table: unknown, tell: Tell): Matcher {
  if (table === undefined || table === null) return matchesEverything;
  if (!isTable(table)) {
    tell("HOOK_FIELD_INVALID", ["matcher"], { key: "matcher", expected: "a table", got: describeValue(table) });
    return matchesEverything;
  }
  const entries = flatten(contract, table, tell);
  tellForeignFields(contract, entries, tell);
  const conditions = entries.flatMap((entry) => compileEntry(contract, entry, tell) ?? []);
  return conditions.length === 0 ? matchesEverything : { conditions };
}

interface Entry {
  /** As the contract spells it: `tool_name`, `autonomy.task_id`. */
  readonly key: string;
  readonly at: KeyPath;
  readonly pattern: unknown;
}

const booleanKeys = new Set(["tool_read_only"]);
const knownKeys = new Set([
  "agent_type",
  ...Object.values(families).flatMap((family) => Object.keys(family.matcherFields)),
]);

function flatten(contract: EventContract, table: Readonly<Record<string, unknown>>, tell: Tell): Entry[] {
  const entries: Entry[] = [];
  for (const [field, pattern] of Object.entries(table)) {
    const at = ["matcher", field];
    if (field === "autonomy") {
      if (isTable(pattern)) {
        for (const [name, inner] of Object.entries(pattern))
          entries.push({ key: `autonomy.${name}`, at: [...at, name], pattern: inner });
      } else {
        const got = describeValue(pattern);
        tell("HOOK_FIELD_INVALID", at, { key: "matcher.autonomy", expected: "a table", got });
      }
    } else if (!isField(contract, field) && isField(contract, `autonomy.${field}`)) {
      tell("HOOK_MATCHER_FLAT", at, { field });
      entries.push({ key: `autonomy.${field}`, at, pattern });
    } else entries.push({ key: field, at, pattern });
  }
  // An empty text is how some programs write "not set".
  return entries.filter(({ key, pattern }) => !(knownKeys.has(key) && typeof pattern === "string" && !pattern.trim()));
}

function tellForeignFields(contract: EventContract, entries: readonly Entry[], tell: Tell): void {
  const foreign = entries.filter(({ key }) => !isField(contract, key));
  const [first] = foreign;
  if (!first) return;
  const fields = foreign.map(({ key }) => key).sort();
  const allowed = Object.keys(contract.matcherFields);
  tell("HOOK_MATCHER_FIELD", first.at, {
    event: contract.name,
    fields: fields.join(", "),
    allowed: allowed.length === 0 ? "none" : allowed.join(", "),
  });
}

function compileEntry(contract: EventContract, entry: Entry, tell: Tell): Condition | null {
  const { key, at, pattern } = entry;
  const path = isField(contract, key) ? contract.matcherFields[key] : undefined;
  if (path === undefined) return null;
  const isFlag = booleanKeys.has(key);
  if (typeof pattern !== (isFlag ? "boolean" : "string")) {
    const expected = isFlag ? "true or false" : "text";
    tell("HOOK_FIELD_INVALID", at, { key: `matcher.${key}`, expected, got: describeValue(pattern) });
    return null;
  }
  const condition = compileCondition(key, path, pattern as string | boolean);
  if (!("bad" in condition)) return condition;
  tell("HOOK_MATCHER_PATTERN", at, { field: key, pattern: String(pattern).trim(), why: condition.bad });
  return null;
}

function isField(contract: EventContract, key: string): boolean {
  return Object.hasOwn(contract.matcherFields, key);
}
