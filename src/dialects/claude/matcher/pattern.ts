import { RE2JS } from "re2js";

/** Tests one text. */
export type TextTest = (text: string) => boolean;

/** Names of tools are short, and so is every honest pattern for them. */
const longestPattern = 1000;

/** What a glob cannot mean: these characters make a pattern a regular expression. */
const onlyInExpressions = /[|()[\]{}+^$\\]|\.[*+?]/;

/** Whether a pattern is too long to be compiled; it then means only its own text. */
export function isTooLong(pattern: string): boolean {
  return pattern.length > longestPattern;
}

export function looksLikeExpression(pattern: string): boolean {
  return onlyInExpressions.test(pattern);
}

/** Compiles a glob for the whole text: `*` stands for any run of characters, `?` for one, all else for itself. */
export function compileGlob(pattern: string): TextTest {
  if (isTooLong(pattern) || !/[*?]/.test(pattern)) return (text) => text === pattern;
  const source = pattern
    .split(/([*?])/)
    .map((part) => (part === "*" ? ".*" : part === "?" ? "." : RE2JS.quote(part)))
    .join("");
  const expression = RE2JS.compile(source, RE2JS.DOTALL);
  return (text) => expression.testExact(text);
}

/** Compiles a regular expression for the whole text, or to be found somewhere in it; says why when it cannot be used. */
export function compileExpression(pattern: string, where: "whole" | "anywhere"): TextTest | { readonly bad: string } {
  if (isTooLong(pattern)) return { bad: `it has more than ${longestPattern} characters` };
  try {
    // Linear in the length of the text, whatever the author wrote.
    const expression = RE2JS.compile(pattern);
    return where === "whole" ? (text) => expression.testExact(text) : (text) => expression.test(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { bad: why.replace(/^error parsing regexp: /, "") };
  }
}
