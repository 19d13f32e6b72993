import { RE2JS } from "re2js";
import type { Condition } from "../../engine/matcher.ts";
import { spacedJson } from "../../lib/spaced-json.ts";

/** Compiles `matcher.tool`: a regular expression that is found somewhere in the name of the tool. */
export function toolCondition(pattern: string): Condition | { readonly bad: string } {
  const found = compile(pattern);
  if (typeof found !== "function") return found;
  const test = (value: unknown) => typeof value === "string" && value !== "" && found(value);
  return { key: "tool", path: "tool_name", pattern, literal: null, test };
}

/** Compiles `matcher.pattern`: a regular expression that is found in some text of the tool's input, or in all of it as JSON. */
export function patternCondition(pattern: string): Condition | { readonly bad: string } {
  const found = compile(pattern);
  if (typeof found !== "function") return found;
  const test = (input: unknown) => input !== undefined && input !== null && isFound(found, input);
  return { key: "pattern", path: "tool_input", pattern, literal: null, deep: true, test };
}

type Find = (text: string) => boolean;

/** Linear in the length of the text, whatever the author wrote. */
function compile(pattern: string): Find | { readonly bad: string } {
  try {
    const expression = RE2JS.compile(pattern);
    return (text) => expression.test(text);
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/^error parsing regexp: /, "") : String(error);
    return { bad: why };
  }
}

/** Anchors speak of one text, so each is looked at by itself before the whole. */
function isFound(found: Find, input: unknown): boolean {
  if (anyText(input, found)) return true;
  try {
    return found(spacedJson(input));
  } catch {
    // A value that no JSON can hold has no text to look at.
    return false;
  }
}

/** Deeper than this is no honest input, and a circle has no end. */
const deepest = 64;

function anyText(value: unknown, found: Find, depth = 0): boolean {
  if (typeof value === "string") return found(value);
  if (typeof value !== "object" || value === null || depth > deepest) return false;
  return Object.values(value).some((inner) => anyText(inner, found, depth + 1));
}
