import { type DocumentedEntry, withDocumentation } from "../../app/hook-documentation.ts";
import { type CatalogEntry, listHooks } from "../../app/list-hooks.ts";
import { readHooks } from "../../app/read-hooks.ts";
import { Problem } from "../../errors/problem.ts";
import { closest } from "../../lib/closest.ts";
import { printable } from "../../lib/printable.ts";
import { brokenLines } from "../broken.ts";
import type { Invocation } from "../command.ts";
import { print } from "../output.ts";
import { placeFrom } from "../place.ts";
import { renderFields, renderTable } from "../table.ts";
import { paint, type Terminal } from "../terminal.ts";

export async function info(invocation: Invocation): Promise<number> {
  const { args, terminal } = invocation;
  const name = (args[0] ?? "").trim();
  const { hooks, broken, workspace } = readHooks(placeFrom(invocation));
  const entries = withDocumentation(listHooks(hooks).filter((entry) => entry.name === name));
  const report = brokenLines(
    terminal,
    broken.filter((declaration) => declaration.name === name),
  );
  if (report !== "") terminal.err(`${report}\n`);
  if (entries.length === 0) {
    const suggestion = closest(name, new Set(hooks.map((hook) => hook.name)));
    throw new Problem("HOOK_UNKNOWN", { name, workspace: workspace.root, suggestion });
  }
  await print(invocation, {
    human: () => entries.map((entry) => sections(terminal, entry)).join("\n\n"),
    json: () => entries,
    toon: () => [
      { hooks: entries.map(toonRow) },
      ...entries.map((entry) => ({ matcher: fieldsOf(entry), metadata: metadataOf(entry) })),
    ],
  });
  return 0;
}

function sections(terminal: Terminal, entry: DocumentedEntry): string {
  const { scope = {} } = entry;
  const parts: (readonly [title: string, body: string])[] = [
    [
      "Hook",
      renderFields(terminal, [
        ["Name", entry.name],
        ["Order", entry.order],
        ["Event", entry.event],
        ["Source", entry.source],
        ["Skill Source", entry.skill_source],
        ["Mode", entry.mode],
        ["Required", entry.required ? "yes" : "no"],
        ["Priority", entry.priority],
        ["Timeout (ms)", entry.timeout_ms],
        ["Executor Kind", entry.executor_kind],
        ["Dialect", entry.dialect],
        ...(entry.adapted ? [["Speaks", speaks(entry.adapted)] as const] : []),
        ...(entry.trust ? [["Trust", trustText(entry)] as const] : []),
        ["Declared at", entry.file === null ? null : `${entry.file}${entry.line === null ? "" : `:${entry.line}`}`],
        ...(scope.agent_name ? [["For agent", scope.agent_name] as const] : []),
        ...(scope.workspace_id ? [["For workspace", scope.workspace_root ?? scope.workspace_id] as const] : []),
      ]),
    ],
    [
      "Matcher",
      rows(
        terminal,
        ["Field", "Value"],
        fieldsOf(entry).map(({ field, value }) => [field, value]),
      ),
    ],
    [
      "Metadata",
      rows(
        terminal,
        ["Key", "Value"],
        metadataOf(entry).map(({ key, value }) => [key, value]),
      ),
    ],
    ["Documentation", printable(entry.documentation ?? "")],
  ];
  return parts
    .filter(([, body]) => body !== "")
    .map(([title, body]) => `${paint(terminal, "cyan", title)}\n${body}`)
    .join("\n\n");
}

function speaks({ dialect, event }: NonNullable<CatalogEntry["adapted"]>): string {
  return `${dialect} (${event}), through hookline adapt`;
}

function trustText({ trust, refusal }: CatalogEntry): string {
  return refusal === undefined ? `${trust}` : `${trust}; it does not run: ${refusal}`;
}

function rows(terminal: Terminal, titles: readonly string[], cells: readonly (readonly string[])[]): string {
  if (cells.length === 0) return "";
  return renderTable(
    terminal,
    titles.map((title) => ({ title })),
    cells,
  );
}

function fieldsOf(entry: CatalogEntry): { field: string; value: string }[] {
  return Object.entries(entry.matcher).flatMap(([field, value]) =>
    typeof value === "object" && value !== null
      ? Object.entries(value).map(([inner, pattern]) => ({ field: `${field}.${inner}`, value: String(pattern) }))
      : [{ field, value: String(value) }],
  );
}

function metadataOf(entry: CatalogEntry): { key: string; value: string }[] {
  return Object.entries(entry.metadata ?? {})
    .map(([key, value]) => ({ key, value }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
}

function toonRow(entry: CatalogEntry): Record<string, unknown> {
  const { name, order, event, source, skill_source = null, mode, required, priority, timeout_ms = null } = entry;
  return {
    name,
    order,
    event,
    source,
    skill_source,
    mode,
    required,
    priority,
    timeout_ms,
    executor_kind: entry.executor_kind,
  };
}
