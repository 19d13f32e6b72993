import { contractOf, type EventName } from "../catalog/catalog.ts";
import type { ExecutorSpec, Hook } from "../engine/hook.ts";
import type { Condition } from "../engine/matcher.ts";
import { wordsOfLine } from "../lib/shell-words.ts";
import { adaptedExecutor } from "./adapted-executor.ts";
import { type AdapterCall, parseAdapterCall } from "./adapter-call.ts";
import { compileToolMatcher } from "./docker-agent/tool-matcher.ts";
import type { ProcessSpec, Surroundings, Translation } from "./translation.ts";
import { translationOf } from "./translations.ts";

/** The text of a file that a hook runs; null when it cannot be had. */
export type ReadText = (file: string) => string | null;

/**
 * Replaces hooks that only run `hookline adapt …` by the hooks that these would run: nobody needs a second Hookline to speak
 * another dialect. A declaration keeps its matcher, its order and what its failures mean. Others are returned as they are.
 */
export function adaptHooks(hooks: readonly Hook[], around: Surroundings, readText: ReadText): readonly Hook[] {
  const calls = new Map(hooks.flatMap((hook) => callIn(hook, readText) ?? []));
  if (calls.size === 0) return hooks;
  return hooks.flatMap((hook) => {
    const adaptation = calls.get(hook);
    if (!adaptation) return [hook];
    if (covers(adaptation, hook)) return [adapt(hook, adaptation, around)];
    // One declaration may listen to two events of which the adapted hook knows only one.
    const hasTwin = hooks.some((other) => isSameDeclaration(other, hook) && covers(adaptation, other));
    return hasTwin ? [] : [hook];
  });
}

interface Adaptation {
  readonly call: AdapterCall;
  readonly translation: Translation;
  readonly outer: ProcessSpec;
  readonly conditions: readonly Condition[];
}

function callIn(hook: Hook, readText: ReadText): [[Hook, Adaptation]] | null {
  const { executor } = hook;
  if (executor.kind !== "process") return null;
  const words = wordsIn(hook.dialect, executor, readText);
  const call = words && parseAdapterCall(words);
  const translation = call && translationOf(call.dialect);
  if (!call || !translation || translation.eventsOf(call.event).length === 0) return null;
  const conditions = adaptedConditions(hook.event, call, translation);
  return conditions && [[hook, { call, translation, outer: executor, conditions }]];
}

/** What stands behind `hookline adapt`, in a program's arguments, a shell's command or a script that has only this one. */
function wordsIn(dialect: string, { command, args }: ProcessSpec, readText: ReadText): readonly string[] | null {
  if (command === "hookline") return args[0] === "adapt" ? args.slice(1) : null;
  const [option, text] = args.slice(-2);
  if (shells.test(command) && text !== undefined && /^(?:-c|\/c|-command)$/i.test(option ?? ""))
    return behindAdapt(text);
  if (dialect !== "agent-hooks") return null;
  const script = readText(args.at(-1) ?? command);
  const [, body] = script === null ? [] : (/^#!.*sh\b.*\n([\s\S]*)$/.exec(script) ?? []);
  return body === undefined ? null : behindAdapt(body);
}

const shells = /(?:^|[\\/])(?:sh|bash|dash|ash|ksh|zsh|fish|cmd|pwsh|powershell)(?:\.exe)?$/i;
const shellStart = /^(?:exec\s+)?hookline\s+adapt\s/;
/** How a guard says that it must not be missing where an agent goes on without it. */
const shellEnd = /\s*\|\|\s*exit\s+2$/;

function behindAdapt(text: string): readonly string[] | null {
  const line = text.trim();
  return shellStart.test(line) ? wordsOfLine(line.replace(shellStart, "").replace(shellEnd, "")) : null;
}

/**
 * What must hold besides what a declaration says. Null when it cannot be read: a hook must not run more often because nobody
 * understands when it should.
 */
export function adaptedConditions(
  event: EventName,
  call: AdapterCall,
  { conditionOf }: Translation,
): readonly Condition[] | null {
  const contract = contractOf(event);
  const tool = call.tool === null ? { conditions: [] } : compileToolMatcher(call.tool, "tool_name");
  const others = call.match.map(([key, pattern]) => conditionOf(contract, key, pattern));
  if ("bad" in tool || !others.every((condition) => condition !== null)) return null;
  return [...tool.conditions, ...others];
}

/** What a skill or an extension may not read of the environment, it may not read through an adapter either. */
function withinBounds(hook: Hook, outer: ProcessSpec, inner: ExecutorSpec): ExecutorSpec {
  if (inner.kind !== "process") return inner;
  const without = [...new Set([...(outer.without ?? []), ...(inner.without ?? [])])];
  const isBorrowed = hook.source !== "config" || hook.metadata.extension !== undefined;
  const { writtenEnv } = outer;
  const bounded = { ...inner, ...(without.length > 0 && { without }), ...(writtenEnv && { writtenEnv }) };
  return isBorrowed ? { ...bounded, inherits: outer.inherits } : bounded;
}

function covers({ call, translation }: Adaptation, hook: Hook): boolean {
  return translation.eventsOf(call.event).includes(hook.event);
}

function isSameDeclaration(one: Hook, other: Hook): boolean {
  const isHere = one.origin.file === other.origin.file && one.origin.line === other.origin.line;
  return isHere && one.name === other.name && one.event !== other.event;
}

function adapt(hook: Hook, { call, translation, outer, conditions }: Adaptation, around: Surroundings): Hook {
  const name = call.name ?? hook.name;
  // The stricter word counts: under another agent the adapter has only its own.
  const mustHold = hook.mode === "sync" && translation.blocksOnFailure(call.event, call.rules);
  return {
    ...hook,
    name,
    ...(mustHold && { required: true, onFailure: "block" }),
    ...(call.isAsync && { mode: "async", required: false, onFailure: "open" }),
    timeoutMs: call.timeoutMs ?? hook.timeoutMs,
    matcher: conditions.length === 0 ? hook.matcher : { conditions: [...hook.matcher.conditions, ...conditions] },
    scope: call.agent === null ? hook.scope : { ...hook.scope, agentName: call.agent },
    lane: call.rules.preempt === true ? "preempt" : hook.lane,
    // Only hooks of the dialect that starts them together are known to rewrite nothing.
    together: hook.together && call.dialect === hook.dialect,
    executor: withinBounds(hook, outer, adaptedExecutor(call, translation, name, outer, around)),
    wire: translation.wireOf(call, name, around),
    adapted: { dialect: call.dialect, event: call.event, rules: call.rules, declaredAs: hook.name },
  };
}
