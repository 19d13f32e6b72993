import { isAbsolute, relative, sep } from "node:path";
import { contractOf } from "../../../catalog/catalog.ts";
import type { AdapterRules } from "../../../dialects/adapter-call.ts";
import type { DialectName } from "../../../dialects/translation.ts";
import { translationOf } from "../../../dialects/translations.ts";
import { defaultPriority, type Hook } from "../../../engine/hook.ts";
import type { Condition } from "../../../engine/matcher.ts";
import { adviceFor } from "./advice.ts";
import type { PortableCondition, PortableHook, PortableRunner } from "./portable-hook.ts";
import { toolPatternOf } from "./tool-condition.ts";

/** Describes a hook in terms that belong to no dialect. `root` is the directory in which hooks usually run. */
export function portableHook(hook: Hook, root: string): PortableHook {
  const dialect = (hook.adapted?.dialect ?? hook.dialect) as DialectName;
  const { description = null, ...metadata } = ownMetadata(hook);
  return {
    name: hook.name,
    description: description !== null && isMadeUp(hook, description) ? null : description,
    dialect,
    ownEvent: hook.adapted?.event ?? ownEvent(hook),
    event: hook.event,
    ...conditionsOf(hook, dialect),
    agent: agentOf(hook),
    timeoutMs: hook.timeoutMs,
    priority: hook.priority,
    hasOwnPriority: hook.priority !== usualPriority(hook),
    source: hook.source,
    mode: hook.mode,
    onFailure: hook.onFailure,
    lane: hook.lane,
    together: hook.together,
    runs: runnerOf(hook, dialect, root),
    ...variablesOf(hook),
    cwd: cwdOf(hook, root),
    metadata,
    rules: hook.adapted?.rules ?? rulesOf(hook),
    origin: hook.origin,
  };
}

/** Where a description is needed and nobody has written one, the conversion did. */
function isMadeUp({ adapted }: Hook, description: string): boolean {
  return adapted !== undefined && description.startsWith(`Converted from ${adapted.dialect}: `);
}

/** Metadata that only says how we understood a declaration. */
const derivedMetadata: ReadonlySet<string> = new Set([
  "event",
  "trigger",
  "payload",
  "plugin",
  "extension",
  "command",
  "on_error",
  "on_failure",
  "strict_exit",
  "strict_output",
  "include_messages",
  "if",
]);

function ownMetadata({ dialect, metadata }: Hook): Readonly<Record<string, string>> {
  // AGH's is its author's own from the first key to the last.
  if (dialect === "agh") return metadata;
  return Object.fromEntries(Object.entries(metadata).filter(([key]) => !derivedMetadata.has(key)));
}

function ownEvent({ dialect, event, metadata }: Hook): string {
  return metadata.trigger ?? (dialect === "agh" ? event : (metadata.event ?? event));
}

function usualPriority({ dialect, source }: Hook): number {
  return dialect === "agent-hooks" ? 100 : defaultPriority[source];
}

function conditionsOf(hook: Hook, dialect: DialectName): Pick<PortableHook, "tool" | "conditions"> {
  const patterns: string[] = [];
  const conditions: PortableCondition[] = [];
  for (const condition of hook.matcher.conditions) {
    if (isDefaultAgent(condition)) continue;
    const pattern = toolPatternOf(hook, condition);
    if (pattern === null) conditions.push(ownWords(hook, dialect, condition));
    else if (patterns.length === 0) patterns.push(pattern);
    // No single expression is for what two of them have in common.
    else if (pattern !== patterns[0]) conditions.push({ key: "", path: condition.path, pattern });
  }
  return { tool: patterns[0] ?? null, conditions };
}

/** The rules of a group in hooks.json have a syntax of their own, which must be said with them. */
function ownWords(hook: Hook, dialect: DialectName, { key, path, pattern, test }: Condition): PortableCondition {
  const written = { key, path, pattern: String(pattern) };
  if (dialect !== "claude") return written;
  const again = translationOf("claude")?.conditionOf(contractOf(hook.event), key, written.pattern);
  const samples = [written.pattern, ...written.pattern.split(/[|,\s]+/), "x", ""];
  const isSame = again && samples.every((sample) => again.test(sample) === test(sample));
  return isSame ? written : { ...written, key: `group:${hook.metadata.payload ?? "agentao"}` };
}

/** Only docker-agent has conditions on an agent that also hold for events that name none, but not for other agents. */
function isDefaultAgent({ key, literal, test }: Condition): boolean {
  return key === "agent_name" && literal === null && test(undefined) && !test("\n");
}

function agentOf(hook: Hook): PortableHook["agent"] {
  if (hook.scope.agentName !== null) return { name: hook.scope.agentName, isDefault: false };
  const condition = hook.matcher.conditions.find(isDefaultAgent);
  return condition ? { name: String(condition.pattern), isDefault: true } : null;
}

function runnerOf({ executor }: Hook, dialect: DialectName, root: string): PortableRunner {
  switch (executor.kind) {
    case "process":
      return processRunner(executor, dialect, root);
    case "builtin":
      return { kind: "builtin", name: executor.name, args: executor.args };
    case "prompt":
      return { kind: "prompt", text: executor.text };
    default:
      return { kind: "other", what: executor.kind, advice: adviceFor(executor.kind) };
  }
}

function processRunner(
  { command, args }: Extract<Hook["executor"], { kind: "process" }>,
  dialect: DialectName,
  root: string,
): PortableRunner {
  const text = args.at(-1);
  const isShell = dialect === "docker-agent" || (dialect === "claude" && command === "/bin/sh");
  if (isShell && args.length > 1 && text !== undefined) return { kind: "shell", text };
  return { kind: "program", words: [command, ...args].map((word) => insideRoot(word, root)) };
}

/** A path in the workspace must not say where the workspace is. */
function insideRoot(word: string, root: string): string {
  if (!isAbsolute(word)) return word;
  const way = relative(root, word);
  return way === "" || way.startsWith("..") || isAbsolute(way) ? word : `.${sep}${way}`;
}

/** Variables that a dialect sets for all its hooks. */
const derivedVariable =
  /^(?:CLAUDE_PROJECT_DIR|(?:AGENT|KIMI)_(?:HOOK_DIR|HOOK_NAME|SESSION_ID|WORK_DIR|PROJECT_DIR))$/;

function variablesOf({ executor, dialect }: Hook): Pick<PortableHook, "env" | "borrowedEnv"> {
  if (executor.kind !== "process" && executor.kind !== "builtin") return { env: {}, borrowedEnv: {} };
  const written = Object.entries(executor.env).filter(([name]) => !derivedVariable.test(name));
  // Nobody can tell where docker-agent's built-ins have their values from.
  const unknown = executor.kind === "builtin" && dialect === "docker-agent" ? executor.env : {};
  const borrowedEnv = (executor.kind === "process" ? executor.writtenEnv : unknown) ?? {};
  return { env: Object.fromEntries(written.filter(([name]) => !Object.hasOwn(borrowedEnv, name))), borrowedEnv };
}

function cwdOf({ executor }: Hook, root: string): string | null {
  if (executor.kind !== "process" && executor.kind !== "builtin") return null;
  const below = executor.kind === "process" ? executor.cwdField?.below : undefined;
  if (below !== undefined && below !== "" && below !== ".") return below;
  if (executor.cwd === null || executor.cwd === root) return null;
  const way = relative(root, executor.cwd);
  return way.startsWith("..") || isAbsolute(way) ? executor.cwd : way;
}

/** What decides how answers are read, as flags of `hookline adapt`. */
function rulesOf({ dialect, metadata, onFailure, lane }: Hook): AdapterRules {
  const { strict_exit, strict_output, include_messages, on_error, on_failure, payload } = metadata;
  if (dialect === "docker-agent") {
    return {
      ...(lane === "preempt" && { preempt: true }),
      ...(strict_exit === "true" && { "strict-exit": true }),
      ...(strict_output === "true" && { "strict-output": true }),
      ...(include_messages === "true" && { "include-messages": true }),
      ...(on_error !== undefined && { "on-error": on_error }),
      ...(on_failure !== undefined && { "on-failure": on_failure }),
    };
  }
  return {
    ...(dialect === "claude" && payload === "claude-code" && { payload }),
    ...(dialect === "claude" && metadata.if !== undefined && { if: metadata.if }),
    ...(onFailure === "block" && { "on-failure": "block" }),
  };
}
