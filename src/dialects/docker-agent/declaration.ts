import { contractOf, type EventName } from "../../catalog/catalog.ts";
import { defaultPriority, type ExecutorSpec, type Hook, type Lane } from "../../engine/hook.ts";
import type { Matcher } from "../../engine/matcher.ts";
import type { Wire } from "../../engine/ports.ts";
import type { Finding } from "../../errors/problem.ts";
import { describeValue } from "../../lib/describe-value.ts";
import { isTable } from "../../lib/source-document.ts";
import { brokenHook, dialect, failsClosed, mustHold, standIns } from "./broken.ts";
import type { Collected } from "./collected.ts";
import { displayName } from "./display-name.ts";
import { type DockerEvent, inPreemptLane } from "./events.ts";
import { readFields, tellUnknownKeys } from "./hook-fields.ts";
import type { Owner } from "./owner.ts";
import { type Runner, readRunner, specOf } from "./runner.ts";
import { agentCondition, scopeOf } from "./scope.ts";
import { lineOf, type Site, type Tell, tellAt } from "./site.ts";
import { dockerAgentWire } from "./wire.ts";

type Table = Readonly<Record<string, unknown>>;

/** What a hook has from the entry it stands under. */
export interface EntryContext {
  readonly event: DockerEvent;
  readonly matcher: Matcher;
  readonly lane: Lane;
  /** Something wrong with the entry, on account of which none of its hooks must run. */
  readonly spoiltBy: Finding | null;
}

export const hookKeys = [
  "name",
  "type",
  "command",
  "args",
  "timeout",
  "env",
  "working_dir",
  "on_error",
  "model",
  "prompt",
  "schema",
  "strict_exit",
  "strict_output",
  "include_messages",
  "on_failure",
];
const defaultTimeoutMs = 60_000;
/** Timers cannot wait longer; nobody will notice that a hook with a longer limit has only this one. */
const longestTimerMs = 2 ** 31 - 1;

/** Checks one hook completely and compiles it. All problems are found in one pass. */
export function compileHook(value: unknown, site: Site, entry: EntryContext, owner: Owner, out: Collected): void {
  const findings: Finding[] = [];
  const name = isTable(value) ? displayName(value) : null;
  const parts = check(value, entry.event, owner, tellAt(site, name, findings));
  out.findings.push(...findings);
  const reasons = [...(entry.spoiltBy ? [entry.spoiltBy] : []), ...findings.filter(isError)];
  if (parts && reasons.length === 0) out.hooks.push(...assemble(parts, site, entry, owner));
  else addBroken(isTable(value) ? value : {}, site, name, entry, owner, reasons, out);
}

/** Keeps what is known of a declaration that cannot run, and lets a guard among them refuse. */
export function addBroken(
  table: Table,
  site: Site,
  name: string | null,
  entry: EntryContext,
  owner: Owner,
  reasons: readonly Finding[],
  out: Collected,
): void {
  const place = { file: site.file, line: lineOf(site) };
  for (const event of entry.event.events) out.broken.push(brokenHook(place, name, event, reasons));
  if (!mustHold(entry.event, table)) return;
  const broken = brokenHook(place, name, null, reasons);
  out.hooks.push(...standIns(entry.event, broken, owner, entry.matcher, entry.lane));
}

interface Parts {
  /** What it is called. */
  readonly name: string;
  /** The name as written, if there is one. */
  readonly ownName: string | null;
  readonly runner: Runner;
  readonly timeoutMs: number;
  readonly onError: "warn" | "ignore" | "block";
  readonly onFailure: "open" | "block" | null;
  readonly strictExit: boolean;
  readonly strictOutput: boolean;
  readonly includeMessages: boolean;
}

function check(value: unknown, event: DockerEvent, owner: Owner, tell: Tell): Parts | null {
  if (!isTable(value)) {
    tell("HOOK_NOT_A_MAPPING", [], { got: describeValue(value) });
    return null;
  }
  tellUnknownKeys(value, hookKeys, tell);
  const fields = readFields(value, tell);
  const ownName = fields.text("name");
  const runner = readRunner(value, fields, event, owner, tell);
  const seconds = fields.whole("timeout") ?? 0;
  const rules = {
    onError: fields.choice("on_error", ["warn", "ignore", "block"]) ?? "warn",
    onFailure: fields.choice("on_failure", ["open", "block"]),
    strictExit: fields.flag("strict_exit"),
    strictOutput: fields.flag("strict_output"),
    includeMessages: fields.flag("include_messages"),
  };
  tellConflicts(rules, event, tell);
  const timeoutMs = seconds > 0 ? Math.min(seconds * 1000, longestTimerMs) : defaultTimeoutMs;
  return runner && { name: displayName(value), ownName, runner, timeoutMs, ...rules };
}

function tellConflicts({ onError, onFailure }: Pick<Parts, "onError" | "onFailure">, event: DockerEvent, tell: Tell) {
  if (onError === "block" && onFailure === "open") tell("HOOK_ON_ERROR_CONFLICT", ["on_failure"], {});
  if (event.blocks) return;
  if (onError === "block") tell("HOOK_BLOCK_IDLE", ["on_error"], { setting: "on_error: block", event: event.name });
  if (onFailure === "block")
    tell("HOOK_BLOCK_IDLE", ["on_failure"], { setting: "on_failure: block", event: event.name });
}

function assemble(parts: Parts, site: Site, entry: EntryContext, owner: Owner): Hook[] {
  const event = entry.lane === "preempt" ? inPreemptLane(entry.event) : entry.event;
  const onFailure = failurePolicy(parts, event);
  const executor = specOf(parts.runner, event, owner);
  const wire = wireOf(parts, event, owner);
  return event.events.map((name) => hookOn(name, parts, site, entry, owner, { event, onFailure, executor, wire }));
}

interface Made {
  readonly event: DockerEvent;
  readonly onFailure: Hook["onFailure"];
  readonly executor: ExecutorSpec;
  readonly wire: Wire;
}

function hookOn(name: EventName, parts: Parts, site: Site, entry: EntryContext, owner: Owner, made: Made): Hook {
  const conditions = [...entry.matcher.conditions, ...agentCondition(owner)];
  return {
    name: parts.name,
    event: name,
    dialect,
    source: "config",
    skillSource: null,
    mode: "sync",
    required: made.onFailure === "block",
    onFailure: made.onFailure,
    priority: defaultPriority.config,
    timeoutMs: parts.timeoutMs,
    matcher: { conditions },
    scope: scopeOf(contractOf(name), owner),
    tieBreak: "declaration",
    lane: laneOf(entry.lane, made.executor),
    together: !made.event.rewrites,
    identity: identityOf(parts, entry.lane),
    executor: made.executor,
    wire: made.wire,
    metadata: metadataOf(parts, made.event),
    fromWorkspace: owner.fromWorkspace,
    origin: { file: site.file, line: lineOf(site) },
  };
}

/** Secrets must not reach a tool because its call was approved in advance, so the one that takes them out is always asked. */
function laneOf(lane: Lane, executor: ExecutorSpec): Lane {
  const isRedaction = executor.kind === "builtin" && executor.name === "redact_secrets";
  return isRedaction && lane === "unless-approved" ? "default" : lane;
}

/** An explicit word of ours counts first; else the event's own rule, which no `on_error` can soften. */
function failurePolicy(parts: Parts, event: DockerEvent): Hook["onFailure"] {
  if (mustHold(event, { on_error: parts.onError, on_failure: parts.onFailure })) return "block";
  return parts.onError === "ignore" ? "ignore" : "open";
}

function wireOf(parts: Parts, event: DockerEvent, owner: Owner): Wire {
  return dockerAgentWire({
    event,
    otherExit: otherExitOf(parts, event),
    strictExit: parts.strictExit,
    strictOutput: parts.strictOutput,
    // Hooks in this process look at the conversation only if they want to.
    includeMessages: parts.includeMessages || parts.runner.type !== "command",
    cwd: owner.cwd,
    outputLimit: owner.outputLimit,
  });
}

/**
 * A process that ran and exited with some other code gave an answer, if a poor one. Where failures block by default that is
 * only worth a warning, unless its author wrote that errors block.
 */
function otherExitOf({ onError, onFailure }: Parts, event: DockerEvent): "fails" | "warns" | "ignored" {
  const isAsked = onError === "block" || onFailure !== null;
  if (isAsked || !failsClosed(event)) return "fails";
  return onError === "ignore" ? "ignored" : "warns";
}

/** Every field, as written: two declarations that differ in anything are two hooks. */
function identityOf({ runner, name: _name, ...rest }: Parts, lane: Lane): string {
  const env = Object.entries(runner.env).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([lane, rest, { ...runner, env }]);
}

/** What only this dialect knows of a hook, for whoever looks it up. */
function metadataOf(parts: Parts, event: DockerEvent): Readonly<Record<string, string>> {
  return {
    event: event.name,
    ...(parts.onError !== "warn" && { on_error: parts.onError }),
    ...(parts.onFailure !== null && { on_failure: parts.onFailure }),
    ...(parts.strictExit && { strict_exit: "true" }),
    ...(parts.strictOutput && { strict_output: "true" }),
    ...(parts.includeMessages && { include_messages: "true" }),
  };
}

function isError(problem: Finding): boolean {
  return problem.severity === "error";
}
