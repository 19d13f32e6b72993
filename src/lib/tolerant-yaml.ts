import type { SourceDocument, Unparsed } from "./source-document.ts";
import { parseYaml } from "./yaml-document.ts";

/** A document, and the escapes in it that YAML does not know and that were taken as written. */
export interface TolerantYaml {
  readonly document: SourceDocument;
  readonly keptEscapes: readonly KeptEscape[];
}

export interface KeptEscape {
  /** A backslash and a character. */
  readonly text: string;
  readonly line: number;
}

/** Every text with such escapes costs another pass; no honest file has this many. */
const mostRepairs = 32;
/** What may stand after a backslash between double quotes. */
const knownEscapes = new Set('0abt\tnvfre "/\\N_LPxuU\n\r');

/**
 * Parses one YAML mapping and keeps a backslash before a character with which it has no meaning, `"\.py$"` for example,
 * which YAML forbids and people write all the same.
 */
export function parseTolerantYaml(text: string, firstLine = 1): TolerantYaml | Unparsed {
  const keptEscapes: KeptEscape[] = [];
  let repaired = text;
  for (let repairs = 0; ; repairs++) {
    const parsed = parseYaml(repaired, firstLine);
    if (!("bad" in parsed)) return { document: parsed, keptEscapes };
    if (parsed.bad !== "unknown escape sequence" || parsed.offset === undefined || repairs === mostRepairs)
      return parsed;
    repaired = keepEscapes(repaired, parsed.offset - 1, parsed.line, keptEscapes);
  }
}

/** Doubles the backslash of every unknown escape from `start`, which is one, to the end of its text. No line moves. */
function keepEscapes(text: string, start: number, startLine: number, kept: KeptEscape[]): string {
  const parts: string[] = [text.slice(0, start)];
  let line = startLine;
  let at = start;
  for (; at < text.length && text[at] !== '"'; at++) {
    const char = text[at] ?? "";
    if (char === "\n") line++;
    if (char !== "\\") {
      parts.push(char);
      continue;
    }
    const next = text[++at] ?? "";
    if (!knownEscapes.has(next)) kept.push({ text: char + next, line });
    parts.push(knownEscapes.has(next) ? char : "\\\\", next);
    if (next === "\n") line++;
  }
  return parts.join("") + text.slice(at);
}
