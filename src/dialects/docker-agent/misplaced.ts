import { type Finding, finding } from "../../errors/problem.ts";
import { isTable } from "../../lib/source-document.ts";
import type { Collected } from "./collected.ts";
import { dockerEvent } from "./events.ts";
import { compileHooks } from "./hooks-table.ts";
import type { Owner } from "./owner.ts";
import { below, lineOf, type Site } from "./site.ts";

type Table = Readonly<Record<string, unknown>>;

/**
 * Finds hooks that stand beside `hooks:` instead of under it, or under a misspelt key. A guard must not disappear without
 * a word, so they are kept as declarations that cannot run.
 */
export function compileMisplaced(table: Table, site: Site, owner: Owner, out: Collected): void {
  for (const [key, value] of Object.entries(table)) {
    if (key === "hooks") continue;
    const here = below(site, key);
    if (isEventOf(key, value)) compileHooks({ [key]: value }, site, owner, out, report(here, site, out));
    else if (isTable(value) && Object.entries(value).some(([name, hooks]) => isEventOf(name, hooks)))
      compileHooks(value, here, owner, out, report(here, site, out));
  }
}

/** Other keys of an agent may be called like an event, but nothing else has hooks below it. */
function isEventOf(name: string, value: unknown): boolean {
  if (dockerEvent(name) === undefined) return false;
  const entries: unknown[] = Array.isArray(value) ? value : [value];
  return entries.some((entry) => isTable(entry) && ("type" in entry || "hooks" in entry));
}

function report(here: Site, site: Site, out: Collected): Finding {
  const params = { key: here.label, expected: below(site, "hooks").label };
  const problem = finding("HOOK_MISPLACED", { file: here.file, line: lineOf(here) }, params);
  out.findings.push(problem);
  return problem;
}
