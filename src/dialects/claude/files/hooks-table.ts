import { type Finding, finding } from "../../../errors/problem.ts";
import { closest } from "../../../lib/closest.ts";
import { describeValue } from "../../../lib/describe-value.ts";
import { isTable } from "../../../lib/source-document.ts";
import { below, entriesAt, lineOf, type Site } from "../../declaring.ts";
import { brokenRule } from "../declaration/broken.ts";
import type { Collected } from "../declaration/collected.ts";
import { compileRule, failureKeys, type RuleContext } from "../declaration/rule.ts";
import { type ClaudeEvent, claudeEvent, eventNamesIn, unmappedEvents } from "../events.ts";
import type { Owner } from "../owner.ts";

type Table = Readonly<Record<string, unknown>>;

/**
 * Compiles an object that leads from the names of events to rules, or to groups of them with one matcher. With `spoiltBy`
 * all is checked as usual, but nothing of it runs.
 */
export function compileHooks(
  table: unknown,
  site: Site,
  owner: Owner,
  out: Collected,
  spoiltBy: Finding | null = null,
): void {
  if (!isTable(table)) {
    const problem = finding("CLAUDE_HOOKS_INVALID", placeOf(site), { got: describeValue(table) });
    tellBroken(problem, out);
    // A guard in a list of objects is still a guard.
    for (const entry of entriesAt(site, table).filter(({ value }) => isTable(value)))
      compileHooks(entry.value, entry.site, owner, out, problem);
    return;
  }
  for (const [name, value] of Object.entries(table)) {
    const here = below(site, name);
    const event = claudeEvent(name);
    if (event && (event.shape !== null || owner.mode === "claude-code"))
      compileEvent(event, value, here, owner, out, spoiltBy);
    else tellUnknown(name, value, here, owner, out);
  }
}

/** Declarations for an event that we have under no name, or not in files of this kind. */
function tellUnknown(name: string, value: unknown, site: Site, owner: Owner, out: Collected): void {
  const place = placeOf(site);
  const why = unmappedEvents.get(name);
  const event = claudeEvent(name);
  if (event) {
    const problem = finding("CLAUDE_EVENT_FLAT_ONLY", place, { event: name });
    out.findings.push(problem);
    compileEvent(event, value, site, { ...owner, mode: "claude-code" }, { ...out, findings: [] }, problem);
  } else if (why !== undefined) {
    // It is no mistake and cannot be meant for another event, so no dispatch needs to hear of it.
    out.findings.push(finding("CLAUDE_EVENT_UNMAPPED", place, { event: name, why }));
  } else {
    const names = eventNamesIn(owner.mode);
    const suggestion = closest(name, names);
    const problem = finding("CLAUDE_EVENT_UNKNOWN", place, { event: name, suggestion, allowed: names.join(", ") });
    tellBroken(problem, out);
    // A guard whose event is misspelt refuses what it was meant to guard.
    const meant = suggestion === null ? undefined : claudeEvent(suggestion);
    if (meant) compileEvent(meant, value, site, owner, { hooks: out.hooks, broken: [], findings: [] }, problem);
  }
}

function compileEvent(
  event: ClaudeEvent,
  value: unknown,
  site: Site,
  owner: Owner,
  out: Collected,
  spoiltBy: Finding | null,
): void {
  if (value === undefined || value === null) return;
  const context: RuleContext = { event, group: null, defaults: {}, spoiltBy };
  for (const entry of entriesAt(site, value)) {
    if (isGroup(entry.value)) compileGroup(entry.value, entry.site, context, owner, out);
    else compileRule(entry.value, entry.site, context, owner, out);
  }
}

/** Claude Code's own way to write hooks: a matcher, and what runs when it fits. */
function isGroup(value: unknown): value is Table {
  return isTable(value) && !("type" in value) && typeof value.hooks === "object" && value.hooks !== null;
}

const groupKeys = ["matcher", "hooks", "description", ...failureKeys];

function compileGroup(group: Table, site: Site, context: RuleContext, owner: Owner, out: Collected): void {
  const hook = `The group ${site.label}`;
  for (const key of Object.keys(group).filter((key) => !groupKeys.includes(key))) {
    const params = { hook, key, suggestion: closest(key, groupKeys) };
    out.findings.push(finding("CLAUDE_KEY_UNKNOWN", { file: site.file, line: lineOf(site, [key]) }, params));
  }
  const defaults = Object.fromEntries(failureKeys.filter((key) => key in group).map((key) => [key, group[key]]));
  const inner = { ...context, group: { matcher: group.matcher }, defaults };
  for (const entry of entriesAt(below(site, "hooks"), group.hooks))
    compileRule(entry.value, entry.site, inner, owner, out);
}

function tellBroken(problem: Finding, out: Collected): void {
  out.findings.push(problem);
  out.broken.push(brokenRule(problem, null, null, [problem]));
}

function placeOf(site: Site): { file: string | null; line: number | null } {
  return { file: site.file, line: lineOf(site) };
}
