import { type CatalogEntry, listHooks } from "../../app/list-hooks.ts";
import { readHooks } from "../../app/read-hooks.ts";
import { requireEvent } from "../../app/require-event.ts";
import { printable } from "../../lib/printable.ts";
import { brokenLines } from "../broken.ts";
import type { Invocation } from "../command.ts";
import { print } from "../output.ts";
import { placeFrom } from "../place.ts";
import { type Cell, renderTable } from "../table.ts";
import { untrustedLine } from "../untrusted.ts";

type ListFlags = { readonly [K in "event" | "agent" | "source" | "mode"]?: string } & { readonly prompt?: boolean };

export async function list(invocation: Invocation & { flags: ListFlags }): Promise<number> {
  if (invocation.flags.prompt) return listForPrompt(invocation);
  const { flags, terminal, workspace: wanted } = invocation;
  const event = flags.event === undefined ? undefined : requireEvent(flags.event);
  const { hooks, broken, workspace } = readHooks(placeFrom(invocation));
  const { agent, source, mode } = flags;
  const here = wanted === null ? {} : { workspaceId: workspace.id, workspaceRoot: workspace.root };
  const entries = listHooks(hooks, { event, agent, source, mode, ...here });
  const problems = broken.filter((declaration) => !event || declaration.event === null || declaration.event === event);
  const report = [untrustedLine(terminal, entries), brokenLines(terminal, problems)]
    .filter((part) => part !== "")
    .join("\n\n");
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
    const hasAdapted = rows.some(({ adapted }) => adapted !== undefined);
    const hasUntrusted = rows.some(({ refusal }) => refusal !== undefined);
    return renderTable(
      terminal,
      [
        { title: "Order", align: "right" },
        { title: "Name" },
        { title: "Event" },
        { title: "Source" },
        { title: "Mode" },
        { title: "Priority", align: "right" },
        ...(hasDialects || hasAdapted ? [{ title: "Dialect" }] : []),
        ...(hasAdapted ? [{ title: "Speaks" }] : []),
        ...(hasUntrusted ? [{ title: "Trust" }] : []),
      ],
      rows.map((row) => [
        row.order,
        row.name,
        row.event,
        row.source,
        row.mode,
        row.priority,
        ...(hasDialects || hasAdapted ? [row.dialect] : []),
        ...(hasAdapted ? [row.adapted?.dialect ?? row.dialect] : []),
        ...(hasUntrusted ? [trustCell(row)] : []),
      ]),
    );
  }
}

/** What an agent is told of its hooks, and not a word more: it goes into a system prompt as it is. */
async function listForPrompt(invocation: Invocation): Promise<number> {
  const { promptBlock, promptEntries } = await import("../../app/hook-prompt.ts");
  // What a repository says of its hooks is no more to be believed than the hooks are.
  const trusted = readHooks(placeFrom(invocation)).hooks.filter(({ trust }) => typeof trust?.refusal !== "string");
  const entries = promptEntries(trusted);
  await print(invocation, { human: () => printable(promptBlock(entries)), json: () => entries });
  return 0;
}

function trustCell({ trust, refusal }: CatalogEntry): Cell {
  if (refusal === undefined) return trust ?? "";
  return { text: trust === "trusted" ? "refused" : (trust ?? ""), style: "yellow" };
}

function toonRow(entry: CatalogEntry): Record<string, unknown> {
  const { order, name, event, source, skill_source = null, mode, required, priority } = entry;
  return { order, name, event, source, skill_source, mode, required, priority };
}
