import { RE2JS } from "re2js";
import { type Condition, type Matcher, matchesEverything } from "../../engine/matcher.ts";

/** A name that no regular expression could read in another way. */
const plainName = /^[\w:/ -]+$/;

/** Compiles the matcher of an entry: a regular expression for the whole name of the tool, or says why it is none. */
export function compileToolMatcher(pattern: string, path: string): Matcher | { readonly bad: string } {
  if (pattern === "" || pattern === "*") return matchesEverything;
  const names = pattern.split("|");
  if (names.every((name) => plainName.test(name))) return { conditions: [namedCondition(pattern, names, path)] };
  try {
    // Linear in the length of the name, whatever the author wrote.
    const expression = RE2JS.compile(pattern);
    const test = (value: unknown) => typeof value === "string" && expression.testExact(value);
    return { conditions: [{ key: "tool_name", path, pattern, literal: null, test }] };
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/^error parsing regexp: /, "") : String(error);
    return { bad: why };
  }
}

/** Most matchers name a tool or two; those need no regular expression, and a single name can be looked up. */
function namedCondition(pattern: string, names: readonly string[], path: string): Condition {
  const [name = "", ...others] = names;
  if (others.length === 0) return { key: "tool_name", path, pattern, literal: name, test: (value) => value === name };
  const wanted: ReadonlySet<unknown> = new Set(names);
  return { key: "tool_name", path, pattern, literal: null, test: (value) => wanted.has(value) };
}
