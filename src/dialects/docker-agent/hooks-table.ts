import { matchesEverything } from "../../engine/matcher.ts";
import { type Finding, finding } from "../../errors/problem.ts";
import { closest } from "../../lib/closest.ts";
import { describeValue } from "../../lib/describe-value.ts";
import { isTable } from "../../lib/source-document.ts";
import { brokenHook } from "./broken.ts";
import type { Collected } from "./collected.ts";
import { addBroken, compileHook, type EntryContext, hookKeys } from "./declaration.ts";
import { type DockerEvent, dockerEvent, dockerEvents } from "./events.ts";
import { readFields, tellUnknownKeys } from "./hook-fields.ts";
import type { Owner } from "./owner.ts";
import { below, entriesAt, lineOf, type Site, tellAt } from "./site.ts";
import { compileToolMatcher } from "./tool-matcher.ts";

type Table = Readonly<Record<string, unknown>>;

/**
 * Compiles a `hooks:` mapping: from the name of an event to its hooks, or to entries with a matcher. With `spoiltBy` all
 * is checked as usual, but nothing of it runs.
 */
export function compileHooks(
  table: unknown,
  site: Site,
  owner: Owner,
  out: Collected,
  spoiltBy: Finding | null = null,
): void {
  if (table === undefined || table === null) return;
  const fail = (at: Site, problem: Finding) => {
    out.findings.push(problem);
    out.broken.push(brokenHook({ file: at.file, line: lineOf(at) }, null, null, [problem]));
  };
  if (!isTable(table)) {
    const params = { key: site.label, expected: "a mapping from events to hooks", got: describeValue(table) };
    const problem = finding("CONFIG_VALUE_INVALID", { file: site.file, line: lineOf(site) }, params);
    fail(site, problem);
    // A guard in a list of mappings is still a guard.
    for (const entry of entriesAt(site, table).filter(({ value }) => isTable(value)))
      compileHooks(entry.value, entry.site, owner, out, problem);
    return;
  }
  for (const [name, value] of Object.entries(table)) {
    const here = below(site, name);
    const event = dockerEvent(name);
    if (event) compileEvent(event, value, here, owner, out, spoiltBy);
    else fail(here, unknownEvent(name, here));
  }
}

function unknownEvent(event: string, site: Site): Finding {
  const names = dockerEvents.map(({ name }) => name);
  const params = { at: site.label, event, suggestion: closest(event, names), allowed: names.join(", ") };
  return finding("DOCKER_EVENT_UNKNOWN", { file: site.file, line: lineOf(site) }, params);
}

function compileEvent(
  event: DockerEvent,
  value: unknown,
  site: Site,
  owner: Owner,
  out: Collected,
  spoiltBy: Finding | null,
): void {
  if (value === undefined || value === null) return;
  const flat: EntryContext = { event, matcher: matchesEverything, lane: "default", spoiltBy };
  for (const entry of entriesAt(site, value)) {
    if (event.toolPath === null) compileHook(entry.value, entry.site, flat, owner, out);
    else compileEntry(flat, event.toolPath, entry.value, entry.site, owner, out);
  }
}

const entryKeys = ["matcher", "hooks", "preempt_yolo"];

function compileEntry(
  flat: EntryContext,
  toolPath: string,
  value: unknown,
  site: Site,
  owner: Owner,
  out: Collected,
): void {
  const findings: Finding[] = [];
  const entry = isTable(value) ? readEntry(value, flat, toolPath, site, findings) : flat;
  if (!isTable(value)) tellAt(site, null, findings, "entry")("HOOK_NOT_A_MAPPING", [], { got: describeValue(value) });
  out.findings.push(...findings);
  const errors = findings.filter(({ severity }) => severity === "error");
  const hooks = isTable(value) ? (value.hooks ?? []) : [];
  if (Array.isArray(hooks) && hooks.length === 0) {
    const reasons = entry.spoiltBy ? [entry.spoiltBy, ...errors] : errors;
    addBroken(isTable(value) ? value : {}, site, null, entry, owner, reasons, out);
    return;
  }
  const context = { ...entry, spoiltBy: entry.spoiltBy ?? errors[0] ?? null };
  for (const hook of entriesAt(below(site, "hooks"), hooks)) compileHook(hook.value, hook.site, context, owner, out);
}

function readEntry(table: Table, flat: EntryContext, toolPath: string, site: Site, findings: Finding[]): EntryContext {
  const tell = tellAt(site, null, findings, "entry");
  const hasHooks = table.hooks !== undefined && table.hooks !== null && !isEmptyList(table.hooks);
  // A hook that stands where an entry belongs gets one message, not one for each of its keys.
  tellUnknownKeys(table, hasHooks ? entryKeys : [...entryKeys, ...hookKeys], tell);
  if (!hasHooks) tell("HOOK_ENTRY_EMPTY", [], {});
  const fields = readFields(table, tell);
  const isPreempting = fields.flag("preempt_yolo");
  if (isPreempting && !flat.event.asks) tell("HOOK_PREEMPT_IDLE", ["preempt_yolo"], { event: flat.event.name });
  const pattern = fields.text("matcher") ?? "";
  const compiled = compileToolMatcher(pattern, toolPath);
  if ("bad" in compiled) tell("HOOK_MATCHER_REGEX", ["matcher"], { pattern, why: compiled.bad });
  return {
    ...flat,
    matcher: "bad" in compiled ? matchesEverything : compiled,
    lane: flat.event.asks ? (isPreempting ? "preempt" : "unless-approved") : "default",
  };
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
