import { parseJson } from "../json-document.ts";
import { type Edited, indentLines, isAddition, lineEndOf } from "./addition.ts";

/**
 * Adds an item to the list at a path of a JSON text and makes what is missing on the way. Nothing else in the text changes,
 * neither its layout nor the way its values are written; where that cannot be, it says why.
 */
export function addToJson(text: string, path: readonly string[], item: unknown): Edited {
  const before = parseJson(text);
  if ("bad" in before) return { cannot: `it is not valid JSON (line ${before.line}: ${before.bad})` };
  const edited = insert(text, path, item);
  const after = edited === null ? null : parseJson(edited);
  if (edited === null || after === null || "bad" in after || !isAddition(before.value, after.value, path, item))
    return { cannot: `its ${path.join(".")} is not a list` };
  return { text: edited };
}

function insert(text: string, path: readonly string[], item: unknown): string | null {
  let container = skipBlanks(text, text.startsWith("\uFEFF") ? 1 : 0);
  let found = 0;
  for (const key of path) {
    const value = valueAt(text, container, key);
    if (value === null) break;
    container = value;
    found++;
  }
  const missing = path.slice(found);
  const [key, ...below] = missing;
  if (text[container] !== (key === undefined ? "[" : "{")) return null;
  const value = below.reduceRight<unknown>((inner, name) => ({ [name]: inner }), key === undefined ? item : [item]);
  const unit = unitOf(text);
  const written = JSON.stringify(value, null, unit);
  return insertLast(text, container, key === undefined ? written : `${JSON.stringify(key)}: ${written}`, unit);
}

/** Puts one more entry behind the last one of a list or an object. */
function insertLast(text: string, container: number, entry: string, unit: string): string {
  const close = endOfValue(text, container) - 1;
  const last = lastBefore(text, close);
  const isBare = last === container;
  const lineEnd = lineEndOf(text);
  const spansLines = isBare || text.slice(container, close).includes("\n");
  if (!spansLines) return `${text.slice(0, last + 1)}, ${onOneLine(entry)}${text.slice(last + 1)}`;
  const outer = indentAt(text, close) ?? indentAt(text, container) ?? "";
  const own = indentLines(entry, outer + unit).replaceAll("\n", lineEnd);
  const tail = isBare ? lineEnd + outer + text.slice(close) : text.slice(last + 1);
  return text.slice(0, last + 1) + (isBare ? "" : ",") + lineEnd + own + tail;
}

function onOneLine(entry: string): string {
  return entry.replaceAll(/\n\s*/g, " ");
}

/** The blanks a line begins with. */
function indentAt(text: string, offset: number): string | null {
  const start = text.lastIndexOf("\n", offset) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? null;
}

/** How far the text moves its first nested line in; two blanks when it has none. */
function unitOf(text: string): string {
  return /\n([ \t]+)\S/.exec(text)?.[1] ?? "  ";
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (at < text.length && " \t\r\n".includes(text[at] ?? "")) at++;
  return at;
}

function lastBefore(text: string, offset: number): number {
  let at = offset - 1;
  while (" \t\r\n".includes(text[at] ?? "x")) at--;
  return at;
}

/** Where the value of a key begins; the text has been parsed before, so its form is known to be right. */
function valueAt(text: string, object: number, wanted: string): number | null {
  if (text[object] !== "{") return null;
  for (let at = skipBlanks(text, object + 1); text[at] === '"'; ) {
    const keyEnd = endOfString(text, at);
    const key: unknown = JSON.parse(text.slice(at, keyEnd));
    const value = skipBlanks(text, skipBlanks(text, keyEnd) + 1);
    if (key === wanted) return value;
    const comma = skipBlanks(text, endOfValue(text, value));
    at = skipBlanks(text, comma + 1);
    if (text[comma] !== ",") break;
  }
  return null;
}

function endOfValue(text: string, start: number): number {
  if (text[start] === '"') return endOfString(text, start);
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const char = text[at] ?? "";
    if (char === '"') at = endOfString(text, at) - 1;
    else if ("{[".includes(char)) depth++;
    else if ("}]".includes(char)) {
      if (depth === 0) return at;
      if (--depth === 0) return at + 1;
    } else if (depth === 0 && ", \t\r\n".includes(char)) return at;
  }
  return text.length;
}

function endOfString(text: string, quote: number): number {
  let at = quote + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at + 1;
}
