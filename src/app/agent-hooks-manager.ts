import { contractOf, type EventName } from "../catalog/catalog.ts";
import { agentHookEvent, agentHookEvents } from "../dialects/agent-hooks/events.ts";
import { createEngine } from "../engine/engine.ts";
import type { Hook } from "../engine/hook.ts";
import type { RecordRun } from "../engine/ports.ts";
import type { TraceStep } from "../engine/trace.ts";
import { Problem } from "../errors/problem.ts";
import {
  type AskFallback,
  type CombinedResult,
  combineResults,
  type Diagnostic,
  nothingToSay,
  settleAsk,
} from "../hosts/agent-hooks/combined-result.ts";
import { type EventData, eventPayload } from "../hosts/agent-hooks/event-payload.ts";
import type { HookResult } from "../hosts/agent-hooks/hook-result.ts";
import { countRun, noRuns, type Statistics } from "../hosts/agent-hooks/statistics.ts";
import { decideStop, type StopDecision, type StopGateOptions } from "../hosts/agent-hooks/stop-gate.ts";
import { closest } from "../lib/closest.ts";
import { openLiveHooks } from "../sources/live-hooks.ts";
import type { LoadRequest } from "../sources/load-hooks.ts";
import { type AsyncHandle, asyncHandles } from "./async-handles.ts";
import { createExecutors } from "./executors.ts";
import { preparePayload } from "./prepare-payload.ts";
import { createWorld } from "./world.ts";

export interface AgentHooksOptions {
  /** Asks a person; without it `askFallback` decides. */
  readonly confirm?: (question: { readonly trigger: string; readonly reason: string }) => boolean | Promise<boolean>;
  readonly askFallback?: AskFallback;
  readonly stopGate?: StopGateOptions;
  /** How long `close` waits for async hooks before it ends them. */
  readonly drainMs?: number;
  /** False leaves out the hooks of the workspace. */
  readonly workspaceHooks?: boolean;
  /** Diagnostics for people who write hooks come along. */
  readonly debug?: boolean;
  readonly record?: RecordRun;
}

export interface TriggerResult extends CombinedResult {
  /** The async hooks that were started. Nothing they answer has an effect. */
  readonly async: readonly AsyncHandle[];
}

/** The Agent Hooks of a user and a workspace, for a program that speaks their language: triggers, event data, results. */
export interface AgentHooksManager extends AsyncDisposable {
  /** Runs the hooks of a trigger. Only a trigger that does not exist makes it throw. */
  readonly trigger: (trigger: string, data?: EventData) => Promise<TriggerResult>;
  /** Runs the hooks before the agent stops, and decides whether it may. Blocks are counted until the next `before_agent`. */
  readonly beforeStop: (data?: EventData) => Promise<TriggerResult & { readonly stop: StopDecision }>;
  /** In the order in which they run. */
  readonly hooks: (trigger?: string) => readonly Hook[];
  readonly byName: (name: string) => Hook | null;
  /** The triggers that hooks listen to, each once, as they are spelt in the specification. */
  readonly triggers: () => readonly string[];
  /** Looks at the files again; true when they say something else now. Every trigger does this by itself. */
  readonly refresh: () => boolean;
  readonly statistics: () => Statistics;
  /** Resolves when no async hook runs. */
  readonly idle: () => Promise<void>;
  /** Lets async hooks finish for a while, then ends them. */
  readonly close: () => Promise<void>;
}

const defaultDrainMs = 5000;

/** Opens the Agent Hooks of a place. They follow their files until they are closed. */
export function openAgentHooks(request: LoadRequest, options: AgentHooksOptions = {}): AgentHooksManager {
  const { environment, home, workspace, cwd } = request;
  const executors = createExecutors({ environment, world: createWorld({ home, environment }) });
  const engine = createEngine({
    executors: executors.table,
    pool: { drainMs: options.drainMs ?? defaultDrainMs },
    ...(options.record && { record: options.record }),
  });
  const isWanted = (hook: Pick<Hook, "dialect" | "fromWorkspace">) =>
    hook.dialect === "agent-hooks" && (options.workspaceHooks !== false || hook.fromWorkspace !== true);
  const live = openLiveHooks(request, ({ current }) => {
    const broken = current.broken.filter(({ dialect }) => dialect === "agent-hooks");
    engine.swap(current.hooks.filter(isWanted), broken);
  });
  live.refresh();
  const place = { id: workspace?.id ?? "", root: workspace?.root ?? cwd };
  const handles = asyncHandles();
  const stopBlocks = new Map<string, number>();
  let statistics = noRuns;

  async function trigger(name: string, data: EventData = {}): Promise<TriggerResult> {
    const event = eventOf(name);
    if (event === null) return { ...nothingToSay, async: [] };
    if (endsCounting(event)) stopBlocks.delete(sessionOf(data));
    try {
      live.refresh();
      return await dispatch(name, event, data);
    } catch (error) {
      return withoutAnswer(event, error);
    }
  }

  async function dispatch(name: string, event: EventName, data: EventData): Promise<TriggerResult> {
    const { payload } = preparePayload(event, { cwd: place.root, ...eventPayload(event, data) }, { workspace: place });
    const steps: TraceStep[] = [];
    const observers = engine.explain(event, payload).flatMap(({ hook, matches }) => {
      return matches && hook.mode === "async" ? [hook] : [];
    });
    const started = handles.expect(observers, countAsync);
    const trace = (step: TraceStep) => {
      if (step.after === null) started.finished(step);
      else if (step.hook.mode === "sync") steps.push(step);
    };
    const verdict = await engine.fire(event, payload, { trace });
    const missed = verdict.runs.filter(({ mode }) => mode === "async").map(({ hook_name }) => hook_name);
    const combined = combineResults(steps, verdict);
    for (const result of combined.results) statistics = countRun(statistics, result, "sync");
    // After a refusal none of them is started.
    const async = verdict.decision === "deny" ? started.forget() : started.without(missed);
    const settled = await settle(name, combined);
    return {
      ...settled,
      diagnostics: [...staleFiles(), ...settled.diagnostics].filter(({ level }) => options.debug || level !== "debug"),
      async,
    };
  }

  function countAsync(result: HookResult): void {
    statistics = countRun(statistics, result, "async");
  }

  async function settle(name: string, result: CombinedResult): Promise<CombinedResult> {
    if (result.decision !== "ask") return result;
    const reason = result.results.find(({ decision }) => decision === "ask")?.reason ?? "";
    try {
      const confirmed = options.confirm ? await options.confirm({ trigger: name, reason }) : null;
      return settleAsk(result, confirmed, options.askFallback);
    } catch (error) {
      // Whoever could not be asked has not agreed.
      const text = `Nobody could be asked: ${error instanceof Error ? error.message : String(error)}`;
      const settled = settleAsk(result, null, options.askFallback);
      return { ...settled, diagnostics: [...settled.diagnostics, { level: "error", hook: null, text }] };
    }
  }

  /** After an edit that went wrong, the hooks are still what they were before it. */
  function staleFiles(): Diagnostic[] {
    return live.problems.map(({ file, line, what }) => {
      const text = `Hooks run as they were before an edit that cannot be used (${file}:${line}): ${what}`;
      return { level: "error", hook: null, text };
    });
  }

  /** A mistake of ours stops nobody's work, unless a hook must not fail open. */
  function withoutAnswer(event: EventName, error: unknown): TriggerResult {
    const text = `The hooks of ${event} could not be run: ${error instanceof Error ? error.message : String(error)}`;
    const guard = engine.hooks().find((hook) => hook.event === event && hook.onFailure === "block");
    const isBlocked = guard !== undefined && contractOf(event).deny === "refuses";
    return {
      ...nothingToSay,
      diagnostics: [{ level: "error", hook: null, text }],
      ...(isBlocked && {
        decision: "deny",
        should_block: true,
        block_reason: `${text} Hook "${guard.name}" must not fail open.`,
      }),
      async: [],
    };
  }

  async function beforeStop(data: EventData = {}): Promise<TriggerResult & { readonly stop: StopDecision }> {
    const session = sessionOf(data);
    const blockCount = countIn(data) ?? stopBlocks.get(session) ?? 0;
    const context = { ...(data.context as object | undefined), stop_block_count: blockCount };
    const result = await trigger("before_stop", { ...data, context });
    const stopReason = typeof data.stop_reason === "string" ? data.stop_reason : "no_tool_calls";
    const stop = decideStop(result, { stopReason, blockCount }, options.stopGate);
    stopBlocks.set(session, stop.stop_block_count);
    return { ...result, stop };
  }

  function hooks(name?: string): readonly Hook[] {
    live.refresh();
    const event = name === undefined ? undefined : eventOf(name);
    return engine.hooks().filter((hook) => event === undefined || hook.event === event);
  }

  async function close(): Promise<void> {
    live.close();
    await engine.close();
    await executors.close();
    await engine.idle();
    handles.abandon();
  }

  return {
    trigger,
    beforeStop,
    hooks,
    byName: (name) => hooks().find((hook) => hook.name === name) ?? null,
    triggers: () => {
      const listening = new Set(hooks().map(({ event }) => event));
      return agentHookEvents.flatMap(({ name, event }) => (event !== null && listening.has(event) ? [name] : []));
    },
    refresh: live.refresh,
    statistics: () => statistics,
    idle: engine.idle,
    close,
    [Symbol.asyncDispose]: close,
  };
}

function eventOf(trigger: string): EventName | null {
  const known = agentHookEvent(trigger);
  if (known !== undefined) return known.event;
  const names = agentHookEvents.map(({ name }) => name);
  throw new Problem("AGENT_HOOK_TRIGGER_UNKNOWN", {
    hook: "The program that runs hooks",
    trigger,
    suggestion: closest(trigger, names),
    allowed: names.join(", "),
  });
}

/** A new turn begins, or there will be none. */
function endsCounting(event: EventName): boolean {
  return event === agentHookEvent("before_agent")?.event || event === agentHookEvent("session_end")?.event;
}

function sessionOf({ session_id }: EventData): string {
  return typeof session_id === "string" ? session_id : "";
}

/** A program that counts by itself says so in the context. */
function countIn({ context }: EventData): number | null {
  const count = (context as { readonly stop_block_count?: unknown } | null | undefined)?.stop_block_count;
  return typeof count === "number" ? count : null;
}
