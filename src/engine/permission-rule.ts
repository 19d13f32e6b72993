import { type Glob, matchesGlob, parseGlob } from "../lib/glob.ts";

type Fields = Readonly<Record<string, unknown>>;

/** `tool` or `tool:argument=pattern[:argument=pattern…]`, read. All conditions must hold. */
export interface PermissionRule {
  readonly text: string;
  readonly tool: Glob;
  readonly conditions: readonly { readonly argument: string; readonly value: Glob }[];
}

/** Names of tools and values may contain colons; only `:argument=` begins a condition. */
const condition = /:(\w+)=/;

/** Reads one rule, or says what is wrong with it. */
export function parsePermissionRule(text: string): PermissionRule | { readonly bad: string } {
  const [toolText = "", ...rest] = text.trim().split(condition);
  if (toolText === "") return { bad: "it names no tool" };
  const tool = parseGlob(toolText);
  if ("bad" in tool) return tool;
  const conditions: { argument: string; value: Glob }[] = [];
  for (let at = 0; at < rest.length; at += 2) {
    const value = parseGlob(rest[at + 1] ?? "");
    if ("bad" in value) return value;
    conditions.push({ argument: rest[at] ?? "", value });
  }
  return { text, tool, conditions };
}

/** Says whether a rule is about this call. An argument that the call does not have fits no pattern. */
export function isAbout(rule: PermissionRule, tool: string, input: Fields): boolean {
  if (!matchesGlob(rule.tool, tool)) return false;
  return rule.conditions.every(
    ({ argument, value }) => Object.hasOwn(input, argument) && matchesGlob(value, textOf(input[argument])),
  );
}

/** Numbers in their shortest form; what has an inside, as JSON. */
function textOf(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}
