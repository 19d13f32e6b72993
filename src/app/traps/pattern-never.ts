import { matcherKeys, type Pattern, patternsOf } from "./reading/patterns.ts";
import { atKey, type Trap } from "./trap.ts";

/** A regular expression that no text can match, because of where it says that the text begins or ends. */
export const patternNever: Trap = (subject) =>
  patternsOf(subject.hook).flatMap((pattern) => {
    const why = pattern.isTool && /^\^?\$\^?$/.test(pattern.text) ? "no tool has an empty name" : whyNever(pattern);
    if (why === null) return [];
    return [
      atKey(subject, matcherKeys(pattern), "TRAP_PATTERN_NEVER_MATCHES", {
        key: pattern.key,
        pattern: pattern.text,
        why,
      }),
    ];
  });

function whyNever({ text, kind }: Pattern): string | null {
  // With the flag "m" every line has a beginning and an end.
  if (kind === "glob" || /\(\?[a-z]*m/.test(text)) return null;
  const tokens = tokensOf(text);
  for (const [index, token] of tokens.entries()) {
    if (token === "^" && consumes(tokens, index - 1)) return '"^" is the beginning, and something stands before it';
    if (token === "$" && consumesNext(tokens, index + 1)) return '"$" is the end, and something stands after it';
  }
  return null;
}

/** The pieces of an expression: escapes and classes whole, everything else by character. */
function tokensOf(text: string): readonly string[] {
  return text.match(/\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\{\d*,?\d*\}|[\s\S]/g) ?? [];
}

/** Whether the piece before must have matched at least one character. Groups are given the benefit of the doubt. */
function consumes(tokens: readonly string[], index: number): boolean {
  const token = tokens[index];
  if (token === "+") return consumes(tokens, index - 1);
  return token !== undefined && isCharacter(token);
}

function consumesNext(tokens: readonly string[], index: number): boolean {
  const token = tokens[index];
  const after = tokens[index + 1];
  return token !== undefined && isCharacter(token) && after !== "*" && after !== "?" && !after?.startsWith("{0");
}

function isCharacter(token: string): boolean {
  if (token.length > 1 && token.startsWith("\\")) return !/^\\[bBAzZQE]$/.test(token);
  return token.startsWith("[") || !/^[\^$|()*+?{]/.test(token);
}
