import { RE2JS } from "re2js";
import { contractOf } from "../../../catalog/catalog.ts";
import { looksLikeExpression } from "../../../dialects/claude/matcher/pattern.ts";
import type { Hook } from "../../../engine/hook.ts";
import type { Condition } from "../../../engine/matcher.ts";
import { withAliases } from "../tools/aliases.ts";
import { anyOf, foundAnywhere, fromPathMatch, literally, unanchored } from "../tools/pattern.ts";

/** What a condition on the name of a tool is for, as an expression for the whole name; null for other conditions. */
export function toolPatternOf(hook: Hook, condition: Condition): string | null {
  const { key, path, pattern } = condition;
  // Where permissions are asked for, dialects look for the name in different places.
  if (contractOf(hook.event).family !== "tool" || !/^tool_name(?:\||$)/.test(path) || typeof pattern !== "string")
    return null;
  if (key === "tool") return foundAnywhere(pattern);
  if (hook.dialect === "agh") return fromAgh(condition);
  if (hook.dialect === "claude") return fromClaude(hook, condition);
  return unanchored(pattern);
}

/** Both the conditions of AGH's own declarations, and those that `--tool` adds to one. */
function fromAgh({ literal, pattern, test }: Condition): string | null {
  const text = String(pattern);
  if (literal !== null) return literally(literal);
  return agreed([() => fromPathMatch(text), () => text], test, text);
}

/** In hooks.json a pattern may be a glob, an expression or a list, depending on where it stands. */
function fromClaude({ metadata }: Hook, { pattern, test }: Condition): string | null {
  const text = String(pattern);
  const ways = [
    () => withAliases(claudeGlob(text)),
    () => withAliases(unanchored(text)),
    () => withAliases(foundAnywhere(text)),
    () => withAliases(anyOf(text.split(/[|,]/).map((name) => literally(name.trim())))),
    () =>
      withAliases(
        anyOf((JSON.parse(text) as string[]).map((one) => (looksLikeExpression(one) ? one : claudeGlob(one)))),
      ),
    () => text,
  ];
  const isNested = metadata.payload === "claude-code";
  return agreed(isNested ? ways.toReversed() : ways, test, text);
}

function claudeGlob(pattern: string): string {
  return pattern
    .split(/([*?])/)
    .map((part) => (part === "*" ? "(?s:.*)" : part === "?" ? "(?s:.)" : part === "" ? "" : literally(part)))
    .join("");
}

/**
 * The first reading of a pattern that says the same as the condition itself about every name that could tell the readings
 * apart.
 */
function agreed(ways: readonly (() => string)[], test: (value: unknown) => boolean, text: string): string | null {
  const samples = namesLike(text);
  for (const way of ways) {
    try {
      const pattern = way();
      const expression = RE2JS.compile(pattern);
      if (samples.every((name) => expression.testExact(name) === test(name))) return pattern;
    } catch {
      // Not every text can be read in every way.
    }
  }
  return null;
}

function namesLike(text: string): readonly string[] {
  const pieces = text.split(/[^\w-]+/).filter((piece) => piece !== "");
  const whole = pieces.join("");
  const around = (name: string) => [
    name,
    `x${name}`,
    `${name}x`,
    `x${name}x`,
    `${name}/x`,
    name.slice(0, -1),
    `${name}\nx`,
  ];
  return [text, ...around(text), ...pieces.flatMap(around), ...around(whole), "x", "xyz", ...aliasSamples].filter(
    (name) => possibleName.test(name),
  );
}

/** What a tool can be called; nobody needs to know what a pattern makes of other texts. */
const possibleName = /^[\w.:/ \n-]+$/;
const aliasSamples = [
  "Bash",
  "run_shell_command",
  "Read",
  "read_file",
  "Edit",
  "replace",
  "shell",
  "write_file",
  "Write",
];
