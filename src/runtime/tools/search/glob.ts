import { RE2JS } from "re2js";
import { Problem } from "../../../errors/problem.ts";

/**
 * Compiles a pattern for paths: `*` and `?` stop at `/`, `**` does not, `[a-z]` and `{ts,tsx}` are known, `\c` is c itself.
 * Without a slash it is about the name alone, wherever the file is. Matching takes time linear in the path.
 */
export function compileGlob(pattern: string): (path: string) => boolean {
  const isAnchored = pattern.replace(/\/+$/, "").includes("/");
  const wanted = pattern.replace(/^\.?\//, "");
  try {
    const expression = RE2JS.compile(`${isAnchored ? "" : "(?:.*/)?"}${translate(wanted)}`, RE2JS.DOTALL);
    return (path) => expression.matches(path);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Problem("TOOL_PATTERN_INVALID", { pattern, why }, { cause: error });
  }
}

function translate(pattern: string): string {
  let expression = "";
  let depth = 0;
  for (let at = 0; at < pattern.length; ) {
    const [length, piece, change] = pieceAt(pattern, at, depth);
    expression += piece;
    depth += change;
    at += length;
  }
  if (depth > 0) throw new Error("a { has no }");
  return expression;
}

/** How long the next piece is, what it means, and whether it opens or closes a bracket. */
function pieceAt(pattern: string, at: number, depth: number): readonly [length: number, piece: string, depth: number] {
  const rest = pattern.slice(at, at + 3);
  const isWhole = at === 0 || pattern[at - 1] === "/";
  if (isWhole && rest === "**/") return [3, "(?:.*/)?", 0];
  if (rest.startsWith("**")) return [2, ".*", 0];
  const character = String.fromCodePoint(pattern.codePointAt(at) ?? 0);
  if (character === "*") return [1, "[^/]*", 0];
  if (character === "?") return [1, "[^/]", 0];
  if (character === "{") return [1, "(?:", 1];
  if (character === "," && depth > 0) return [1, "|", 0];
  if (character === "}" && depth > 0) return [1, ")", -1];
  if (character === "[") return classAt(pattern, at);
  if (character === "\\" && at + 1 < pattern.length) {
    const next = String.fromCodePoint(pattern.codePointAt(at + 1) ?? 0);
    return [1 + next.length, RE2JS.quote(next), 0];
  }
  return [character.length, RE2JS.quote(character), 0];
}

function classAt(pattern: string, at: number): readonly [number, string, number] {
  const end = pattern.indexOf("]", at + 2);
  // A bracket that is never closed is an ordinary character.
  if (end === -1) return [1, "\\[", 0];
  const members = pattern.slice(at + 1, end);
  const isNegated = /^[!^]/.test(members);
  const inside = (isNegated ? members.slice(1) : members).replaceAll(/[\\[\]^&]/g, "\\$&");
  return [end - at + 1, `[${isNegated ? "^/" : ""}${inside}]`, 0];
}
