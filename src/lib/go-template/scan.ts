import { TemplateError } from "./template-error.ts";
import { unquote } from "./unquote.ts";

export type Token =
  | { readonly kind: "text"; readonly text: string; readonly line: number }
  | { readonly kind: "open"; readonly line: number }
  | { readonly kind: "close"; readonly line: number }
  | {
      readonly kind: "field" | "dot" | "variable" | "word" | "sign";
      readonly text: string;
      readonly line: number;
      /** Blanks part `.a .b` (two operands) from `.a.b` (one). */
      readonly spaced: boolean;
    }
  | { readonly kind: "literal"; readonly value: string | number; readonly line: number; readonly spaced: boolean };

/** Splits a template into text and the parts of its `{{ actions }}`; comments and trimmed blanks are gone already. */
export function scan(template: string): Token[] {
  const tokens: Token[] = [];
  const lines = lineCounter(template);
  let at = 0;
  let trimStart = false;
  while (at < template.length) {
    const open = template.indexOf("{{", at);
    const end = open === -1 ? template.length : open;
    const trimEnd = open !== -1 && trimsBefore(template, open);
    const text = trimmed(template.slice(at, end), trimStart, trimEnd);
    if (text !== "") tokens.push({ kind: "text", text, line: lines(at) });
    if (open === -1) break;
    const inner = open + 2 + (trimEnd ? 1 : 0);
    const closed = skipComment(template, inner, lines) ?? scanAction(template, open, inner, lines, tokens);
    at = closed.at;
    trimStart = closed.trims;
  }
  return tokens;
}

const blank = " \t\r\n";

function trimsBefore(template: string, open: number): boolean {
  return template[open + 2] === "-" && isBlank(template[open + 3]);
}

function isBlank(character: string | undefined): boolean {
  return character !== undefined && blank.includes(character);
}

function trimmed(text: string, start: boolean, end: boolean): string {
  let from = 0;
  let to = text.length;
  if (start) while (from < to && isBlank(text[from])) from++;
  if (end) while (to > from && isBlank(text[to - 1])) to--;
  return text.slice(from, to);
}

interface Closed {
  readonly at: number;
  readonly trims: boolean;
}

function skipComment(template: string, inner: number, lines: (at: number) => number): Closed | null {
  let at = inner;
  while (isBlank(template[at])) at++;
  if (!template.startsWith("/*", at)) return null;
  const end = template.indexOf("*/", at + 2);
  if (end === -1) throw new TemplateError(lines(at), "this comment has no end");
  const close = /\s+-\}\}|\}\}/y;
  close.lastIndex = end + 2;
  const found = close.exec(template);
  if (!found) throw new TemplateError(lines(end), 'a comment must be the only thing in its action: "{{/* … */}}"');
  return { at: close.lastIndex, trims: found[0] !== "}}" };
}

function scanAction(
  template: string,
  open: number,
  inner: number,
  lines: (at: number) => number,
  tokens: Token[],
): Closed {
  const line = lines(open);
  tokens.push({ kind: "open", line });
  let at = inner;
  for (;;) {
    const from = at;
    while (isBlank(template[at])) at++;
    const spaced = at > from || at === inner;
    if (at >= template.length) throw new TemplateError(line, 'this action has no "}}"');
    const trims = at > from && template.startsWith("-}}", at);
    if (trims || template.startsWith("}}", at)) {
      tokens.push({ kind: "close", line: lines(at) });
      return { at: at + (trims ? 3 : 2), trims };
    }
    const found = scanToken(template, at, lines(at), spaced);
    tokens.push(found.token);
    at = found.end;
  }
}

/** In the order they are tried: `.5` is a number before it is a dot. */
const patterns = [
  ["number", /[+-]?(?:0[xX][\da-fA-F_]+|(?:\d[\d_]*(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)/y],
  ["quoted", /"(?:[^"\\\n]|\\.)*"/y],
  ["raw", /`[^`]*`/y],
  ["field", /\.[\p{L}_][\p{L}\p{N}_]*/uy],
  ["dot", /\./y],
  ["variable", /\$[\p{L}\p{N}_]*/uy],
  ["word", /[\p{L}_][\p{L}\p{N}_]*/uy],
  ["sign", /:=|[=,|()]/y],
] as const;

function scanToken(template: string, at: number, line: number, spaced: boolean): { token: Token; end: number } {
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = at;
    const text = pattern.exec(template)?.[0];
    if (text === undefined) continue;
    const end = at + text.length;
    switch (kind) {
      case "number":
        return { token: { kind: "literal", value: numberOf(text, line), line, spaced }, end };
      case "quoted":
        return { token: { kind: "literal", value: unquote(text.slice(1, -1), line), line, spaced }, end };
      case "raw":
        return { token: { kind: "literal", value: text.slice(1, -1), line, spaced }, end };
      default:
        return { token: { kind, text, line, spaced }, end };
    }
  }
  const character = String.fromCodePoint(template.codePointAt(at) ?? 0);
  const isQuote = character === '"' || character === "`";
  throw new TemplateError(line, isQuote ? "this text has no closing quote" : `${character} means nothing here`);
}

function numberOf(text: string, line: number): number {
  const digits = text.replaceAll("_", "");
  const sign = digits.startsWith("-") ? -1 : 1;
  const value = sign * Number(digits.replace(/^[+-]/, ""));
  if (!Number.isFinite(value)) throw new TemplateError(line, `${text} is not a number`);
  return value;
}

/** Tells the line of an offset; offsets only grow, so the whole template is read once. */
function lineCounter(template: string): (at: number) => number {
  let line = 1;
  let next = template.indexOf("\n");
  return (at) => {
    while (next !== -1 && next < at) {
      line++;
      next = template.indexOf("\n", next + 1);
    }
    return line;
  };
}
