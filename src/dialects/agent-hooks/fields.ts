import type { Hook } from "../../engine/hook.ts";
import type { Condition, Matcher } from "../../engine/matcher.ts";
import type { finding, ProblemCode } from "../../errors/problem.ts";
import { closest } from "../../lib/closest.ts";
import { describeValue } from "../../lib/describe-value.ts";
import { isTable, type SourceDocument } from "../../lib/source-document.ts";
import { type AgentHookEvent, agentHookEvent, agentHookEvents, triggerSpellings } from "./events.ts";
import { patternCondition, toolCondition } from "./matcher.ts";
import { isNamedAs, nameProblem } from "./name-rules.ts";
import type { Owner } from "./owner.ts";
import { ranges } from "./ranges.ts";

type Table = Readonly<Record<string, unknown>>;

/** States a problem at a key of the frontmatter; which hook it is about goes without saying. */
export type Tell = <C extends ProblemCode>(
  code: C,
  at: readonly string[],
  params: Omit<Parameters<typeof finding<C>>[2], "hook">,
) => void;

/** What the frontmatter says, with the settings of hooks.toml laid over it. */
export interface Declared {
  readonly name: string | null;
  readonly description: string;
  readonly event: AgentHookEvent | null;
  /** The event as the author spells it. */
  readonly trigger: string;
  /** Null when there is one that cannot be used. */
  readonly matcher: Matcher | null;
  readonly timeoutMs: number;
  readonly isAsync: boolean;
  readonly priority: number;
  readonly onFailure: Extract<Hook["onFailure"], "open" | "block">;
  readonly metadata: Readonly<Record<string, string>>;
}

const fieldNames = [
  "name",
  "description",
  "trigger",
  "matcher",
  "timeout",
  "async",
  "priority",
  "metadata",
  "on_failure",
];

/** Reads all fields of a frontmatter and tells everything that is wrong with them. */
export function readFields({ value: table }: SourceDocument, owner: Owner, tell: Tell): Declared {
  const name = readName(table, owner, tell);
  const description = readText(table, "description", tell);
  if (description !== null && description.length > longestDescription)
    tell("AGENT_HOOK_DESCRIPTION_LONG", ["description"], { length: description.length });
  const trigger = readText(table, "trigger", tell);
  const event = trigger === null ? null : readTrigger(trigger, tell);
  tellUnknown(table, tell);
  const settings = adjustments(name ?? "", owner);
  const timeout = readNumber(table.timeout, "timeout", tell);
  const priority = readNumber(table.priority, "priority", tell);
  const flag = readFlag(table.async, "async", tell);
  const isAsync = settings.async ?? flag ?? settings.defaultAsync;
  const written = readOnFailure(table.on_failure, tell);
  const onFailure = settings.onFailure ?? written;
  if (isAsync && onFailure === "block") tell("AGENT_HOOK_BLOCK_ASYNC", ["on_failure"], {});
  tellEntry(owner, tell);
  return {
    name,
    description: description ?? "",
    event,
    trigger: trigger ?? "",
    matcher: readMatcher(table.matcher, event, tell),
    timeoutMs: settings.timeout ?? timeout ?? settings.defaultTimeout,
    isAsync,
    priority: settings.priority ?? priority ?? ranges.priority.usual,
    onFailure,
    metadata: readMetadata(table, tell),
  };
}

const longestDescription = 1024;

function readName(table: Table, { directoryName }: Owner, tell: Tell): string | null {
  const name = readText(table, "name", tell);
  if (name === null) return null;
  if (/\p{Cc}/u.test(name)) {
    tell("AGENT_HOOK_NAME_UNPRINTABLE", ["name"], {});
    return null;
  }
  const why = nameProblem(name);
  if (why !== null) tell("AGENT_HOOK_NAME_STYLE", ["name"], { name, why });
  if (!isNamedAs(name, directoryName)) tell("AGENT_HOOK_NAME_DIRECTORY", ["name"], { name, directory: directoryName });
  return name;
}

function readText(table: Table, field: string, tell: Tell): string | null {
  const value = table[field];
  const text = isScalar(value) ? String(value).trim() : "";
  if (text !== "") return text;
  tell("AGENT_HOOK_FIELD_MISSING", [field], { field });
  return null;
}

/** Without quotes, YAML makes numbers and truth values of some texts. */
function isScalar(value: unknown): value is string | number | boolean | bigint {
  return ["string", "number", "boolean", "bigint"].includes(typeof value);
}

function readTrigger(trigger: string, tell: Tell): AgentHookEvent | null {
  const event = agentHookEvent(trigger);
  if (event === undefined) {
    const allowed = agentHookEvents.map(({ name }) => name).join(", ");
    tell("AGENT_HOOK_TRIGGER_UNKNOWN", ["trigger"], {
      trigger,
      suggestion: closest(trigger, triggerSpellings),
      allowed,
    });
    return null;
  }
  if (event.event === null)
    tell("AGENT_HOOK_TRIGGER_IDLE", ["trigger"], { trigger, instead: "before_stop or after_agent" });
  return event;
}

/** Nobody reads further, and to find the line of each costs more the more there are. */
const mostTold = 20;

function tellUnknown(table: Table, tell: Tell): void {
  const unknown = Object.keys(table).filter((field) => !fieldNames.includes(field));
  const isOurs = (field: string) => isReserved(field, table[field]);
  for (const field of unknown.filter(isOurs)) tell("AGENT_HOOK_FIELD_RESERVED", [field], { field });
  for (const field of unknown.filter((field) => !isOurs(field)).slice(0, mostTold)) {
    const suggestion = closest(field, fieldNames);
    tell("AGENT_HOOK_FIELD_UNKNOWN", [field], { field, suggestion, allowed: fieldNames.join(", ") });
  }
}

/** What is decided about a hook from outside; a file that says it of itself is up to something. */
function isReserved(field: string, value: unknown): boolean {
  return /^(?:trust|trusted|from_?workspace)$/i.test(field) || (field === "source" && value === "native");
}

function tellEntry({ entry }: Owner, tell: Tell): void {
  if (entry === null) tell("AGENT_HOOK_NO_ENTRY", ["name"], {});
  else if (!entry.isInside) tell("AGENT_HOOK_ENTRY_OUTSIDE", ["name"], { entry: entry.path });
}

function readMatcher(value: unknown, event: AgentHookEvent | null, tell: Tell): Matcher | null {
  if (value === undefined || value === null) return { conditions: [] };
  if (!isTable(value)) {
    tell("AGENT_HOOK_MATCHER_INVALID", ["matcher"], { got: describeValue(value) });
    return null;
  }
  const unknown = Object.keys(value).filter((key) => key !== "tool" && key !== "pattern");
  for (const key of unknown.slice(0, mostTold)) {
    const params = { field: `matcher.${key}`, suggestion: closest(key, ["tool", "pattern"]), allowed: "tool, pattern" };
    tell("AGENT_HOOK_FIELD_UNKNOWN", ["matcher", key], params);
  }
  const tool = readPattern(value, "tool", toolCondition, tell);
  const pattern = readPattern(value, "pattern", patternCondition, tell);
  if (tool === "bad" || pattern === "bad") return null;
  const conditions = [tool, pattern].filter((condition) => condition !== null);
  if (event === null || event.isTool || conditions.length === 0) return { conditions };
  tell("AGENT_HOOK_MATCHER_IDLE", ["matcher"], { trigger: event.name });
  return { conditions: [] };
}

function readPattern(
  matcher: Table,
  key: "tool" | "pattern",
  compile: (pattern: string) => Condition | { readonly bad: string },
  tell: Tell,
): Condition | null | "bad" {
  const pattern = matcher[key];
  if (pattern === undefined || pattern === null || pattern === "") return null;
  if (typeof pattern !== "string") {
    tell("AGENT_HOOK_PATTERN_TYPE", ["matcher", key], { key, got: describeValue(pattern) });
    return "bad";
  }
  // Tabs and line breaks do occur in what tools are given.
  const control = /[^\P{Cc}\t\n\r]|[\u2028\u2029]/u.exec(pattern)?.[0];
  if (control !== undefined)
    tell("AGENT_HOOK_CONTROL_CHARACTER", ["matcher", key], { key, character: nameOf(control) });
  const compiled = compile(pattern);
  if (!("bad" in compiled)) return compiled;
  tell("AGENT_HOOK_PATTERN_INVALID", ["matcher", key], { key, pattern, why: compiled.bad });
  return "bad";
}

function nameOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code === 8 ? "a backspace" : `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
}

function readNumber(value: unknown, field: keyof typeof ranges, tell: Tell): number | null {
  if (value === undefined || value === null) return null;
  const { least, most, usual, unit } = ranges[field];
  const isText = typeof value === "string" && /^\s*[+-]?\d{1,15}\s*$/.test(value);
  const number = isText ? Number(value) : value;
  if (typeof number !== "number" || !Number.isSafeInteger(number)) {
    const expected = `a whole number from ${least} to ${most}`;
    tell("AGENT_HOOK_FIELD_TYPE", [field], { field, expected, got: describeValue(value), used: `${usual}${unit}` });
    return null;
  }
  const used = Math.min(most, Math.max(least, number));
  if (used !== number) {
    const range = `from ${least} to ${most}${unit}`;
    tell("AGENT_HOOK_OUT_OF_RANGE", [field], { field, range, got: String(number), used: `${used}${unit}` });
  }
  return used;
}

function readFlag(value: unknown, field: string, tell: Tell): boolean | null {
  if (value === undefined || value === null) return null;
  const text = String(value).trim().toLowerCase();
  if (/^(?:true|yes|1)$/.test(text)) return true;
  if (/^(?:false|no|0|)$/.test(text)) return false;
  tell("AGENT_HOOK_FIELD_TYPE", [field], {
    field,
    expected: "true or false",
    got: describeValue(value),
    used: "false",
  });
  return null;
}

function readOnFailure(value: unknown, tell: Tell): "open" | "block" {
  if (value === undefined || value === null || value === "open") return "open";
  if (value !== "block") {
    tell("HOOK_FIELD_INVALID", ["on_failure"], {
      key: "on_failure",
      expected: "open or block",
      got: describeValue(value),
    });
  }
  return "block";
}

/** The author's own entries, and fields that mean nothing to us and may mean something to others. */
function readMetadata(table: Table, tell: Tell): Record<string, string> {
  const { metadata } = table;
  const unknown = Object.entries(table).filter(([field]) => !fieldNames.includes(field));
  if (metadata !== undefined && metadata !== null && !isTable(metadata)) {
    const params = { field: "metadata", expected: "a mapping", got: describeValue(metadata), used: "none" };
    tell("AGENT_HOOK_FIELD_TYPE", ["metadata"], params);
  }
  const own = isTable(metadata) ? Object.entries(metadata) : [];
  return Object.fromEntries([...unknown, ...own].map(([key, value]) => [key, textOf(value)]));
}

function textOf(value: unknown): string {
  return isScalar(value) ? String(value) : (JSON.stringify(value) ?? "");
}

interface Adjustments {
  readonly priority: number | undefined;
  readonly timeout: number | undefined;
  readonly async: boolean | undefined;
  readonly onFailure: "open" | "block" | undefined;
  readonly defaultTimeout: number;
  readonly defaultAsync: boolean;
}

/** What hooks.toml says of a hook. The user has the last word; defaults of the nearer file go before. */
function adjustments(name: string, { settings: { user, own } }: Owner): Adjustments {
  const override = { ...own.overrides.get(name), ...user.overrides.get(name) };
  const defaults = { ...user.defaults, ...own.defaults };
  return {
    priority: override.priority,
    timeout: override.timeout,
    async: override.async,
    onFailure: override.on_failure ?? (user.allMustHold || own.allMustHold ? "block" : undefined),
    defaultTimeout: defaults.timeout ?? ranges.timeout.usual,
    defaultAsync: defaults.async ?? false,
  };
}
