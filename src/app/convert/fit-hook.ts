import { contractOf } from "../../catalog/catalog.ts";
import { type AdapterCall, adapterLine, adapterWords } from "../../dialects/adapter-call.ts";
import { translationOf } from "../../dialects/translations.ts";
import { shellLine } from "../../lib/shell-words.ts";
import { carries } from "./carries.ts";
import type { Lose } from "./loss.ts";
import type { PortableHook, PortableRunner } from "./portable-hook.ts";
import type { Fitted, Target } from "./target.ts";

export interface FitOptions {
  /** The program is run as it is, although it then reads the target's JSON. */
  readonly isPlain: boolean;
  /** What other hooks are called. */
  readonly taken: ReadonlySet<string>;
  /** Other hooks of the event stand beside it. */
  readonly hasNeighbours: boolean;
}

/** Says a hook in the target's terms and tells what gets lost on the way; null when it cannot be converted at all. */
export function fitHook(hook: PortableHook, target: Target, options: FitOptions, lose: Lose): Fitted | null {
  const { dialect } = target;
  const event = translationOf(dialect)?.nameOf(hook.event) ?? null;
  if (event === null) {
    const what = `${dialect} has no event for ${hook.event}`;
    lose("event", "event", `${what}.`, "The hook was not converted.");
    return null;
  }
  const { runs } = hook;
  if (runs.kind === "other" || (runs.kind === "builtin" && !target.runsBuiltins)) {
    const kind = runs.kind === "other" ? runs.what : "builtin";
    lose("executor", kind, `${dialect} has no ${kind} hooks.`, "The hook was not converted.");
    return null;
  }
  const isNative = hook.dialect === dialect;
  // Its own name for the event, which may be one of several.
  const spelling = isNative ? hook.ownEvent : event;
  const needsAdapter = !isNative || !isSaidNatively(hook, target);
  const usesAdapter = needsAdapter && !options.isPlain && runs.kind !== "builtin";
  tellSurroundings(hook, target, { ...options, isNative, usesAdapter }, lose);
  const shared = {
    hook,
    event: spelling,
    isNative,
    name: target.nameFor(hook.name, options.taken),
    timeoutMs: fitTimeout(hook, target, lose),
    onFailure: fitFailure(hook, target, lose),
    priority: fitPriority(hook, target, lose),
    mode: hook.mode === "async" && target.hasAsync ? "async" : "sync",
  } as const;
  return usesAdapter
    ? { ...shared, ...throughAdapter({ ...hook, runs }, target, shared.name, lose) }
    : { ...shared, ...asItIs({ ...hook, runs }, target, isNative, lose) };
}

/** Whether the dialect that the program speaks can say all about it, as it could where the hook comes from. */
function isSaidNatively({ tool, conditions, agent, env, cwd, event }: PortableHook, target: Target): boolean {
  const saysAgent = target.dialect === "docker-agent" ? agent?.isDefault : contractOf(event).matcherFields.agent_name;
  return (
    (tool === null || target.saysTool(tool)) &&
    conditions.every(({ key }) => key !== "") &&
    (agent === null || Boolean(saysAgent)) &&
    (target.hasEnv || Object.keys(env).length === 0) &&
    (target.hasCwd || cwd === null)
  );
}

type Runnable = PortableHook & { readonly runs: Exclude<PortableRunner, { kind: "other" }> };
type Way = FitOptions & { readonly isNative: boolean; readonly usesAdapter: boolean };

function tellSurroundings(hook: PortableHook, target: Target, way: Way, lose: Lose): void {
  const { dialect } = target;
  if (hook.lane === "preempt" && !way.isNative) {
    const what = `${dialect} has no hooks that go before an approval given in advance.`;
    const others = "It is asked with the other hooks of the event.";
    lose("lane", "preempt_yolo", what, way.usesAdapter ? `Hookline still lets it. Elsewhere: ${others}` : others);
  }
  if (hook.together && way.hasNeighbours && !way.isNative)
    lose("concurrency", "event", `${dialect} runs hooks one after another.`, "It waits for those before it.");
  if (hook.mode === "async" && !target.hasAsync) {
    const what = `${dialect} waits for every hook.`;
    const instead = way.usesAdapter
      ? "Hookline still does not wait for it. Other agents do, and are given no answer."
      : "It is waited for, and its answer counts.";
    lose("mode", hook.dialect === "agh" ? "mode" : "async", what, instead);
  }
  if (!target.hasMetadata && Object.keys(hook.metadata).length > 0)
    lose("metadata", "metadata", `${dialect} has no place for it.`, "It was left out.");
  if (!target.hasDescription && hook.description !== null)
    lose("metadata", "description", `${dialect} has no place for it.`, "It was left out.");
  for (const name of way.isNative && dialect === "docker-agent" ? [] : Object.keys(hook.borrowedEnv)) {
    const what = `The value of ${name} comes from your environment, which ${dialect} cannot say.`;
    lose("place", "env", what, "It is not set. Values of yours are never written into a file.");
  }
  if (way.isPlain && !way.isNative && hook.runs.kind !== "builtin") {
    const what = `The program was written for the JSON of ${hook.dialect}; ${dialect} writes and reads another one.`;
    lose("payload", "command", what, "It is run all the same. Change the program, or convert without --plain.");
  }
  // The one built-in that hands on what a hook of its dialect would read.
  if (hook.runs.kind === "builtin" && hook.runs.name === "http_post" && !way.isNative)
    lose("payload", "command", `It posts what hooks of ${dialect} read.`, "The receiver gets other JSON.");
}

function fitTimeout(hook: PortableHook, target: Target, lose: Lose): number {
  const nearest = target.nearestTimeout(hook.timeoutMs);
  if (nearest !== hook.timeoutMs) {
    const what = `${target.dialect} cannot say ${hook.timeoutMs} ms.`;
    lose("timeout", "timeout", what, `The limit is ${nearest} ms.`);
  }
  return nearest;
}

function fitFailure(hook: PortableHook, target: Target, lose: Lose): Fitted["onFailure"] {
  const { event, onFailure } = hook;
  if (hook.mode === "async" && target.hasAsync) return null;
  if (onFailure === "ignore" && hook.dialect !== target.dialect)
    lose("failure", "on_error", `${target.dialect} cannot keep failures quiet.`, "They are reported.");
  if (onFailure === "block" && !target.canBlock(event)) {
    const what = `In ${target.dialect} nothing can be refused on ${event} when a hook fails.`;
    lose("failure", "on_failure", what, "A failure is reported and stops nothing.");
    return null;
  }
  const wanted = onFailure === "block" ? "block" : "open";
  return wanted === (target.failsClosed(event) ? "block" : "open") ? null : wanted;
}

/** Declarations in configuration files without a word about it have this one. */
const usualEverywhere = 500;

function fitPriority(hook: PortableHook, { priorities, dialect }: Target, lose: Lose): number | null {
  if (hook.source !== "config") {
    const what = `A hook of a file for ${hook.source === "skill" ? "a skill" : "an agent"} runs after those of configuration files.`;
    lose("order", "source", what, "It stands in a configuration file now.");
  }
  if (priorities === null) {
    if (hook.priority !== usualEverywhere && hook.hasOwnPriority) {
      const what = `${dialect} has no priorities.`;
      lose("order", "priority", what, "The hooks are written in the order in which they ran.");
    }
    return null;
  }
  const { least, most, usual } = priorities;
  const nearest = Math.min(most, Math.max(least, hook.priority));
  if (nearest !== hook.priority) {
    const what = `Priorities of ${dialect} go from ${least} to ${most}.`;
    lose("order", "priority", what, `It has ${nearest} instead of ${hook.priority}.`);
  }
  return nearest === usual ? null : nearest;
}

type Fit = Pick<Fitted, "runs" | "tool" | "conditions" | "agent" | "env" | "cwd">;

/** What the target cannot say itself, the adapter is told. */
function throughAdapter(hook: Runnable, target: Target, name: string, lose: Lose): Fit {
  const isSaid = hook.tool === null || (target.saysTool(hook.tool) && contractOf(hook.event).family === "tool");
  const conditions = hook.conditions.filter(({ key, path, pattern }) => {
    const isKnown = translationOf(hook.dialect)?.conditionOf(contractOf(hook.event), key, pattern);
    if (!isKnown) loseCondition(target, key, lose);
    else if (!carries(target.dialect, hook.event, path)) {
      const what = `Agents that speak ${target.dialect} do not tell their hooks what ${key} is about.`;
      lose("matcher", key, what, "Hookline still looks at it. Under other agents the hook runs whatever it is.");
    }
    return isKnown;
  });
  tellAgent(hook, target, lose);
  const { runs } = hook;
  const call: AdapterCall = {
    dialect: hook.dialect,
    event: hook.ownEvent,
    name: name === hook.name ? null : hook.name,
    isAsync: hook.mode === "async" && !target.hasAsync,
    agent: hook.agent?.name ?? null,
    tool: isSaid ? null : hook.tool,
    match: conditions.map(({ key, pattern }) => [key, pattern] as const),
    env: target.hasEnv ? {} : hook.env,
    cwd: target.hasCwd ? null : hook.cwd,
    rules: hook.rules,
    command: runs.kind === "shell" ? [runs.text] : runs.kind === "program" ? runs.words : [],
  };
  const usesShell = translationOf(target.dialect)?.usesShell;
  return {
    runs: usesShell ? { kind: "shell", text: adapterLine(call) } : { kind: "program", words: adapterWords(call) },
    tool: isSaid ? hook.tool : null,
    conditions: [],
    agent: null,
    env: target.hasEnv ? hook.env : {},
    cwd: target.hasCwd ? hook.cwd : null,
  };
}

function loseCondition(target: Target, key: string, lose: Lose): void {
  const what = `${target.dialect} cannot match on ${key || "two expressions for the name of a tool"}.`;
  lose("matcher", key || "matcher", what, "The hook runs whatever it is.");
}

function tellAgent({ agent, event }: PortableHook, { dialect }: Target, lose: Lose): void {
  if (agent === null) return;
  if (agent.isDefault) {
    const what = `In docker-agent the first agent is also meant by events that name none; ${dialect} cannot say that.`;
    lose("scope", "agents", what, `It runs for events that name ${agent.name}.`);
  } else if (!carries(dialect, event, "agent_name")) {
    const what = `Agents that speak ${dialect} do not tell their hooks who they are.`;
    lose("scope", "agents", what, "Hookline still looks at it. Under other agents the hook runs for everybody.");
  }
}

/** The program speaks the target's dialect, or nobody wants an adapter. */
function asItIs(hook: Runnable, target: Target, isNative: boolean, lose: Lose): Fit {
  const isSaid = hook.tool === null || target.saysTool(hook.tool);
  if (!isSaid) loseCondition(target, "tool_name", lose);
  const conditions = isNative ? hook.conditions.filter(({ key }) => key !== "") : [];
  for (const { key } of hook.conditions) if (!isNative || key === "") loseCondition(target, key, lose);
  const isAgentSaid = isNative && target.dialect === "docker-agent";
  const agentKey = isNative && contractOf(hook.event).matcherFields.agent_name;
  if (hook.agent && !isAgentSaid && agentKey)
    conditions.push({ key: "agent_name", path: agentKey, pattern: hook.agent.name });
  else if (hook.agent && !isAgentSaid)
    lose("scope", "agents", `${target.dialect} cannot say for which agent a hook is.`, "It runs for every agent.");
  if (!target.hasEnv && Object.keys(hook.env).length > 0)
    lose("place", "env", `${target.dialect} cannot set variables for a hook.`, "They are not set.");
  if (!target.hasCwd && hook.cwd !== null)
    lose("place", "working_dir", `${target.dialect} cannot say where a hook runs.`, "It runs where the agent works.");
  return {
    runs: inFormOf(target, hook.runs, isNative),
    tool: isSaid ? hook.tool : null,
    conditions,
    agent: isAgentSaid ? (hook.agent?.name ?? null) : null,
    env: target.hasEnv ? { ...hook.env, ...(isAgentSaid && hook.runs.kind !== "builtin" && hook.borrowedEnv) } : {},
    cwd: target.hasCwd ? hook.cwd : null,
  };
}

function inFormOf(target: Target, runs: Fitted["runs"], isNative: boolean): Fitted["runs"] {
  if (isNative || runs.kind === "builtin") return runs;
  const usesShell = translationOf(target.dialect)?.usesShell;
  if (usesShell && runs.kind === "program") return { kind: "shell", text: shellLine(runs.words) };
  if (!usesShell && runs.kind === "shell") return { kind: "program", words: ["/bin/sh", "-c", runs.text] };
  return runs;
}
