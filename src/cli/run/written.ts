import stringWidth from "string-width";
import { printable } from "../../lib/printable.ts";
import { paint, type Style, type Terminal } from "../terminal.ts";
import { wrap } from "../wrap.ts";

/** How wide a page is and whether it shows colours. */
export type Page = Pick<Terminal, "width" | "color">;

interface Manner {
  /** Stands before the first line; the others are indented as far. */
  readonly lead?: string;
  readonly leadStyle?: Style;
  /** Stands between the lead and the text, in plain type. */
  readonly after?: string;
  readonly style?: Style;
}

/** Untrusted text in the width of the page. */
export function written(page: Page, text: string, manner: Manner): string[] {
  const { lead = "", leadStyle = null, after = "", style = null } = manner;
  // A lead that takes most of the page would leave no room for the text beside it.
  const indent = Math.min(lead.length, Math.floor(page.width / 2), 4);
  const whole = `${lead}${after}${spaced(printable(text)).replaceAll("\n", " ")}`.trimEnd();
  const [first = "", ...others] = rows(page, whole, indent);
  return [
    paintFirst(page, first, lead, leadStyle, after, style),
    ...others.map((row) => paintIndented(page, row, style)),
  ];
}

function paintFirst(
  page: Page,
  row: string,
  lead: string,
  leadStyle: Style | null,
  after: string,
  style: Style | null,
): string {
  const start = row.slice(0, lead.length);
  const middle = row.slice(lead.length, lead.length + after.length);
  const rest = row.slice(lead.length + after.length);
  return (
    paint(page, start.trim() === "" ? null : leadStyle, start) + middle + (rest === "" ? "" : paint(page, style, rest))
  );
}

function paintIndented(page: Page, row: string, style: Style | null): string {
  const text = row.trimStart();
  return row.slice(0, row.length - text.length) + paint(page, style, text);
}

/** Wraps a line; all rows but the first are indented. */
export function rows(page: Page, line: string, indent = 0): string[] {
  const text = spaced(line);
  if (text.trim() === "") return [""];
  const [first = "", ...others] = wrap(text, page.width);
  if (others.length === 0 || !text.startsWith(first)) return [first, ...others];
  const rest = text.slice(first.length).trimStart();
  return [first, ...wrap(rest, page.width - indent).map((row) => " ".repeat(indent) + row)];
}

/** A tab has no width of its own, so nothing could be lined up with it. */
function spaced(text: string): string {
  return text.replaceAll("\t", "    ");
}

/** Puts something small behind the last line, or below it where there is no room. */
export function withTail(page: Page, lines: readonly string[], tail: string, style: Style): string[] {
  const last = lines.at(-1) ?? "";
  const rest = lines.slice(0, -1);
  if (stringWidth(last) + stringWidth(tail) <= page.width) return [...rest, last + paint(page, style, tail)];
  return [...lines, ...written(page, tail.trim(), { lead: "    ", style })];
}

/** As much of a text as fits into so many cells. */
export function firstCells(text: string, cells: number): string {
  let cut = "";
  for (const char of text) {
    if (stringWidth(cut + char) > cells) break;
    cut += char;
  }
  return cut;
}
