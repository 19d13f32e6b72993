import stringWidth from "string-width";
import { piecesOf } from "./wrap.ts";

/** Below this a wrapped column is harder to read than a list of fields. */
export const narrowest = 9;
/** The first rows decide; measuring thousands would take longer than printing them. */
const measuredRows = 100;

/**
 * Finds column widths that fit into `room`, with as few extra lines as it can; null when that would leave slivers.
 * `rows` includes the titles.
 */
export function fitColumns(rows: readonly (readonly string[])[], room: number): number[] | null {
  const columns = (rows[0] ?? []).map((_, index) => rows.map((row) => row[index] ?? ""));
  const natural = columns.map((texts) => Math.max(0, ...texts.map((text) => stringWidth(text))));
  if (sum(natural) <= room) return natural;
  const samples = columns.map((texts) => texts.slice(0, measuredRows).map(pieceWidths));
  const unbroken = samples.map((texts) => Math.max(narrowest, ...texts.flat()));
  const slivers = natural.map(() => narrowest);
  return shrink(samples, natural, unbroken, room) ?? shrink(samples, natural, slivers, room);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function pieceWidths(text: string): number[] {
  return piecesOf(text).map((piece) => stringWidth(piece));
}

/** Narrows one column after the other, each time the one that pays for the room it gives with the fewest lines. */
function shrink(
  samples: readonly (readonly number[])[][],
  natural: readonly number[],
  least: readonly number[],
  room: number,
): number[] | null {
  const widths = [...natural];
  for (let excess = sum(widths) - room; excess > 0; excess = sum(widths) - room) {
    const best = widths
      .flatMap((width, column) =>
        narrowings(samples[column] ?? [], width, Math.max(least[column] ?? 0, width - excess), column),
      )
      .sort((a, b) => a.linesPerCell - b.linesPerCell || b.saved - a.saved)[0];
    if (!best) return null;
    widths[best.column] = best.width;
  }
  return widths;
}

interface Narrowing {
  readonly column: number;
  readonly width: number;
  readonly saved: number;
  readonly linesPerCell: number;
}

function narrowings(
  texts: readonly (readonly number[])[],
  current: number,
  least: number,
  column: number,
): Narrowing[] {
  const before = lineCount(texts, current);
  const steps: Narrowing[] = [];
  for (let width = current - 1; width >= least; width--) {
    const saved = current - width;
    steps.push({ column, width, saved, linesPerCell: (lineCount(texts, width) - before) / saved });
  }
  return steps;
}

/** How many lines the texts take when they are wrapped; a piece that is too long for a line is torn. */
function lineCount(texts: readonly (readonly number[])[], width: number): number {
  let lines = 0;
  for (const pieces of texts) {
    let used = 0;
    lines++;
    for (const piece of pieces) {
      if (used > 0 && used + piece > width) {
        lines++;
        used = 0;
      }
      lines += Math.floor(Math.max(0, piece - 1) / width);
      used += piece > width ? piece % width : piece;
    }
  }
  return lines;
}
