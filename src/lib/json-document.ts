import { isTable, type SourceDocument, type Unparsed } from "./source-document.ts";
import { parseStrictJson } from "./strict-json.ts";
import { linesInJson } from "./yaml-document.ts";

/** Parses a file that holds one JSON object. */
export function parseJson(file: string): SourceDocument | Unparsed {
  // Editors on Windows like to start files with a byte order mark.
  const text = file.replace(/^\uFEFF/, "");
  const parsed = parseStrictJson(text);
  if ("bad" in parsed) return { bad: parsed.bad, line: text.slice(0, parsed.offset).split("\n").length };
  if (!isTable(parsed.value)) return { bad: "it is not a JSON object", line: 1 };
  return { value: parsed.value, lineOf: linesInJson(text) };
}
