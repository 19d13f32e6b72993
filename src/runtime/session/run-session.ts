import type { AgentDefinition } from "../../agent/agent-definition.ts";
import type { AgentSession, StopResult, TurnOutcome } from "../agent-session.ts";
import { type Delegation, type RunTask, type Task, tellSwitch } from "../delegation/delegate.ts";
import { managedToolsets } from "../delegation/managed-toolset.ts";
import { compactNow } from "../loop/compaction.ts";
import { despiteStore, raiseNotice } from "../loop/fan-out.ts";
import { createLoopDetector } from "../loop/loop-detector.ts";
import { createMessageQueues } from "../loop/queues.ts";
import { runTurn } from "../loop/run-turn.ts";
import { freshStopGate } from "../loop/stop-gate.ts";
import type { Turn } from "../loop/turn.ts";
import type { Desk } from "./desk.ts";
import { agentNamed, createSession, type SessionOptions } from "./open-session.ts";
import { runningHere } from "./running-here.ts";
import { createToolbox } from "./toolbox.ts";

/** A session that runs, with what only the runtime itself calls. */
export interface RunningSession extends AgentSession {
  /** Tells the hooks that the conversation begins. Answers with what is wrong when a required one of them failed. */
  readonly begin: (source: "startup" | "resume" | "clear" | "compact") => Promise<string | null>;
  /** Runs a turn that no user has asked for. */
  readonly runTask: RunTask;
}

const deepestDelegation = 5;

export function runSession(desk: Desk, options: SessionOptions): RunningSession {
  const { world } = desk;
  const { grants } = options;
  /** Where the conversation began that `session.end` will be told of. */
  let began = { at: world.now().getTime(), steps: desk.record().totals.steps };
  const queues = createMessageQueues();
  let turns = Math.max(desk.earlierTurns, desk.record().totals.turns);
  let current: { readonly controller: AbortController; readonly done: Promise<unknown> } | null = null;
  /** What is still told of turns that have ended. */
  let afterwards: Promise<void> = Promise.resolve();
  let stopping: Promise<StopResult> | null = null;
  let progress: Turn["progress"] | null = null;

  const agent = (): AgentDefinition => agentNamed(world, desk.record().agent);
  const modelsOf = (one: AgentDefinition): readonly string[] => {
    if (options.models && options.models.length > 0) return options.models;
    return one.models.length > 0 ? one.models : world.defaultModels;
  };
  const switchTo = async (name: string, how: "handoff" | "force_handoff"): Promise<void> => {
    const from = desk.record().agent;
    const to = agentNamed(world, name).name;
    await tellSwitch({ desk, modelsOf }, from, to, how, [from]);
    await desk.write({ type: "system", content: { kind: "agent_switched", from, to, how } });
    await desk.change({ agent: to });
  };
  const openChild = async (task: Task): Promise<RunningSession> => {
    const depth = (options.depth ?? 0) + 1;
    if (depth > deepestDelegation) throw new Error(`Agents have delegated ${deepestDelegation} times over already.`);
    const { id, workspace_id, workspace, cwd, agent_files } = desk.record();
    const operator = task.kind === "background" ? null : desk.operator;
    const listeners = [desk.pass];
    return createSession(
      {
        ...options,
        operator,
        listeners,
        depth,
        isSkill: task.kind === "skill",
        isPinned: task.kind !== "transfer_task",
      },
      {
        type: "spawned",
        agent: task.agent,
        workspace: { id: workspace_id, root: workspace },
        cwd,
        agentFiles: agent_files,
        parentId: id,
      },
    );
  };
  const delegation: Delegation = { desk, agent, switchTo, openChild, modelsOf };
  const toolbox = createToolbox(
    (one) => [
      ...world.toolsetsOf(one, desk.record()),
      ...managedToolsets(delegation, one, { isSkill: options.isSkill ?? false }),
    ],
    (message) => raiseNotice(desk, "warning", "tools_missing", message),
  );

  function newTurn(text: string, inputClass: string, origin: Turn["origin"], signal: AbortSignal): Turn {
    return {
      desk,
      id: `turn_${++turns}`,
      signal,
      inputClass,
      userMessage: text,
      origin,
      isPinned: options.isPinned ?? false,
      toolbox,
      grants,
      queues,
      detector: createLoopDetector(),
      agent,
      modelsOf,
      switchTo,
      safetyPolicy: options.safetyPolicy ?? null,
      begin,
      progress: {
        iteration: 0,
        isOver: false,
        maxIterations: options.maxIterations ?? agent().maxIterations,
        steps: 0,
        messages: 0,
        gate: freshStopGate,
        answer: "",
        lastUserMessage: text,
        hasGivenUpCompacting: false,
        overflowRecoveries: 0,
        wasRejected: false,
      },
    };
  }

  /** Does what nothing else may be done beside. It is known to be under way before its first event is. */
  async function alone<T>(otherwise: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (current !== null || stopping !== null) throw new Error(otherwise);
    const controller = new AbortController();
    const done = Promise.resolve()
      .then(() => work(controller.signal))
      .finally(() => {
        current = null;
      });
    current = { controller, done };
    return done;
  }

  async function run(
    text: string,
    inputClass: string,
    origin: Turn["origin"],
    outer?: AbortSignal,
  ): Promise<TurnOutcome> {
    const outcome = await alone("A session runs one turn at a time.", (own) => {
      const turn = newTurn(text, inputClass, origin, outer ? AbortSignal.any([own, outer]) : own);
      progress = turn.progress;
      desk.enterTurn(turn.id);
      return runTurn(turn).finally(() => {
        progress = null;
        desk.enterTurn(null);
      });
    });
    if (origin === "user" && stopping === null) {
      afterwards = afterwards.then(awaitNextMessage);
      await afterwards;
    }
    return outcome;
  }

  async function awaitNextMessage(): Promise<void> {
    await desk.hooks.fire("session.awaiting_input", { waiting_for: "next_message" });
    desk.tell({ kind: "awaiting_input", waiting_for: "next_message" });
  }

  async function begin(source: "startup" | "resume" | "clear" | "compact"): Promise<string | null> {
    const model = modelsOf(agent())[0] ?? "";
    const verdict = await desk.hooks.fire("session.start", { source, model, args: { ...options.args } });
    desk.contexts.forSession(verdict);
    desk.tell({ kind: "session_started", source, session: desk.record() });
    return verdict.problems.find(({ code }) => code === "HOOK_REQUIRED_FAILED")?.what ?? null;
  }

  async function stop(reason: string, force: boolean): Promise<StopResult> {
    current?.controller.abort();
    await Promise.allSettled([current?.done, afterwards]);
    if (!force) {
      const verdict = await desk.hooks.fire("session.pre_stop", {});
      if (verdict.decision === "deny") {
        const why = verdict.reason ?? "A hook on session.pre_stop refused and gave no reason.";
        await raiseNotice(desk, "warning", "stop_refused", why);
        return { isStopped: false, reason: why };
      }
      const { session_name, session_type, agent_name, workspace_id, workspace } = verdict.payload;
      const { name, type, agent, ...kept } = desk.record();
      await keep(() =>
        desk.change({
          name: session_name ?? name,
          type: session_type || type,
          // With an agent that nobody knows it could never be taken up again.
          agent: agent_name && world.team.agents.has(agent_name) ? agent_name : agent,
          workspace_id: workspace_id || kept.workspace_id,
          workspace: workspace || kept.workspace,
          state: "stopping",
        }),
      );
    } else await keep(() => desk.change({ state: "stopping" }));
    await toolbox.close();
    await endConversation(reason);
    await keep(() => desk.write({ type: "session_stopped", content: { reason } }));
    await keep(() => desk.change({ state: "stopped", stop_reason: reason }));
    await keep(() => world.store.release(desk.record().id));
    runningHere(world.store).delete(desk.record().id);
    await desk.hooks.fire("session.post_stop", {});
    desk.tell({ kind: "session_ended", reason, session: desk.record() });
    return { isStopped: true };
  }

  async function clear(): Promise<void> {
    await endConversation("clear");
    began = { at: world.now().getTime(), steps: desk.record().totals.steps };
    desk.contexts.clear();
    try {
      await desk.write({ type: "system", content: { kind: "cleared" } });
    } catch (error) {
      // It was not cleared after all, so the conversation that hooks took for ended goes on.
      await begin("resume");
      throw error;
    }
    await begin("clear");
  }

  const keep = (work: () => Promise<unknown>): Promise<void> => despiteStore(desk, work);

  async function endConversation(reason: string): Promise<void> {
    await desk.hooks.fire("session.end", {
      reason,
      duration_seconds: (world.now().getTime() - began.at) / 1000,
      total_steps: desk.record().totals.steps - began.steps,
    });
  }

  return {
    record: desk.record,
    begin,
    submit: (text, { inputClass = "user" } = {}) => run(text, inputClass, "user"),
    runTask: (text, signal) => run(text, "synthetic", "task", signal),
    steer: queues.steer,
    followUp: queues.followUp,
    waiting: queues.waiting,
    cancelTurn: () => current?.controller.abort(),
    isBusy: () => current !== null && !progress?.isOver,
    compact: (instructions = "") =>
      alone("A session is compacted between turns.", (signal) =>
        compactNow(newTurn("", "user", "user", signal), "manual", instructions),
      ),
    clear: () => alone("A session is cleared between turns.", clear),
    setYolo: (isOn) => {
      grants.isYolo = isOn;
    },
    stop: async (reason, { force = false } = {}) => {
      // Of several who wait while a hook refuses the first, one goes next; all at once would end the session twice.
      while (stopping !== null) {
        const earlier = await stopping;
        if (earlier.isStopped) return earlier;
      }
      stopping = stop(reason, force);
      const result = await stopping;
      if (!result.isStopped) stopping = null;
      return result;
    },
    watch: desk.watch,
  };
}
