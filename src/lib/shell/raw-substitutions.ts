import { forEachChild, type ParsedScript, type SyntaxNode } from "unbash";

/*
 * The parser is good, but one author's. So a second look at the bare text: whatever could begin a substitution there must
 * have been read as one, or stand where the shell cannot mean it. Anything else means that parser and shell may disagree.
 */
const mayStart = /\$\(|`|[<>]\(|\$\{[ \t\n|]/g;

/*
 * Quotes inside of `${…}` and `$((…))`: whether they quote depends on what stands around them, and bash decides that twice,
 * not always in the same way. `"$${x:-a"'$(y)'"b}"` runs y.
 */
const quotesInside = /\$\{[^}"'`]*["'`]|\$\(\([^)"'`]*["'`]/;

interface Seen {
  /** Where substitutions begin and backquotes end. */
  readonly marks: Set<number>;
  /** Where everything is literal. */
  readonly literal: (readonly [from: number, to: number])[];
  /** Where `<(` and `>(` are literal, but `$(` is not. */
  readonly quoted: (readonly [from: number, to: number])[];
}

/** True when the text has the beginning of a substitution that the tree does not account for. */
export function hasUnseenSubstitution(source: string, script: ParsedScript): boolean {
  if (quotesInside.test(source)) return true;
  const starts = [...source.matchAll(mayStart)];
  if (starts.length === 0) return false;
  const seen: Seen = { marks: new Set(), literal: [], quoted: [] };
  let isMissed = false;
  const visit = (node: SyntaxNode, isQuoted: boolean): void => {
    if (node.type === "Script" && "source" in node && typeof node.source === "string" && node !== script) {
      // Backquotes with escapes in them are read as a text of their own, with positions of its own.
      isMissed ||= hasUnseenSubstitution(node.source, node);
      return;
    }
    note(node, source, seen, isQuoted);
    const quotes = node.type === "Script" ? false : isQuoted || quoting.has(node.type);
    forEachChild(node, (child) => visit(child, quotes));
  };
  visit(script, false);
  return isMissed || starts.some(({ index, 0: mark }) => !isSeen(source, index, mark, seen));
}

/** Where single quotes are ordinary characters, although the parser does not always know it: `${x:-'$(y)'}` in these. */
const quoting: ReadonlySet<SyntaxNode["type"]> = new Set(["DoubleQuoted", "LocaleString", "HereDocBody"]);

function note(node: SyntaxNode, source: string, seen: Seen, isQuoted: boolean): void {
  switch (node.type) {
    case "CommandExpansion":
      seen.marks.add(node.pos);
      if (source[node.pos] !== "`") break;
      seen.marks.add(node.end - 1);
      if (node.script?.source !== undefined) seen.literal.push([node.pos, node.end]);
      break;
    case "ProcessSubstitution":
    case "ArithmeticExpansion":
    case "ArithmeticCommandExpansion":
      seen.marks.add(node.pos);
      break;
    case "SingleQuoted":
    case "AnsiCQuoted":
      if (!isQuoted) seen.literal.push([node.pos, node.end]);
      break;
    case "DoubleQuoted":
    case "LocaleString":
      seen.quoted.push([node.pos, node.end]);
      break;
    case "HereDoc":
      if (node.delimiter?.quoted) seen.literal.push([node.body.pos, node.body.end]);
      else seen.quoted.push([node.body.pos, node.body.end]);
      break;
  }
}

function isSeen(source: string, at: number, mark: string, { marks, literal, quoted }: Seen): boolean {
  if (marks.has(at) || within(literal, at)) return true;
  if (mark === "<(" || mark === ">(") return within(quoted, at);
  return isEscaped(source, at);
}

function within(ranges: Seen["literal"], at: number): boolean {
  return ranges.some(([from, to]) => at >= from && at < to);
}

function isEscaped(source: string, at: number): boolean {
  let from = at;
  while (source[from - 1] === "\\") from--;
  return (at - from) % 2 === 1;
}
