import stringWidth from "string-width";
import { printableLine } from "../lib/printable.ts";
import { fitColumns, narrowest } from "./fit-columns.ts";
import { paint, type Style, type Terminal } from "./terminal.ts";
import { wrap } from "./wrap.ts";

export interface Column {
  readonly title: string;
  readonly align?: "right";
}

/** Untrusted text, or text with a colour. Empty cells show a dash. */
export type Cell = string | number | null | undefined | { readonly text: string; readonly style: Style | null };

const gap = "  ";

/** Lays rows out as a table that fits the terminal, or as a list of fields where it is too narrow for a table. */
export function renderTable(
  terminal: Pick<Terminal, "width" | "color">,
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
): string {
  const cells = rows.map((row) => columns.map((_, index) => cellOf(row[index])));
  const header = columns.map((column): Shown => ({ text: column.title, style: "bold" }));
  const texts = [header, ...cells].map((row) => row.map(({ text }) => text));
  const widths = fitColumns(texts, terminal.width - gap.length * (columns.length - 1));
  if (!widths) return renderStacked(terminal, columns, cells);
  return [header, ...cells].map((row) => renderRow(terminal, columns, widths, row)).join("\n");
}

interface Shown {
  readonly text: string;
  readonly style: Style | null;
}

function cellOf(cell: Cell): Shown {
  const { text, style } = typeof cell === "object" && cell !== null ? cell : { text: String(cell ?? ""), style: null };
  return { text: printableLine(text) || "-", style };
}

function renderRow(
  terminal: Pick<Terminal, "color">,
  columns: readonly Column[],
  widths: readonly number[],
  row: readonly Shown[],
): string {
  const wrapped = row.map((cell, index) => wrap(cell.text, widths[index] ?? 0));
  const height = Math.max(...wrapped.map((lines) => lines.length));
  return Array.from({ length: height }, (_, line) =>
    row
      .map((cell, index) => {
        const text = wrapped[index]?.[line] ?? "";
        const padding = " ".repeat(Math.max(0, (widths[index] ?? 0) - stringWidth(text)));
        const painted = paint(terminal, cell.style, text);
        return columns[index]?.align === "right" ? padding + painted : painted + padding;
      })
      .join(gap)
      .trimEnd(),
  ).join("\n");
}

function renderStacked(
  terminal: Pick<Terminal, "width" | "color">,
  columns: readonly Column[],
  rows: readonly (readonly Shown[])[],
): string {
  return rows
    .map((row) =>
      renderFields(
        terminal,
        columns.map((column, index) => [column.title, row[index] ?? null]),
      ),
    )
    .join("\n\n");
}

/** One `Label  value` pair per line. */
export function renderFields(
  terminal: Pick<Terminal, "width" | "color">,
  fields: readonly (readonly [label: string, value: Cell])[],
): string {
  const labelWidth = Math.max(0, ...fields.map(([label]) => stringWidth(label)));
  const room = Math.max(narrowest, terminal.width - labelWidth - gap.length);
  const indent = " ".repeat(labelWidth) + gap;
  return fields
    .map(([label, value]) => {
      const { text, style } = cellOf(value);
      const title = paint(terminal, "bold", label) + " ".repeat(labelWidth - stringWidth(label)) + gap;
      return wrap(text, room)
        .map((line, index) => (index === 0 ? title : indent) + paint(terminal, style, line))
        .join("\n");
    })
    .join("\n");
}
