import { type EventName, type EventPayload, type FirePayload, isEventName } from "../catalog/catalog.ts";
import { Problem } from "../errors/problem.ts";
import { closest } from "../lib/closest.ts";
import { createAsyncPool, type PoolOptions } from "./async-pool.ts";
import { HookContext } from "./call-native.ts";
import { dispatch } from "./dispatch.ts";
import type { DispatchPorts } from "./dispatch-state.ts";
import { type Explanation, explainEvent } from "./explain.ts";
import type { BrokenHook, Hook, Lane } from "./hook.ts";
import { currentNesting, type Nesting } from "./nesting.ts";
import { type EventPlan, lanesOf, nothingToRun, type Snapshot, takeSnapshot } from "./plan.ts";
import type { Clock, Executors, NativeContext, RecordRun } from "./ports.ts";
import { planAgain, type SecondLook } from "./second-look.ts";
import type { Trace } from "./trace.ts";
import { nothingRan, type Verdict } from "./verdict.ts";

export interface EngineOptions {
  readonly hooks?: readonly Hook[];
  /** Declarations that could not be read; every dispatch of their event reports them. */
  readonly broken?: readonly BrokenHook[];
  /** How to run hooks that are not functions of this process, by kind. */
  readonly executors?: Executors;
  /** Gets every run, also those that outlive their dispatch. */
  readonly record?: RecordRun;
  readonly clock?: Clock;
  readonly pool?: PoolOptions;
  /** How many dispatches enclose this process; a hook that starts an engine hands its own depth on. */
  readonly initialDepth?: number;
  /** Keeps every hook's answer in the records, also for families that normally do not. */
  readonly keepPatches?: boolean;
}

export interface FireOptions {
  readonly signal?: AbortSignal;
  /** The context of the hook that fires, so that its depth is known also after it has waited. */
  readonly within?: NativeContext;
  /** How many dispatches enclose this one, for callers that got the number from outside this process. */
  readonly depth?: number;
  /** Runs the hooks of these lanes only; without it all lanes are run. */
  readonly lanes?: readonly Lane[];
  /** Asks about a payload that hooks have already changed, and lets nobody change it any further. */
  readonly secondLook?: SecondLook;
  /** Called with every run of this dispatch as it ends, with what the hook was given and what it answered. */
  readonly trace?: Trace;
}

export interface Engine {
  /**
   * Fires an event at the hooks that apply to it. The verdict comes without a promise when nothing had to be waited for;
   * `await` suits both.
   */
  readonly fire: <N extends EventName>(
    event: N,
    payload: FirePayload<N>,
    options?: FireOptions,
  ) => Verdict<N> | Promise<Verdict<N>>;
  /** Tells for every hook of the event whether it would run and why not, without running anything. */
  readonly explain: <N extends EventName>(event: N, payload: FirePayload<N>) => readonly Explanation[];
  /** True when some hook applies; callers may ask before they go to the trouble of building a large payload. */
  readonly hasHooks: <N extends EventName>(event: N, payload: FirePayload<N>) => boolean;
  /** False when no hook of the event exists at all, whatever its payload: the cheapest question there is. */
  readonly listens: (event: EventName) => boolean;
  /** Replaces all hooks at once. Dispatches under way keep the hooks they began with. */
  readonly swap: (hooks: readonly Hook[], broken?: readonly BrokenHook[]) => void;
  /** The hooks of all events, event by event in canonical order, each in run order. */
  readonly hooks: () => readonly Hook[];
  /** 0 while empty; counts the sets of hooks it has had. */
  readonly version: () => number;
  /** Resolves when no async hook is queued or running. */
  readonly idle: () => Promise<void>;
  /** Lets async hooks finish within the pool's limit; afterwards `fire` refuses. */
  readonly close: () => Promise<{ readonly abandoned: number }>;
}

/** Bound once: two readings are a good part of a dispatch to in-process hooks, and each look-up of the method counts. */
const monotonicNow = performance.now.bind(performance);
const systemClock: Clock = { now: monotonicNow, wall: Date.now };
const none: readonly never[] = Object.freeze([]);

/** Creates an engine. It owns no files, no processes and no time but what it is given. */
export function createEngine(options: EngineOptions = {}): Engine {
  const pool = createAsyncPool(options.pool);
  const clock = options.clock ?? systemClock;
  const ports: DispatchPorts = {
    executors: options.executors ?? {},
    clock,
    timeText: timeTexts(clock),
    record: options.record ?? null,
    pool,
    nextRunId: runIds(),
    keepPatches: options.keepPatches ?? false,
  };
  const outermost = enclosedBy(options.initialDepth ?? 0);
  let snapshot: Snapshot = takeSnapshot(none, none);
  let version = 0;
  let isClosed = false;

  function swap(hooks: readonly Hook[], broken: readonly BrokenHook[] = none): void {
    snapshot = takeSnapshot(hooks, broken);
    version++;
  }
  if (options.hooks?.length || options.broken?.length) swap(options.hooks ?? none, options.broken);

  function planOf(event: string): EventPlan {
    const plan = snapshot.get(event);
    if (plan === undefined) throw unknownEvent(event);
    return plan;
  }

  function fire<N extends EventName>(
    name: N,
    payload: FirePayload<N>,
    firing?: FireOptions,
  ): Verdict<N> | Promise<Verdict<N>> {
    const event = planOf(name);
    if (isClosed) throw new Problem("ENGINE_CLOSED", { event: name });
    const wholePlan = event.planFor(payload);
    const lanes = firing?.lanes === undefined ? wholePlan : lanesOf(wholePlan, firing.lanes);
    const plan = firing?.secondLook === undefined ? lanes : planAgain(lanes, firing.secondLook);
    if (plan === nothingToRun) return nothingRan(name, payload as EventPayload<N>, event.problems);
    const outer = enclosing(firing) ?? currentNesting() ?? outermost;
    const nesting = { depth: outer.depth + 1, event: name, outer: outer === outermost ? null : outer };
    return dispatch(event, plan, payload, nesting, firing?.signal ?? null, firing?.trace ?? null, ports) as unknown as
      | Verdict<N>
      | Promise<Verdict<N>>;
  }

  return {
    fire,
    explain: (name, payload) => explainEvent(planOf(name), payload),
    hasHooks: (name, payload) => planOf(name).planFor(payload) !== nothingToRun,
    listens: (name) => {
      const { hooks, problems } = planOf(name);
      return hooks.length > 0 || problems.length > 0;
    },
    swap,
    hooks: () => [...snapshot.values()].flatMap((event) => event.hooks),
    version: () => version,
    idle: pool.idle,
    close: () => {
      isClosed = true;
      return pool.close();
    },
  };
}

/** What the caller says about the dispatches around this one. */
function enclosing(firing: FireOptions | undefined): Nesting | null {
  if (firing === undefined) return null;
  if (firing.within instanceof HookContext) return firing.within.nesting;
  return firing.depth === undefined ? null : enclosedBy(firing.depth);
}

/** Stands for dispatches outside this process, of which only the number is known. */
function enclosedBy(depth: number): Nesting {
  return { depth, event: "…", outer: null };
}

function unknownEvent(event: string): Problem {
  const names = [...takeSnapshot(none, none).keys()];
  return new Problem("EVENT_UNKNOWN", { event, suggestion: isEventName(event) ? null : closest(event, names) });
}

const resyncAfterMs = 1000;

/** Turns readings of the clock into text without reading it again; the wall clock is looked at about once a second. */
function timeTexts(clock: Clock): (now: number) => string {
  let offset = 0;
  let syncedAt = Number.NEGATIVE_INFINITY;
  let written = Number.NaN;
  let text = "";
  return (now) => {
    if (now - syncedAt > resyncAfterMs) {
      offset = clock.wall() - clock.now();
      syncedAt = now;
    }
    const wall = Math.floor(now + offset);
    if (wall !== written) {
      written = wall;
      text = new Date(wall).toISOString();
    }
    return text;
  };
}

/** Run ids are unique across processes and cheap: a random part once, then a counter. */
function runIds(): () => string {
  const prefix = `run_${crypto.randomUUID().slice(0, 13).replace("-", "")}_`;
  let count = 0;
  return () => prefix + (++count).toString(36);
}
