import { catalog, type EventName } from "../catalog/catalog.ts";
import type { EventContract } from "../catalog/contract.ts";
import type { BrokenHook, Hook, Lane } from "./hook.ts";
import type { Condition } from "./matcher.ts";
import { inRunOrder } from "./order.ts";
import { conditionsOf, mismatchOf, valueAt } from "./select.ts";
import type { VerdictProblem } from "./verdict.ts";

type Payload = Readonly<Record<string, unknown>>;

/** The hooks of one dispatch, in order. */
export interface Plan {
  readonly sync: readonly Hook[];
  readonly async: readonly Hook[];
  /** True when some sync hooks may start together. */
  readonly hasGroups: boolean;
  /** What the ledger has learnt about how long the chain takes. */
  readonly pace: { quickInARow: number };
  /** Fields that none of them may change, when they are asked a second time. */
  readonly fixed?: readonly string[];
}

/** All hooks of one event, arranged so that finding those that apply costs a few look-ups however many there are. */
export interface EventPlan {
  readonly contract: EventContract;
  /** In run order. */
  readonly hooks: readonly Hook[];
  /** What was declared for this event and could not be read. */
  readonly problems: readonly VerdictProblem[];
  /** Answers with `nothingToRun` itself when no hook applies. */
  readonly planFor: (payload: Payload) => Plan;
}

/** An immutable set of hooks; a dispatch uses one from beginning to end. */
export type Snapshot = ReadonlyMap<string, EventPlan>;

export const nothingToRun: Plan = { sync: [], async: [], hasGroups: false, pace: { quickInARow: 0 } };

/** Enough for the handful of tools and agents a workspace has, small enough to forget about. */
const cachedPlans = 4096;

export function takeSnapshot(hooks: readonly Hook[], broken: readonly BrokenHook[]): Snapshot {
  const hooksOf = Map.groupBy(hooks, (hook) => hook.event);
  const brokenOf = Map.groupBy(broken, (hook) => hook.event);
  return new Map(
    catalog.map((contract) => {
      const name: EventName = contract.name;
      // What cannot even be told apart by event, an unreadable file or a misspelt name, may have been meant for this one.
      const problems = [...(brokenOf.get(name) ?? []), ...(brokenOf.get(null) ?? [])].map(brokenProblem);
      return [name, planEvent(contract as unknown as EventContract, inRunOrder(hooksOf.get(name) ?? []), problems)];
    }),
  );
}

function brokenProblem(broken: BrokenHook): VerdictProblem {
  const place = broken.file === null ? "" : ` (${broken.file}${broken.line === null ? "" : `:${broken.line}`})`;
  return {
    code: "HOOK_DECLARATION_BROKEN",
    hook: broken.name,
    failure: null,
    what:
      broken.name === null
        ? `Hooks may be missing because a file could not be used${place}: ${broken.what}`
        : `The declaration of hook ${JSON.stringify(broken.name)}${place} is broken, so it does not run: ${broken.what}`,
    fix: broken.fix,
  };
}

interface Candidate {
  readonly hook: Hook;
  readonly conditions: readonly Condition[];
  readonly position: number;
}

function planEvent(contract: EventContract, hooks: readonly Hook[], problems: readonly VerdictProblem[]): EventPlan {
  const candidates = hooks.map((hook, position) => ({ hook, conditions: conditionsOf(hook), position }));
  const shallow = candidates.flatMap(({ conditions }) => conditions.filter(({ deep }) => !deep));
  const paths = [...new Set(shallow.map(({ path }) => path))];
  const index = indexByLiteral(candidates);
  const isDeep = candidates.some(({ conditions }) => conditions.some(({ deep }) => deep));
  const select = (payload: Payload) => {
    const chosen = index(payload).filter(({ conditions }) => !mismatchOf(conditions, payload, "shallow"));
    const theirs = chosen.map(({ hook }) => hook);
    return toPlan(isDeep ? theirs : withoutTwins(theirs));
  };
  const planFor = remember(paths, select);
  return { contract, hooks, problems, planFor: isDeep ? (payload) => narrow(planFor(payload), payload) : planFor };
}

/** The part of a plan that is left when conditions are tested by which no plan can be remembered. */
function narrow(plan: Plan, payload: Payload): Plan {
  if (plan === nothingToRun) return plan;
  const applies = (hook: Hook) => !mismatchOf(hook.matcher.conditions, payload, "deep");
  const hooks = [...plan.sync, ...plan.async];
  const left = withoutTwins(hooks.filter(applies));
  return left.length === hooks.length ? plan : toPlan(left);
}

/** The hooks that are left when the first of those with the same identity stands for all of them. */
function withoutTwins(hooks: readonly Hook[]): readonly Hook[] {
  const seen = new Set<string>();
  return hooks.filter(({ identity }) => {
    if (identity === undefined) return true;
    const isFirst = !seen.has(identity);
    seen.add(identity);
    return isFirst;
  });
}

/** Groups candidates by the one value they ask of the field that most of them name; the others are always considered. */
function indexByLiteral(candidates: readonly Candidate[]): (payload: Payload) => readonly Candidate[] {
  const uses = new Map<string, number>();
  for (const { conditions } of candidates) {
    for (const { path, literal } of conditions) if (literal !== null) uses.set(path, (uses.get(path) ?? 0) + 1);
  }
  const path = [...uses].sort(([, a], [, b]) => b - a)[0]?.[0];
  if (path === undefined) return () => candidates;
  const literalOf = ({ conditions }: Candidate) =>
    conditions.find((condition) => condition.path === path && condition.literal !== null)?.literal ?? null;
  const byLiteral = Map.groupBy(candidates, literalOf);
  const always = byLiteral.get(null) ?? [];
  return (payload) => {
    const value = valueAt(payload, path);
    const named = typeof value === "string" ? byLiteral.get(value.trim()) : undefined;
    return named ? [...named, ...always].sort((a, b) => a.position - b.position) : always;
  };
}

/** The part of a plan that belongs to some of the lanes. */
export function lanesOf(plan: Plan, lanes: readonly Lane[]): Plan {
  const key = lanes.join();
  let parts = partsOf.get(plan);
  if (parts === undefined) {
    parts = new Map();
    partsOf.set(plan, parts);
  }
  let part = parts.get(key);
  if (part === undefined) {
    part = toPlan([...plan.sync, ...plan.async].filter(({ lane }) => lanes.includes(lane)));
    parts.set(key, part);
  }
  return part;
}

const partsOf = new WeakMap<Plan, Map<string, Plan>>();

export function toPlan(hooks: readonly Hook[]): Plan {
  if (hooks.length === 0) return nothingToRun;
  const sync = hooks.filter(({ mode }) => mode === "sync");
  const hasGroups = sync.some(({ together }, at) => together && sync[at + 1]?.together);
  return { sync, async: hooks.filter(({ mode }) => mode === "async"), hasGroups, pace: { quickInARow: 0 } };
}

type Level = Map<unknown, unknown>;

/**
 * Remembers plans by the values that decide them: one map per field that any hook of the event tests. Values that are not
 * text or boolean all count as absent, so nothing a caller puts into a payload is kept alive here.
 */
function remember(paths: readonly string[], select: (payload: Payload) => Plan): (payload: Payload) => Plan {
  const [first, ...others] = paths;
  if (first === undefined) {
    const plan = select({});
    return () => plan;
  }
  let root: Level = new Map();
  let size = 0;

  function levelOf(payload: Payload): Level {
    let level = root;
    for (const path of others) {
      const key = keyOf(valueAt(payload, path));
      let next = level.get(key) as Level | undefined;
      if (next === undefined) {
        next = new Map();
        level.set(key, next);
      }
      level = next;
    }
    return level;
  }

  function planAnew(payload: Payload, level: Level, key: unknown): Plan {
    const plan = select(payload);
    if (++size > cachedPlans) {
      root = new Map();
      size = 0;
    } else level.set(key, plan);
    return plan;
  }

  if (others.length > 0) {
    return (payload) => {
      const level = levelOf(payload);
      const key = keyOf(valueAt(payload, first));
      return (level.get(key) as Plan | undefined) ?? planAnew(payload, level, key);
    };
  }
  // Agents tend to do the same thing several times in a row.
  let lastKey: unknown = root;
  let lastPlan: Plan = nothingToRun;
  return (payload) => {
    const key = keyOf(valueAt(payload, first));
    if (key === lastKey) return lastPlan;
    lastPlan = (root.get(key) as Plan | undefined) ?? planAnew(payload, root, key);
    lastKey = key;
    return lastPlan;
  };
}

function keyOf(value: unknown): unknown {
  return typeof value === "string" || typeof value === "boolean" ? value : undefined;
}
