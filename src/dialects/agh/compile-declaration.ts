import { isAbsolute } from "node:path";
import { catalog, contractOf, type EventName, isEventName } from "../../catalog/catalog.ts";
import type { EventContract } from "../../catalog/contract.ts";
import { type BrokenHook, defaultPriority, type ExecutorSpec, type Hook, type HookMode } from "../../engine/hook.ts";
import { type Matcher, matchesEverything, type Scope } from "../../engine/matcher.ts";
import type { Finding } from "../../errors/problem.ts";
import { closest } from "../../lib/closest.ts";
import { describeValue } from "../../lib/describe-value.ts";
import { parseGoDuration } from "../../lib/go-duration.ts";
import { isTable } from "../../lib/source-document.ts";
import { brokenGuard, brokenHook } from "./broken.ts";
import { type Command, compileExecutor } from "./compile-executor.ts";
import { compileMatcher } from "./compile-matcher.ts";
import { type Draft, type Tell, tellAbout } from "./draft.ts";
import { placeInExtension } from "./extension-command.ts";
import type { Owner } from "./owner.ts";
import { tellUnknownKeys } from "./unknown-keys.ts";

type Table = Readonly<Record<string, unknown>>;
type Runnable = Extract<Command, { command: string }>;

export interface Compiled {
  /** The hook, or what stands in for a broken guard, or null. */
  readonly hook: Hook | null;
  readonly broken: BrokenHook | null;
  readonly findings: readonly Finding[];
}

const nothing: Compiled = { hook: null, broken: null, findings: [] };
const keys = [
  "name",
  "event",
  "mode",
  "required",
  "on_failure",
  "priority",
  "timeout",
  "matcher",
  "command",
  "args",
  "env",
  "executor",
  "metadata",
  "enabled",
];
const replacedEvents: Readonly<Record<string, string>> = {
  on_session_created: "session.post_create",
  on_session_stopped: "session.post_stop",
};
const defaultTimeoutMs = 5_000;
/** Timers cannot wait longer; nobody will notice that a hook with a longer limit has only this one. */
const longestTimerMs = 2 ** 31 - 1;

/** Checks one declaration completely and makes a hook of it. All problems are found in one pass. */
export function compileDeclaration(draft: Draft, owner: Owner): Compiled {
  const findings: Finding[] = [];
  const name = draft.name ?? owner.defaultName;
  const tell = tellAbout(draft, name, findings);
  if (!isTable(draft.table)) {
    tell("HOOK_NOT_A_TABLE", [], { got: describeValue(draft.table) });
    return { hook: null, broken: brokenHook(draft, null, null, findings), findings };
  }
  if (draft.table.enabled === false) return nothing;

  const checked = check(draft.table, name, owner, tell);
  const reasons = [...(draft.spoiltBy ? [draft.spoiltBy] : []), ...findings.filter(isError)];
  if (reasons.length === 0 && checked.parts)
    return { hook: assemble(draft, owner, checked.parts), broken: null, findings };

  const { contract } = checked;
  const broken = brokenHook(draft, name, (contract?.name as EventName | undefined) ?? null, reasons);
  return { hook: contract && brokenGuard(draft, owner, broken, contract, scopeOf(contract, owner)), broken, findings };
}

interface Parts {
  readonly name: string;
  readonly contract: EventContract;
  readonly mode: HookMode;
  readonly required: boolean;
  readonly onFailure: "open" | "block";
  readonly priority: number;
  readonly timeoutMs: number;
  readonly matcher: Matcher;
  readonly command: Command;
  readonly metadata: Readonly<Record<string, string>>;
}

function check(table: Table, name: string | null, owner: Owner, tell: Tell) {
  tellUnknownKeys(table, keys, [], tell);
  if (name === null) tellNameless(table, tell);
  flagIn(table, "enabled", tell);
  const contract = readEvent(table, owner, tell);
  const rules = readRules(table, contract, tell);
  const priority = readPriority(table, owner, tell);
  const timeoutMs = readTimeout(table, owner, tell);
  const matcher = contract ? compileMatcher(contract, table.matcher, tell) : matchesEverything;
  tellConflicts(matcher, owner, tell);
  const command = readCommand(table, owner, tell);
  if (command?.kind === "builtin") tellBuiltin(command, contract, owner, tell);
  const metadata = readMetadata(table, tell);
  const parts: Parts | null =
    name !== null && contract && command
      ? { name, contract, ...rules, priority, timeoutMs, matcher, command, metadata }
      : null;
  return { contract, parts };
}

function tellNameless(table: Table, tell: Tell): void {
  const { name } = table;
  if (name === undefined || name === null || typeof name === "string")
    tell("HOOK_NAME_MISSING", name === undefined ? [] : ["name"], {});
  else tell("HOOK_FIELD_INVALID", ["name"], { key: "name", expected: "text", got: describeValue(name) });
}

function readEvent(table: Table, owner: Owner, tell: Tell): EventContract | null {
  const { event } = table;
  if (event === undefined || event === null) {
    tell("HOOK_EVENT_UNKNOWN", [], { event: null, suggestion: null });
    return null;
  }
  if (typeof event !== "string") {
    tell("HOOK_FIELD_INVALID", ["event"], { key: "event", expected: "text", got: describeValue(event) });
    return null;
  }
  const word = event.trim();
  if (isEventName(word)) return contractOf(word);
  const replacement =
    owner.source === "skill" && Object.hasOwn(replacedEvents, word) ? replacedEvents[word] : undefined;
  if (replacement) tell("HOOK_EVENT_LEGACY", ["event"], { event: word, replacement });
  else {
    const suggestion = closest(
      word,
      catalog.map((contract) => contract.name),
    );
    tell("HOOK_EVENT_UNKNOWN", ["event"], { event: word, suggestion });
  }
  return null;
}

/** Mode, `required` and `on_failure`, which constrain one another. */
function readRules(table: Table, contract: EventContract | null, tell: Tell) {
  const mode = readMode(table, tell);
  const required = flagIn(table, "required", tell) ?? false;
  const wish = readOnFailure(table, tell);
  if (mode === "async" && required) tell("HOOK_REQUIRED_ASYNC", ["required"], { setting: "required = true" });
  if (mode === "async" && wish === "block")
    tell("HOOK_REQUIRED_ASYNC", ["on_failure"], { setting: 'on_failure = "block"' });
  if (required && wish === "open") tell("HOOK_FAILURE_CONFLICT", ["on_failure"], {});
  if (mode === "sync" && contract && !contract.sync) tell("HOOK_EVENT_ASYNC_ONLY", ["mode"], { event: contract.name });
  const onFailure = wish ?? (required ? "block" : "open");
  // One word or the other, it is the same promise.
  return { mode: mode ?? "async", required: onFailure === "block", onFailure } as const;
}

/** Null when the mode is unreadable, so that no second problem follows from it. */
function readMode(table: Table, tell: Tell): HookMode | null {
  const mode = table.mode ?? "async";
  if (typeof mode === "string") {
    const word = mode.trim();
    if (word === "sync" || word === "async") return word;
    if (word === "") return "async";
    tell("HOOK_MODE_INVALID", ["mode"], { mode: word });
  } else tell("HOOK_FIELD_INVALID", ["mode"], { key: "mode", expected: "text", got: describeValue(mode) });
  return null;
}

function readOnFailure(table: Table, tell: Tell): "open" | "block" | null {
  const value = table.on_failure;
  if (value === undefined || value === null || value === "open" || value === "block") return value ?? null;
  const expected = '"open" or "block"';
  tell("HOOK_FIELD_INVALID", ["on_failure"], { key: "on_failure", expected, got: describeValue(value) });
  return null;
}

function flagIn(table: Table, key: string, tell: Tell): boolean | null {
  const value = table[key];
  if (value === undefined || value === null || typeof value === "boolean") return value ?? null;
  tell("HOOK_FIELD_INVALID", [key], { key, expected: "true or false", got: describeValue(value) });
  return null;
}

function readPriority(table: Table, owner: Owner, tell: Tell): number {
  const { priority } = table;
  if (priority === undefined || priority === null) return defaultPriority[owner.source];
  if (typeof priority === "number" && (priority | 0) === priority) return priority;
  tell("HOOK_PRIORITY_INVALID", ["priority"], { priority: describeValue(priority) });
  return 0;
}

function readTimeout(table: Table, owner: Owner, tell: Tell): number {
  const { timeout } = table;
  if (timeout === undefined || timeout === null) return 0;
  const parsed = durationOf(timeout, owner);
  if (typeof parsed === "number" && parsed >= 0) return Math.min(parsed, longestTimerMs);
  const why = typeof parsed === "number" ? "it is negative" : parsed.bad;
  tell("HOOK_TIMEOUT_INVALID", ["timeout"], { timeout: describeValue(timeout), why });
  return 0;
}

function durationOf(timeout: unknown, owner: Owner): number | { readonly bad: string } {
  if (typeof timeout === "string") return parseGoDuration(timeout.trim());
  // Manifests written by programs hold the raw count of nanoseconds.
  if (owner.extension && typeof timeout === "number" && Number.isInteger(timeout)) return timeout / 1e6;
  return { bad: typeof timeout === "number" ? "it has no unit" : "it is not a text" };
}

function tellConflicts(matcher: Matcher, owner: Owner, tell: Tell): void {
  const { agentName, workspace, source } = owner;
  for (const { key, pattern, test } of matcher.conditions) {
    if (key === "agent_name" && source === "agent_definition" && agentName !== null && pattern !== agentName)
      tell("HOOK_AGENT_CONFLICT", ["matcher", key], { agent: agentName, written: String(pattern) });
    if (key === "workspace_id" && workspace && !test(workspace.id))
      tell("HOOK_WORKSPACE_CONFLICT", ["matcher", key], { workspace: workspace.id, written: String(pattern) });
  }
}

function readCommand(table: Table, owner: Owner, tell: Tell): Command | null {
  const command = compileExecutor(table, tell);
  if (!command || command.kind === "wasm" || !owner.extension) return command;
  return placeInExtension(command, owner.extension, tell);
}

function tellBuiltin({ command, at }: Runnable, contract: EventContract | null, owner: Owner, tell: Tell): void {
  const { knownBuiltins, builtinEvents } = owner;
  if (knownBuiltins && !knownBuiltins.has(command)) {
    const suggestion = closest(command, knownBuiltins);
    tell("HOOK_BUILTIN_UNKNOWN", [...at, "command"], { builtin: command, suggestion });
    return;
  }
  const events = builtinEvents?.get(command);
  if (!contract || !events || events.includes(contract.name)) return;
  tell("HOOK_BUILTIN_EVENT", ["event"], { builtin: command, event: contract.name, allowed: events.join(", ") });
}

function readMetadata(table: Table, tell: Tell): Readonly<Record<string, string>> {
  const value = table.metadata;
  if (value === undefined || value === null) return {};
  if (isTable(value) && Object.values(value).every((entry) => typeof entry === "string"))
    return Object.fromEntries(Object.entries(value)) as Record<string, string>;
  const expected = "a table of texts";
  tell("HOOK_FIELD_INVALID", ["metadata"], { key: "metadata", expected, got: describeValue(value) });
  return {};
}

function assemble(draft: Draft, owner: Owner, parts: Parts): Hook {
  const { contract, command, matcher } = parts;
  const isRunnable = command.kind !== "wasm";
  return {
    name: parts.name,
    event: contract.name as EventName,
    dialect: "agh",
    source: owner.source,
    skillSource: owner.skillSource,
    mode: parts.mode,
    required: parts.required,
    onFailure: parts.onFailure,
    priority: parts.priority,
    timeoutMs: parts.timeoutMs === 0 && isRunnable ? defaultTimeoutMs : parts.timeoutMs,
    matcher,
    scope: scopeOf(contract, owner),
    tieBreak: "name",
    lane: "default",
    together: false,
    executor: isRunnable ? specOf(command, cwdOf(matcher, owner)) : { kind: "wasm" },
    wire: owner.wire,
    metadata: owner.extension ? { ...parts.metadata, extension: owner.extension.name } : parts.metadata,
    fromWorkspace: owner.workspace !== null,
    origin: { file: draft.file, line: draft.line },
  };
}

function specOf({ kind, command, args, env, writtenEnv = {} }: Runnable, cwd: string): ExecutorSpec {
  // A built-in speaks of the directory that the event is about; a program's paths start where it is declared.
  if (kind === "builtin") return { kind, name: command, args, env, cwd: null };
  const filledIn = Object.keys(writtenEnv).length > 0 ? { writtenEnv } : {};
  return { kind: "process", command, args, env, ...filledIn, inherits: "safe-names", cwd };
}

/** An agent's hooks are its own; a workspace's are its own wherever the payload says which workspace it is about. */
function scopeOf(contract: EventContract, owner: Owner): Scope {
  const has = (field: string) => contract.payloadFields.has(field);
  return {
    agentName: owner.agentName,
    workspaceId: owner.workspace && has("workspace_id") ? owner.workspace.id : null,
    workspaceRoot: owner.workspace && has("workspace") ? owner.workspace.root : null,
  };
}

function cwdOf(matcher: Matcher, owner: Owner): string {
  if (owner.cwd !== null) return owner.cwd;
  const place = matcher.conditions.find(({ key }) => key === "workspace_root")?.literal;
  return place && isAbsolute(place) ? place : owner.processCwd;
}

function isError(problem: Finding): boolean {
  return problem.severity === "error";
}
