import { type CatalogEntry, listHooks } from "../../app/list-hooks.ts";
import { readHooks } from "../../app/read-hooks.ts";
import { requireEvent } from "../../app/require-event.ts";
import { brokenLines } from "../broken.ts";
import type { Invocation } from "../command.ts";
import { print } from "../output.ts";
import { placeFrom } from "../place.ts";
import { renderTable } from "../table.ts";

type ListFlags = "event" | "agent" | "source" | "mode";

export async function list(
  invocation: Invocation & { flags: { readonly [K in ListFlags]?: string } },
): Promise<number> {
  const { flags, terminal, workspace: wanted } = invocation;
  const event = flags.event === undefined ? undefined : requireEvent(flags.event);
  const { hooks, broken, workspace } = readHooks(placeFrom(invocation));
  const { agent, source, mode } = flags;
  const here = wanted === null ? {} : { workspaceId: workspace.id, workspaceRoot: workspace.root };
  const entries = listHooks(hooks, { event, agent, source, mode, ...here });
  const problems = broken.filter((declaration) => !event || declaration.event === null || declaration.event === event);
  const report = brokenLines(terminal, problems);
  await print(invocation, {
    human: () => [tableOf(entries), report].filter((part) => part !== "").join("\n\n"),
    json: () => entries,
    toon: () => [{ hooks: entries.map(toonRow) }],
  });
  // The other formats are for programs; the report must not disappear because of that.
  if (invocation.format !== "human" && report !== "") terminal.err(`${report}\n`);
  return 0;

  function tableOf(rows: readonly CatalogEntry[]): string {
    if (rows.length === 0) return `No hooks apply in ${workspace.root}.`;
    // Worth a column only where there is something to tell apart.
    const hasDialects = rows.some(({ dialect }) => dialect !== "agh");
    return renderTable(
      terminal,
      [
        { title: "Order", align: "right" },
        { title: "Name" },
        { title: "Event" },
        { title: "Source" },
        { title: "Mode" },
        { title: "Priority", align: "right" },
        ...(hasDialects ? [{ title: "Dialect" }] : []),
      ],
      rows.map((row) => [
        row.order,
        row.name,
        row.event,
        row.source,
        row.mode,
        row.priority,
        ...(hasDialects ? [row.dialect] : []),
      ]),
    );
  }
}

function toonRow(entry: CatalogEntry): Record<string, unknown> {
  const { order, name, event, source, skill_source = null, mode, required, priority } = entry;
  return { order, name, event, source, skill_source, mode, required, priority };
}
