import { type Outcome, outcomes } from "../../engine/run.ts";
import { durationText } from "../duration-text.ts";
import { outcomeStyle } from "../outcome-style.ts";
import { type Cell, renderTable } from "../table.ts";
import { paint, type Terminal } from "../terminal.ts";
import type { Tally, TallyRow } from "./run-tally.ts";

/** What the hooks of a session did, hook by hook. */
export function summaryTable(page: Pick<Terminal, "width" | "color">, tally: Tally): string {
  const rows = [...tally.values()];
  if (rows.length === 0) return paint(page, "dim", "No hook ran.");
  const columns = [
    { title: "HOOK" },
    { title: "DIALECT" },
    { title: "EVENT" },
    { title: "RUNS", align: "right" },
    { title: "OUTCOMES" },
    { title: "TIME", align: "right" },
  ] as const;
  return renderTable(
    page,
    columns,
    rows.map((row) => [row.hook, row.dialect, row.event, row.runs, outcomesCell(row), durationText(row.totalMs)]),
  );
}

/** The colour is that of what needs looking at most. */
function outcomesCell({ runs, outcomes: counts }: TallyRow): Cell {
  const found = outcomes.filter((outcome) => counts[outcome] !== undefined);
  const worst = worstFirst.find((outcome) => counts[outcome] !== undefined);
  const text = found
    .map((outcome) => (counts[outcome] === runs ? outcome : `${counts[outcome]} ${outcome}`))
    .join(", ");
  return { text, style: worst === undefined ? null : outcomeStyle[worst] };
}

const worstFirst: readonly Outcome[] = ["failed", "dropped", "skipped", "rejected", "denied", "applied"];
