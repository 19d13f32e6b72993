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
import {
  isTable,
  type KeyPath,
  lineCounter,
  lineTable,
  type SourceDocument,
  type Unparsed,
} from "./source-document.ts";

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
    return { value, lineOf: lineFinder(events, text, firstLine) };
  } catch (error) {
    if (!(error instanceof YAMLException)) return { bad: String(error), line: firstLine };
    const { reason, mark } = error;
    // The parser counts lone carriage returns as lines, which no editor does.
    const line = mark ? lineCounter(text, firstLine)(mark.position) : firstLine;
    return { bad: plainly(reason), line, ...(mark && { offset: mark.position }) };
  }
}

/** Finds the lines of keys in a JSON text, which is YAML too. The text is read when the first line is asked for. */
export function linesInJson(text: string): (path: KeyPath) => number {
  let find: ((path: KeyPath) => number) | null = null;
  return (path) => {
    find ??= finderIn(text);
    return find(path);
  };
}

function finderIn(text: string): (path: KeyPath) => number {
  try {
    return lineFinder(parseEvents(text, { maxDepth: 100 }), text, 1);
  } catch {
    return () => 1;
  }
}

function plainly(reason: string): string {
  if (reason.includes("maxAliases")) return `it uses more than ${mostAliases} aliases`;
  if (reason.includes("maxDepth")) return `it is nested more than ${deepest} levels deep`;
  return reason;
}

/**
 * Makes a function that walks down a path as far as it goes and names the line of the last part found. What stands below a
 * node is listed once, when somebody first goes there: a file with ten thousand mistakes must not take ten thousand readings.
 */
function lineFinder(events: readonly Event[], text: string, firstLine: number): (path: KeyPath) => number {
  const root = events[0]?.type === EVENT_ID.DOCUMENT ? 1 : 0;
  const lineAt = lineTable(text, firstLine);
  const listed = new Map<number, Children>();
  const childrenOf = (node: number): Children => {
    const known = listed.get(node) ?? listChildren(events, node, text);
    listed.set(node, known);
    return known;
  };
  return (path) => {
    let at = root;
    let offset = 0;
    for (const step of path) {
      const child = childrenOf(at).get(step);
      if (!child) break;
      ({ at, offset } = child);
    }
    return lineAt(offset);
  };
}

interface Child {
  /** Where it begins in the text. */
  readonly offset: number;
  /** Which event its value is. */
  readonly at: number;
}

/** By key, or by position in a list. */
type Children = ReadonlyMap<string | number, Child>;

function listChildren(events: readonly Event[], node: number, text: string): Children {
  const children = new Map<string | number, Child>();
  const type = events[node]?.type;
  if (type === EVENT_ID.SEQUENCE) {
    for (let at = node + 1; !isEnd(events[at]); at = afterNode(events, at))
      children.set(children.size, { offset: startOf(events[at]), at });
  } else if (type === EVENT_ID.MAPPING) {
    for (let at = node + 1; !isEnd(events[at]); at = afterNode(events, at)) {
      const key = events[at];
      at = afterNode(events, at);
      if (key?.type === EVENT_ID.SCALAR) children.set(getScalarValue(text, key), { offset: startOf(key), at });
    }
  }
  return children;
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
