import {
  CORE_SCHEMA,
  constructFromEvents,
  EVENT_ID,
  type Event,
  getScalarValue,
  mergeTag,
  parseEvents,
  YAMLException,
} from "js-yaml";
import { isTable, type KeyPath, lineCounter, type SourceDocument, type Unparsed } from "./source-document.ts";

/** A few anchors are a convenience; hundreds are a bomb. */
const mostAliases = 32;
const deepest = 32;
/** With `<<: *anchor`, which agents' files share settings by; without it, what is shared would be lost without a word. */
const schema = CORE_SCHEMA.withTags(mergeTag);

/** Parses one YAML mapping. `firstLine` is the line of the file on which the text begins. */
export function parseYaml(text: string, firstLine = 1): SourceDocument | Unparsed {
  try {
    const events = parseEvents(text, { maxDepth: deepest });
    const [value, second] = constructFromEvents(events, { source: text, schema, maxAliases: mostAliases });
    if (second !== undefined) return { bad: "it holds more than one document", line: firstLine };
    if (value === undefined || value === null) return { value: {}, lineOf: () => firstLine };
    if (!isTable(value)) return { bad: "it is not a list of keys and values", line: firstLine };
    return { value, lineOf: (path) => lineOf(events, text, firstLine, path) };
  } catch (error) {
    if (!(error instanceof YAMLException)) return { bad: String(error), line: firstLine };
    const { reason, mark } = error;
    // The parser counts lone carriage returns as lines, which no editor does.
    const line = mark ? lineCounter(text, firstLine)(mark.position) : firstLine;
    return { bad: plainly(reason), line, ...(mark && { offset: mark.position }) };
  }
}

/** Finds the line of a key in a JSON text, which is YAML too. */
export function lineInJson(text: string, path: KeyPath): number {
  try {
    return lineOf(parseEvents(text, { maxDepth: 100 }), text, 1, path);
  } catch {
    return 1;
  }
}

function plainly(reason: string): string {
  if (reason.includes("maxAliases")) return `it uses more than ${mostAliases} aliases`;
  if (reason.includes("maxDepth")) return `it is nested more than ${deepest} levels deep`;
  return reason;
}

/** Walks down a path as far as it goes and names the line of the last part found. Nothing is built on the way. */
function lineOf(events: readonly Event[], text: string, firstLine: number, path: KeyPath): number {
  let at = events[0]?.type === EVENT_ID.DOCUMENT ? 1 : 0;
  let offset = 0;
  for (const step of path) {
    const child = typeof step === "number" ? itemAt(events, at, step) : entryAt(events, at, text, step);
    if (child === null) break;
    offset = child.offset;
    at = child.at;
  }
  return lineCounter(text, firstLine)(offset);
}

interface Child {
  /** Where it begins in the text. */
  readonly offset: number;
  /** Which event its value is. */
  readonly at: number;
}

function itemAt(events: readonly Event[], sequence: number, wanted: number): Child | null {
  if (events[sequence]?.type !== EVENT_ID.SEQUENCE) return null;
  let at = sequence + 1;
  for (let index = 0; index < wanted && !isEnd(events[at]); index++) at = afterNode(events, at);
  return isEnd(events[at]) ? null : { offset: startOf(events[at]), at };
}

function entryAt(events: readonly Event[], mapping: number, text: string, wanted: string): Child | null {
  if (events[mapping]?.type !== EVENT_ID.MAPPING) return null;
  for (let at = mapping + 1; !isEnd(events[at]); at = afterNode(events, at)) {
    const key = events[at];
    at = afterNode(events, at);
    if (key?.type === EVENT_ID.SCALAR && getScalarValue(text, key) === wanted) return { offset: startOf(key), at };
  }
  return null;
}

/** The event after a node and everything in it. */
function afterNode(events: readonly Event[], node: number): number {
  let open = 0;
  for (let at = node; at < events.length; at++) {
    const type = events[at]?.type;
    if (type === EVENT_ID.MAPPING || type === EVENT_ID.SEQUENCE) open++;
    else if (type === EVENT_ID.POP) open--;
    if (open <= 0) return at + 1;
  }
  return events.length;
}

function isEnd(event: Event | undefined): boolean {
  return event === undefined || event.type === EVENT_ID.POP;
}

function startOf(event: Event | undefined): number {
  if (!event) return 0;
  if ("start" in event) return event.start;
  if ("valueStart" in event) return Math.max(event.valueStart, 0);
  return "anchorStart" in event ? Math.max(event.anchorStart, 0) : 0;
}
