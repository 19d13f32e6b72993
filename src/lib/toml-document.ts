import { createRequire } from "node:module";
import { parse, TomlError, type TomlTable } from "smol-toml";
import type { AST } from "toml-eslint-parser";
import { documentOf, type KeyPath, keyOf, lineCounter, type SourceDocument, type Unparsed } from "./source-document.ts";

const require = createRequire(import.meta.url);

/** Parses TOML. `firstLine` is the line of the file on which the text begins. */
export function parseToml(text: string, firstLine = 1): SourceDocument | Unparsed {
  try {
    const value = parse(text, { integersAsBigInt: "asNeeded", maxDepth: 32 });
    const { lineOf } = documentOf(value, firstLine, () => listLines(text, firstLine));
    const headerLine = findHeaders(value, text, firstLine);
    return { value, lineOf: (path) => headerLine(path) ?? lineOf(path) };
  } catch (error) {
    if (!(error instanceof TomlError)) return { bad: String(error), line: firstLine };
    // The message goes on with a copy of the line, which may hold a secret.
    const [headline = "it is not TOML"] = error.message.split("\n");
    return { bad: headline.replace("Invalid TOML document: ", ""), line: error.line + firstLine - 1 };
  }
}

/** Finds the lines of `[[name]]` headers without parsing again: what a valid file is asked for most. */
function findHeaders(value: TomlTable, text: string, firstLine: number): (path: KeyPath) => number | null {
  const known = new Map<string, readonly number[]>();
  return (path) => {
    const index = path.at(-1);
    if (typeof index !== "number") return null;
    const name = path.slice(0, -1).join(".");
    let lines = known.get(name);
    if (!lines) {
      lines = headerLines(text, name, firstLine);
      known.set(name, lines);
    }
    // A header inside a long string, or a list written in another form, makes the two counts differ.
    const list = path
      .slice(0, -1)
      .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], value);
    return Array.isArray(list) && list.length === lines.length ? (lines[index] ?? null) : null;
  };
}

function headerLines(text: string, name: string, firstLine: number): readonly number[] {
  const lines: number[] = [];
  const lineAt = lineCounter(text, firstLine);
  for (let at = text.indexOf("[["); at !== -1; at = text.indexOf("[[", at + 2)) {
    const end = text.indexOf("]]", at);
    const startsLine = text.slice(text.lastIndexOf("\n", at) + 1, at).trim() === "";
    if (end !== -1 && startsLine && text.slice(at + 2, end).trim() === name) lines.push(lineAt(at));
  }
  return lines;
}

/** The parser that keeps positions is slow to load and to run, and only a file with a problem needs it. */
function listLines(text: string, firstLine: number): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  try {
    const { parseTOML } = require("toml-eslint-parser") as typeof import("toml-eslint-parser");
    for (const node of parseTOML(text).body[0].body) addEntry(lines, [], node, firstLine - 1);
  } catch {
    // The two parsers disagree about this text; the first line of the document has to do.
  }
  return lines;
}

function addEntry(
  lines: Map<string, number>,
  under: readonly (string | number)[],
  node: AST.TOMLTable | AST.TOMLKeyValue,
  shift: number,
): void {
  if (node.type === "TOMLTable") {
    addLine(lines, node.resolvedKey, node.loc.start.line + shift);
    for (const entry of node.body) addEntry(lines, node.resolvedKey, entry, shift);
    return;
  }
  const keys = node.key.keys.map((key) => (key.type === "TOMLBare" ? key.name : key.value));
  const path = [...under, ...keys];
  addLine(lines, path, node.loc.start.line + shift);
  addValue(lines, path, node.value, shift);
}

function addValue(
  lines: Map<string, number>,
  path: readonly (string | number)[],
  node: AST.TOMLContentNode,
  shift: number,
): void {
  if (node.type === "TOMLInlineTable") for (const entry of node.body) addEntry(lines, path, entry, shift);
  if (node.type !== "TOMLArray") return;
  for (const [index, element] of node.elements.entries()) {
    addLine(lines, [...path, index], element.loc.start.line + shift);
    addValue(lines, [...path, index], element, shift);
  }
}

/** A table's first mention is where it stands, even when only something in it is mentioned. */
function addLine(lines: Map<string, number>, path: readonly (string | number)[], line: number): void {
  for (let length = path.length; length > 0; length--) {
    const key = keyOf(path.slice(0, length));
    if (lines.has(key)) return;
    lines.set(key, line);
  }
}
