import { contractOf } from "../../../catalog/catalog.ts";
import { translationOf } from "../../../dialects/translations.ts";
import type { Lose } from "../loss.ts";
import type { PortableHook } from "../portable/portable-hook.ts";
import type { Fitted, Target } from "../targets/target.ts";
import { asItIs } from "./as-it-is.ts";
import { tellSurroundings, type Way } from "./tell-surroundings.ts";
import { throughAdapter } from "./through-adapter.ts";

export interface FitOptions extends Pick<Way, "hasNeighbours"> {
  /** Programs are run as they are, although they then read the target's JSON. */
  readonly isPlain: boolean;
  /** What other hooks are called. */
  readonly taken: ReadonlySet<string>;
}

/** Says a hook in the target's terms and tells what gets lost on the way; null when it cannot be converted at all. */
export function fitHook(hook: PortableHook, target: Target, options: FitOptions, lose: Lose): Fitted | null {
  const { dialect } = target;
  const event = translationOf(dialect)?.nameOf(hook.event) ?? null;
  if (event === null) {
    lose("event", "event", `${dialect} has no event for ${hook.ownEvent}.`, "The hook was not converted.");
    return null;
  }
  const { runs } = hook;
  const isNative = hook.dialect === dialect;
  const isRunThere = isNative || target.runs.includes(runs.kind);
  const usesAdapter = !options.isPlain && !(isNative ? isSaidNatively(hook, target) : isSameEverywhere(hook, target));
  if (runs.kind === "other" || (!isRunThere && !usesAdapter)) {
    const [kind, advice] = runs.kind === "other" ? [runs.what, runs.advice] : [runs.kind, "Convert without --plain."];
    lose("executor", kind, `${dialect} has no ${kind} hooks.`, `The hook was not converted. ${advice}`);
    return null;
  }
  const name = target.nameFor(hook.name, options.taken);
  tellSurroundings(hook, target, { ...options, isNative, usesAdapter, name, event }, lose);
  const onFailure = fitFailure(hook, target, usesAdapter, lose);
  const shared = {
    hook,
    // Its own name for the event, which may be one of several.
    event: isNative ? hook.ownEvent : event,
    isNative,
    name,
    onFailure,
    priority: fitPriority(hook, target, lose),
    mode: hook.mode === "async" && target.hasAsync ? "async" : "sync",
  } as const;
  // Where a guard that is too slow would be left out, the adapter has to be faster than the agent.
  const isTimed = usesAdapter && onFailure === "block" && target.skipsFailures && hook.timeoutMs > 0;
  const timeoutMs = isTimed ? target.nearestTimeout(hook.timeoutMs + graceMs) : fitTimeout(hook, target, lose);
  const fit = usesAdapter
    ? throughAdapter({ ...hook, runs }, target, { name, onFailure, isTimed }, lose)
    : asItIs({ ...hook, runs }, target, isNative, lose);
  return { ...shared, timeoutMs, ...fit };
}

/** How long an adapter may take besides the hook that it runs. */
const graceMs = 2000;

/** Whether the dialect that the program speaks can say all about it, as it could where the hook comes from. */
function isSaidNatively({ tool, conditions, agent, env, cwd, event, rules }: PortableHook, target: Target): boolean {
  const saysAgent = target.dialect === "docker-agent" ? agent?.isDefault : contractOf(event).matcherFields.agent_name;
  return (
    // Which JSON its hooks read depends on the file, and we write only one of them.
    rules.payload === undefined &&
    (tool === null || target.saysTool(tool)) &&
    conditions.every(({ key }) => key !== "") &&
    (agent === null || Boolean(saysAgent)) &&
    (target.hasEnv || Object.keys(env).length === 0) &&
    (target.hasCwd || cwd === null)
  );
}

/** Built-in hooks are the same in every dialect that has them. Only one looks at the JSON that programs read. */
function isSameEverywhere(hook: PortableHook, target: Target): boolean {
  const { runs, lane, agent, conditions } = hook;
  const isPart = lane === "preempt" || agent !== null || conditions.length > 0 || !isSaidNatively(hook, target);
  return runs.kind === "builtin" && target.runs.includes("builtin") && runs.name !== "http_post" && !isPart;
}

function fitTimeout(hook: PortableHook, target: Target, lose: Lose): number {
  const nearest = target.nearestTimeout(hook.timeoutMs);
  if (nearest !== hook.timeoutMs) {
    const what = `${target.dialect} cannot say ${hook.timeoutMs} ms.`;
    lose("timeout", "timeout", what, `The limit is ${nearest} ms.`);
  }
  return nearest;
}

function fitFailure(hook: PortableHook, target: Target, usesAdapter: boolean, lose: Lose): Fitted["onFailure"] {
  const { event, onFailure } = hook;
  if (hook.mode === "async" && target.hasAsync) return null;
  if (onFailure === "ignore" && hook.dialect !== target.dialect)
    lose("failure", "on_error", `${target.dialect} cannot keep failures quiet.`, "They are reported.");
  if (onFailure === "block" && !target.canBlock(event)) {
    const what = `In ${target.dialect} nothing can be refused when a hook on ${hook.ownEvent} fails.`;
    const instead = "a failure is reported and stops nothing.";
    lose("failure", "on_failure", what, usesAdapter ? `Hookline still refuses. Elsewhere ${instead}` : `So ${instead}`);
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
