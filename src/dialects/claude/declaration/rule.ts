import { contractOf } from "../../../catalog/catalog.ts";
import type { EventContract } from "../../../catalog/contract.ts";
import { defaultPriority, type ExecutorSpec, type Hook } from "../../../engine/hook.ts";
import type { Matcher } from "../../../engine/matcher.ts";
import type { Finding } from "../../../errors/problem.ts";
import { describeValue } from "../../../lib/describe-value.ts";
import { isTable } from "../../../lib/source-document.ts";
import { displayName, lineOf, readFields, type Site, type Tell, tellAt } from "../../declaring.ts";
import type { ClaudeEvent } from "../events.ts";
import type { Owner } from "../owner.ts";
import { claudeWire } from "../wire.ts";
import { brokenRule, dialect, mustHold, scopeOf, standInsFor } from "./broken.ts";
import type { Collected } from "./collected.ts";
import { hasOption, tellStrangeKeys } from "./keys.ts";
import { type Group, matcherOf } from "./matcher.ts";
import { executorOf } from "./runner.ts";
import { defaultSeconds, wholeSeconds } from "./timeout.ts";
import { typeOf } from "./type.ts";

type Table = Readonly<Record<string, unknown>>;

/** The two spellings of what a failure means. */
export const failureKeys = ["on_failure", "onFailure"] as const;

/** What a rule has from where it stands. */
export interface RuleContext {
  readonly event: ClaudeEvent;
  readonly group: Group;
  /** What the group says for all its rules, unless one says otherwise. */
  readonly defaults: Table;
  /** Something wrong around it, on account of which it must not run. */
  readonly spoiltBy: Finding | null;
}

/** Checks one rule and compiles it. Whatever is wrong with it is told, and other rules are not affected. */
export function compileRule(value: unknown, site: Site, context: RuleContext, owner: Owner, out: Collected): void {
  const findings: Finding[] = [];
  const table = withDefaults(isTable(value) ? value : {}, context.defaults);
  const name = isTable(value) ? nameOf(value) : null;
  const parts = check(isTable(value) ? table : value, context, owner, tellAt(site, name, findings));
  out.findings.push(...findings);
  const reasons = context.spoiltBy ? [context.spoiltBy, ...findings] : findings;
  if (parts?.executor && !context.spoiltBy && !findings.some(isError)) {
    out.hooks.push(assemble(table, { ...parts, executor: parts.executor }, site, context.event, owner));
    return;
  }
  const { event } = context;
  // What stops a rule comes before what is only worth a remark.
  const ordered = [...reasons.filter(isError), ...reasons.filter((reason) => !isError(reason))];
  const broken = brokenRule({ file: site.file, line: lineOf(site) }, name, event.event, ordered);
  out.broken.push(broken);
  if (mustHold(table)) out.hooks.push(...standInsFor(event, broken, owner, parts?.matcher));
}

/** A rule that has its own word about failures, in either spelling, keeps it. */
function withDefaults(table: Table, defaults: Table): Table {
  const hasOwn = failureKeys.some((key) => table[key] !== undefined && table[key] !== null);
  return hasOwn ? table : { ...table, ...defaults };
}

function nameOf({ name, command, url, type }: Table): string {
  const isPost = command === undefined && typeof url === "string";
  // The path of an address is often a secret.
  const post = isPost ? `post to ${URL.parse(url)?.host ?? "nowhere"}` : undefined;
  return displayName({ name, command: command ?? post, type: type === "prompt" ? "prompt_hook" : type });
}

interface Parts {
  readonly name: string;
  readonly executor: ExecutorSpec;
  readonly timeoutMs: number;
  readonly matcher: Matcher;
  readonly mode: Hook["mode"];
  readonly onFailure: "open" | "block" | null;
}

/** What is known of a rule that may have nothing to run: what a guard is for, it is for without its program too. */
type Checked = Omit<Parts, "executor"> & { readonly executor: ExecutorSpec | null };

/** The first thing that makes a rule useless decides; the rest is told together. */
function check(value: unknown, context: RuleContext, owner: Owner, tell: Tell): Checked | null {
  const { event } = context;
  if (!isTable(value)) {
    tell("CLAUDE_RULE_INVALID", [], { event: event.name, got: describeValue(value) });
    return null;
  }
  const type = typeOf(value, event, owner, tell);
  if (type === null) return null;
  const timeoutMs = 1000 * secondsOf(value, event, owner, tell);
  const policy = policyOf(value, event, owner, tell);
  const matcher = matcherOf(value, context, owner, tell, mustHold(value) && canHold(event, owner));
  const executor = executorOf(type, value, owner, tell);
  tellStrangeKeys(value, tell);
  return { name: nameOf(value), executor, timeoutMs, matcher, ...policy };
}

function secondsOf(table: Table, event: ClaudeEvent, { mode }: Owner, tell: Tell): number {
  const usual = defaultSeconds(event, mode);
  if (!("timeout" in table)) return usual;
  const seconds = wholeSeconds(table.timeout);
  if (seconds === null) tell("CLAUDE_TIMEOUT_INVALID", ["timeout"], { value: JSON.stringify(table.timeout), usual });
  return seconds ?? usual;
}

function policyOf(table: Table, event: ClaudeEvent, owner: Owner, tell: Tell): Pick<Parts, "mode" | "onFailure"> {
  const fields = readFields(table, tell);
  const [snake, camel] = [
    fields.choice("on_failure", ["open", "block"]),
    fields.choice("onFailure", ["open", "block"]),
  ];
  if (snake !== null && camel !== null && snake !== camel) tell("CLAUDE_FAILURE_CONFLICT", ["onFailure"], {});
  const onFailure = snake ?? camel;
  const key = snake === null ? "onFailure" : "on_failure";
  const isAsync = fields.flag("async") || table.asyncRewake === true;
  const holds = canHold(event, owner);
  if (onFailure === "block" && !holds) tell("HOOK_BLOCK_IDLE", [key], { setting: `${key}: block`, event: event.name });
  else if (onFailure === "block" && isAsync) tell("CLAUDE_ASYNC_BLOCK", [key], {});
  const isWaitedFor = contractOf(event.event).sync && !isAsync;
  return { mode: isWaitedFor ? "sync" : "async", onFailure: holds ? onFailure : null };
}

/** Whether a hook can hold anything up on this event. */
function canHold(event: ClaudeEvent, { mode }: Owner): boolean {
  const { deny, sync } = contractOf(event.event);
  return sync && deny === "refuses" && event.onlyObservedIn !== mode;
}

function assemble(table: Table, parts: Parts, site: Site, event: ClaudeEvent, owner: Owner): Hook {
  const contract: EventContract = contractOf(event.event);
  const isRequired = parts.onFailure === "block";
  const condition = hasOption(table, "if") ? textOf(table.if) : null;
  return {
    name: parts.name,
    event: event.event,
    dialect,
    source: "config",
    skillSource: null,
    mode: parts.mode,
    required: isRequired,
    onFailure: isRequired ? "block" : "open",
    priority: defaultPriority.config,
    timeoutMs: parts.timeoutMs,
    matcher: parts.matcher,
    scope: scopeOf(contract, owner),
    tieBreak: "declaration",
    lane: "default",
    together: false,
    identity: identityOf(table, site, event, owner),
    executor: parts.executor,
    wire: claudeWire(event, owner, { onFailure: isRequired ? "block" : "open", overreaches: condition !== null }),
    metadata: {
      event: event.name,
      payload: owner.mode,
      ...(owner.plugin && { plugin: owner.plugin.name }),
      ...(parts.onFailure !== null && { on_failure: parts.onFailure }),
      ...(typeof table.description === "string" && { description: table.description }),
      ...(condition !== null && { if: condition }),
    },
    fromWorkspace: owner.fromWorkspace,
    origin: { file: site.file, line: lineOf(site) },
  };
}

/** Claude Code runs the same handler once, however often it is listed; to Agentao every rule is one of its own. */
function identityOf(
  { matcher: _matcher, ...rest }: Table,
  { file, label }: Site,
  event: ClaudeEvent,
  owner: Owner,
): string {
  return owner.mode === "claude-code"
    ? JSON.stringify([event.name, owner.plugin?.root ?? null, rest])
    : JSON.stringify([file, label]);
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function isError({ severity }: Finding): boolean {
  return severity === "error";
}
