import { catalog } from "../../catalog/catalog.ts";
import type { DialectName } from "../../dialects/translation.ts";
import type { Hook } from "../../engine/hook.ts";
import { inRunOrder } from "../../engine/order.ts";
import { fitHook } from "./fit/fit-hook.ts";
import { type Loss, loserOf } from "./loss.ts";
import { notesOn } from "./notes.ts";
import { portableHook } from "./portable/portable.ts";
import type { PortableHook } from "./portable/portable-hook.ts";
import type { Fitted, Level, OutputFile, Target } from "./targets/target.ts";
import { toAgentHooks } from "./targets/to-agent-hooks.ts";
import { toAgh } from "./targets/to-agh.ts";
import { toClaude } from "./targets/to-claude.ts";
import { toDockerAgent } from "./targets/to-docker-agent.ts";

export interface ConvertOptions {
  readonly to: DialectName;
  /** Programs are run as they are, without an adapter that speaks their dialect to them. */
  readonly isPlain: boolean;
  readonly level: Level;
  /** Where hooks run that do not say otherwise. */
  readonly root: string;
}

export interface Conversion {
  readonly files: readonly OutputFile[];
  readonly losses: readonly Loss[];
  /** How many hooks were written in the new dialect. */
  readonly converted: number;
  /** Hooks that are in that dialect already. */
  readonly kept: readonly string[];
  /** What to know besides, as sentences. */
  readonly notes: readonly string[];
}

const targets: Readonly<Record<DialectName, Target>> = {
  agh: toAgh,
  "docker-agent": toDockerAgent,
  claude: toClaude,
  "agent-hooks": toAgentHooks,
};

/** Writes hooks down in another dialect and says what that dialect cannot express. Pure. */
export function convertHooks(hooks: readonly Hook[], { to, isPlain, level, root }: ConvertOptions): Conversion {
  const target = targets[to];
  const losses: Loss[] = [];
  const isThere = (hook: Hook) => hook.dialect === to && hook.adapted === undefined;
  const portable = inOrder(hooks.filter((hook) => !isThere(hook))).map((hook) => portableHook(hook, root));
  const taken = new Set<string>();
  const said = portable.flatMap((hook) => {
    const hasNeighbours = portable.some((other) => other !== hook && other.event === hook.event);
    const one = fitHook(hook, target, { isPlain, hasNeighbours, taken }, loserOf(hook, losses));
    if (one) taken.add(one.name);
    return one ?? [];
  });
  const fitted = inOldOrder(said, target, losses);
  tellTwins(fitted, target, isPlain, losses);
  return {
    files: fitted.length === 0 ? [] : target.print(fitted, level),
    losses: withoutTwins(losses),
    converted: new Set(fitted.map(({ hook }) => placeOf(hook))).size,
    kept: [...new Set(hooks.filter(isThere).map(placeOf))].map((place) => (JSON.parse(place) as [unknown, string])[1]),
    notes: notesOn(fitted, to),
  };
}

/** One declaration may be two hooks, of which nobody needs to be told twice. */
function withoutTwins(losses: readonly Loss[]): readonly Loss[] {
  return [...new Map(losses.map((loss) => [JSON.stringify(loss), loss])).values()];
}

function inOrder(hooks: readonly Hook[]): readonly Hook[] {
  const byEvent = Map.groupBy(hooks, ({ event }) => event);
  return catalog.flatMap(({ name }) => inRunOrder(byEvent.get(name) ?? []));
}

/**
 * AGH and Agent Hooks run hooks of the same priority in the order of their names. Where that is another one, lower priorities
 * keep the old order: a hook that checks what another one rewrites must go on coming after it.
 */
function inOldOrder(fitted: readonly Fitted[], { dialect, priorities }: Target, losses: Loss[]): readonly Fitted[] {
  if (priorities === null) return fitted;
  const last = new Map<string, { readonly priority: number; readonly name: string }>();
  return fitted.map((one) => {
    const own = one.priority ?? priorities.usual;
    const before = last.get(one.hook.event);
    const isEarly = before !== undefined && own >= before.priority && one.name <= before.name;
    const priority = before === undefined ? own : Math.min(own, isEarly ? before.priority - 1 : before.priority);
    last.set(one.hook.event, { priority, name: one.name });
    if (priority === own) return one;
    const what = `${dialect} runs hooks of the same priority by name, so that it would come before ${before?.name}.`;
    const kept = Math.max(priorities.least, priority);
    loserOf(one.hook, losses)("order", "priority", what, `It has the priority ${kept} instead of ${own}.`);
    return { ...one, priority: kept };
  });
}

/** docker-agent does not tell calls that went well from those that did not. */
function tellTwins(fitted: readonly Fitted[], { dialect }: Target, isPlain: boolean, losses: Loss[]): void {
  if (dialect !== "docker-agent") return;
  for (const { hook, event, isNative, runs } of fitted) {
    const isBare = isPlain || isNative || runs.kind === "builtin";
    const isPart = event === "post_tool_use" && !fitted.some((one) => one.hook !== hook && isTwin(one.hook, hook));
    if (!isBare || !isPart) continue;
    const what = "docker-agent has one event for calls that went well and calls that did not.";
    loserOf(hook, losses)("event", "event", what, "The hook runs for both.");
  }
}

function isTwin(one: PortableHook, other: PortableHook): boolean {
  return one.name === other.name && one.event !== other.event && one.ownEvent === other.ownEvent;
}

function placeOf({ origin, name }: Pick<Hook, "origin" | "name">): string {
  return JSON.stringify([origin, name]);
}
