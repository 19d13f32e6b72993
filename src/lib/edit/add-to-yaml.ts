import { EVENT_ID, type Event, getScalarValue, parseEvents } from "js-yaml";
import { parseYaml } from "../yaml-document.ts";
import { type Edited, indentLines, isAddition, lineEndOf } from "./addition.ts";

/**
 * Adds an item to the list at a path of a YAML text and makes what is missing on the way. `item` is YAML itself: the
 * lines of one mapping. Nothing else in the text changes, comments included; where that cannot be, it says why.
 */
export function addToYaml(text: string, path: readonly string[], item: string): Edited {
  const before = parseYaml(text);
  if ("bad" in before) return { cannot: `it is not valid YAML (line ${before.line}: ${before.bad})` };
  const added = parseYaml(item);
  if ("bad" in added) return { cannot: `what should be added is not valid YAML: ${added.bad}` };
  const place = findPlace(text, parseEvents(text, {}), path);
  const why = `its ${path.join(".")} is not written as a plain list with one line for each item`;
  if (place === null) return { cannot: why };
  const edited = insertAt(text, place, path, item);
  const after = parseYaml(edited);
  const isWhatWasMeant = !("bad" in after) && isAddition(before.value, after.value, path, added.value);
  return isWhatWasMeant ? { text: edited } : { cannot: why };
}

interface Place {
  /** Where in the text the new lines go; the start of a line, or the end of the text. */
  readonly offset: number;
  readonly indent: number;
  /** How many keys of the path are there already. */
  readonly found: number;
}

interface Node {
  readonly at: number;
  /** Where the key stands that leads here; -1 for the whole document. */
  readonly key: number;
}

function findPlace(text: string, events: readonly Event[], path: readonly string[]): Place | null {
  let node: Node = { at: events[0]?.type === EVENT_ID.DOCUMENT ? 1 : 0, key: -1 };
  let found = 0;
  for (const key of path) {
    const child = childOf(text, events, node.at, key);
    if (child === null) break;
    node = child;
    found++;
  }
  if (found === path.length) return placeInList(text, events, node, found);
  if (found === 0) return { offset: text.length, indent: 0, found };
  return placeInMapping(text, events, node, found);
}

/** At the end of the list, on the line after its last item. */
function placeInList(text: string, events: readonly Event[], node: Node, found: number): Place | null {
  const list = events[node.at];
  if (isEmpty(list)) return { offset: nextLine(text, node.key), indent: columnOf(text, node.key) + 2, found };
  if (list?.type !== EVENT_ID.SEQUENCE) return null;
  const last = lastOffset(events, node.at);
  const offset = text[last - 1] === "\n" ? last : nextLine(text, last);
  return { offset, indent: columnOf(text, list.start), found };
}

/** Before the first entry of the mapping, where no comment can come to stand with the wrong neighbour. */
function placeInMapping(text: string, events: readonly Event[], node: Node, found: number): Place | null {
  const mapping = events[node.at];
  const offset = nextLine(text, node.key);
  if (isEmpty(mapping)) return { offset, indent: columnOf(text, node.key) + 2, found };
  return mapping?.type === EVENT_ID.MAPPING ? { offset, indent: columnOf(text, mapping.start), found } : null;
}

function childOf(text: string, events: readonly Event[], mapping: number, wanted: string): Node | null {
  if (events[mapping]?.type !== EVENT_ID.MAPPING) return null;
  for (let at = mapping + 1; at < events.length && events[at]?.type !== EVENT_ID.POP; at = afterNode(events, at)) {
    const key = events[at];
    at = afterNode(events, at);
    if (key?.type === EVENT_ID.SCALAR && getScalarValue(text, key) === wanted) return { at, key: key.valueStart };
  }
  return null;
}

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

function lastOffset(events: readonly Event[], node: number): number {
  const inside = events.slice(node, afterNode(events, node));
  return Math.max(
    ...inside.map((event) => ("valueEnd" in event ? event.valueEnd : "start" in event ? event.start : 0)),
  );
}

function isEmpty(event: Event | undefined): boolean {
  return event?.type === EVENT_ID.SCALAR && event.valueEnd <= event.valueStart;
}

function nextLine(text: string, offset: number): number {
  const end = text.indexOf("\n", offset);
  return end < 0 ? text.length : end + 1;
}

function columnOf(text: string, offset: number): number {
  return offset - (text.lastIndexOf("\n", offset - 1) + 1);
}

function insertAt(text: string, { offset, indent, found }: Place, path: readonly string[], item: string): string {
  const end = lineEndOf(text);
  const missing = path.slice(found);
  const keys = missing.map((key, index) => `${" ".repeat(index * 2)}${key}:`);
  const listItem = `- ${indentLines(item.trimEnd(), "  ").trimStart()}`;
  const lines = [...keys, indentLines(listItem, " ".repeat(missing.length * 2))].join("\n");
  const block = `${indentLines(lines, " ".repeat(indent))}\n`.replaceAll("\n", end);
  const head = text.slice(0, offset);
  const gap = head === "" || head.endsWith("\n") ? "" : end;
  const isNewSection = found === 0 && head.trim() !== "";
  return head + gap + (isNewSection ? end : "") + block + text.slice(offset);
}
