import type { FileChange } from "../../agent/tool.ts";
import { printable } from "../../lib/printable.ts";
import { paint, type Style } from "../terminal.ts";
import { wrap } from "../wrap.ts";
import { excerptOf } from "./shorten.ts";
import { type Page, withTail, written } from "./written.ts";

/** A change of a file for people: where, how much, and the lines in green and red. */
export function diffLines(page: Page, change: FileChange): string[] {
  const counts = `+${change.added} -${change.removed}`;
  const { head, hidden, tail } = excerptOf(printable(change.diff), { head: 24, tail: 12 });
  const room = Math.max(20, page.width - margin.length);
  const shown = (line: string) =>
    wrap(line.replaceAll("\t", "    "), room).map((row) => margin + paint(page, styleOf(line), row));
  return [
    ...withTail(page, written(page, change.path, { lead: "  ", style: "bold" }), `  ${counts}`, "dim"),
    ...head.flatMap(shown),
    ...(hidden > 0 ? [margin + paint(page, "dim", `… ${hidden} lines left out …`)] : []),
    ...tail.flatMap(shown),
  ];
}

const margin = "    ";

function styleOf(line: string): Style | null {
  if (line.startsWith("@@")) return "cyan";
  if (line.startsWith("+")) return "green";
  if (line.startsWith("-")) return "red";
  return "dim";
}
