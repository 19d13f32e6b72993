import { forEachChild, type ParsedScript, type SyntaxNode } from "unbash";

/*
 * The other half of the second look: what the parser did not make anything of. It takes `#` for the beginning of a comment
 * in places where bash reads on, and then a whole command goes missing. So whatever is between the words of the tree must
 * be an operator, a reserved word, or a comment that begins where comments do.
 */

/** Nodes whose text belongs to them from end to end. What is inside substitutions is looked at with the same eyes. */
const wholes: ReadonlySet<SyntaxNode["type"]> = new Set([
  "Word",
  "Assignment",
  "Redirect",
  "HereString",
  "HereDoc",
  "HereDocBody",
  "TestCommand",
  "ArithmeticCommand",
  "Time",
]);

const between =
  /^(?:[\s;&|(){}!]|\\\n|(?<![^\s;&|(])#[^\n]*|(?:if|then|elif|else|fi|for|in|do|done|while|until|case|esac|select|function|coproc)(?![^\s;&|(){}<>]))*$/;

/** True when a part of the text is neither in the tree nor anything that needs not be there. */
export function hasLeftOver(source: string, script: ParsedScript): boolean {
  if (script.commands.length === 1 && isWhole(source, script)) return false;
  let isFound = false;
  const look = (text: string, node: SyntaxNode, from: number, to: number): void => {
    const spans: [from: number, to: number][] = [];
    collect(node, spans, (inner) => {
      const own = "source" in inner && typeof inner.source === "string" ? inner.source : null;
      if (own !== null) look(own, inner, 0, own.length);
      else look(text, inner, inner.pos, inner.end);
    });
    isFound ||= !between.test(withoutSpans(text, spans, from, to));
  };
  look(source, script, 0, source.length);
  return isFound;
}

/** The common case: one simple command from the first character to the last, and nothing that could be a comment. */
function isWhole(source: string, { commands: [only] }: ParsedScript): boolean {
  return only?.command.type === "Command" && only.pos === 0 && only.end === source.length && !/[#()`]/.test(source);
}

function collect(node: SyntaxNode, spans: [number, number][], onScript: (script: ParsedScript) => void): void {
  forEachChild(node, (child) => {
    if (child.type === "Script") return onScript(child as ParsedScript);
    if (wholes.has(child.type)) spans.push([child.pos, child.end]);
    if (child.type === "HereDoc") {
      spans.push([child.body.pos, child.body.end]);
      if (child.closing !== undefined) spans.push([child.closing.pos, child.closing.end]);
    }
    collect(child, spans, onScript);
  });
}

function withoutSpans(text: string, spans: [number, number][], from: number, to: number): string {
  const pieces: string[] = [];
  let at = from;
  for (const [start, end] of spans.sort((a, b) => a[0] - b[0])) {
    // A mark stands where the span was, so that what follows it is not taken to begin a word.
    if (start > at) pieces.push(text.slice(at, Math.min(start, to)));
    if (start < to && end > from) pieces.push("\u0001");
    at = Math.max(at, end);
  }
  if (at < to) pieces.push(text.slice(at, to));
  return pieces
    .join("")
    .replaceAll(/\u0001(?!#)/g, " ")
    .replaceAll("\u0001#", "x#");
}
