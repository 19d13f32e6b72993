import type { AgentDefinition } from "../../agent/agent-definition.ts";
import type { AgentSession, StopResult, TurnOutcome } from "../agent-session.ts";
import { type Delegation, type RunTask, type Task, tellSwitch } from "../delegation/delegate.ts";
import { managedToolsets } from "../delegation/managed-toolset.ts";
import { compactNow } from "../loop/compaction.ts";
import { raiseNotice } from "../loop/fan-out.ts";
import { createLoopDetector } from "../loop/loop-detector.ts";
import { createMessageQueues } from "../loop/queues.ts";
import { runTurn } from "../loop/run-turn.ts";
import { freshStopGate } from "../loop/stop-gate.ts";
import type { Turn } from "../loop/turn.ts";
import type { Desk } from "./desk.ts";
import { agentNamed, createSession, type SessionOptions } from "./open-session.ts";
import { createToolbox } from "./toolbox.ts";

/** A session that runs, with what only the runtime itself calls. */
export interface RunningSession extends AgentSession {
  /** Tells the hooks that the conversation begins. */
  readonly begin: (source: "startup" | "resume" | "clear" | "compact") => Promise<void>;
  /** Runs a turn that no user has asked for. */
  readonly runTask: RunTask;
}

const deepestDelegation = 5;

export function runSession(desk: Desk, options: SessionOptions): RunningSession {
  const { world } = desk;
  const { grants } = options;
  const startedAt = world.now().getTime();
  const queues = createMessageQueues();
  let turns = desk
    .entries()
    .reduce((most, { turn_id }) => Math.max(most, Number(turn_id?.slice(5) ?? 0)), desk.record().totals.turns);
  let current: {
    readonly turn: Turn;
    readonly controller: AbortController;
    readonly done: Promise<TurnOutcome>;
  } | null = null;
  let stopping: Promise<StopResult> | null = null;
  desk.setPermissionMode(grants.isYolo ? "bypassPermissions" : "default");

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
      { ...options, operator, listeners, depth, isSkill: task.kind === "skill" },
      {
        type: "spawned",
        name: task.task.split("\n")[0]?.slice(0, 80) ?? "",
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

  async function run(
    text: string,
    inputClass: string,
    origin: Turn["origin"],
    outer?: AbortSignal,
  ): Promise<TurnOutcome> {
    if (current !== null || stopping !== null) throw new Error("A session runs one turn at a time.");
    const controller = new AbortController();
    const signal = outer ? AbortSignal.any([controller.signal, outer]) : controller.signal;
    const turn = newTurn(text, inputClass, origin, signal);
    desk.enterTurn(turn.id);
    const done = runTurn(turn).finally(() => {
      current = null;
      desk.enterTurn(null);
    });
    current = { turn, controller, done };
    const outcome = await done;
    if (origin === "user" && stopping === null) {
      await desk.hooks.fire("session.awaiting_input", { waiting_for: "next_message" });
      desk.tell({ kind: "awaiting_input", waiting_for: "next_message" });
    }
    return outcome;
  }

  async function begin(source: "startup" | "resume" | "clear" | "compact"): Promise<void> {
    const model = modelsOf(agent())[0] ?? "";
    const verdict = await desk.hooks.fire("session.start", { source, model, args: { ...options.args } });
    desk.contexts.forSession(verdict);
    desk.tell({ kind: "session_started", source, session: desk.record() });
  }

  async function stop(reason: string, force: boolean): Promise<StopResult> {
    current?.controller.abort();
    await current?.done.catch(() => undefined);
    if (!force) {
      const verdict = await desk.hooks.fire("session.pre_stop", {});
      if (verdict.decision === "deny") {
        const why = verdict.reason ?? "A hook on session.pre_stop refused and gave no reason.";
        await raiseNotice(desk, "warning", "stop_refused", why);
        return { isStopped: false, reason: why };
      }
      const { session_name, session_type, agent_name, workspace_id } = verdict.payload;
      await desk.change({
        name: session_name ?? desk.record().name,
        type: session_type || desk.record().type,
        agent: agent_name || desk.record().agent,
        workspace_id: workspace_id || desk.record().workspace_id,
        state: "stopping",
      });
    } else await desk.change({ state: "stopping" });
    await toolbox.close();
    await endConversation(reason);
    await desk.write({ type: "session_stopped", content: { reason } });
    await desk.change({ state: "stopped", stop_reason: reason });
    await world.store.release(desk.record().id);
    await desk.hooks.fire("session.post_stop", {});
    desk.tell({ kind: "session_ended", reason, session: desk.record() });
    return { isStopped: true };
  }

  async function endConversation(reason: string): Promise<void> {
    await desk.hooks.fire("session.end", {
      reason,
      duration_seconds: (world.now().getTime() - startedAt) / 1000,
      total_steps: desk.record().totals.steps,
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
    isBusy: () => current !== null,
    compact: async (instructions = "") => {
      if (current !== null) throw new Error("A session is compacted between turns.");
      const controller = new AbortController();
      return compactNow(newTurn("", "user", "user", controller.signal), "manual", instructions);
    },
    clear: async () => {
      if (current !== null) throw new Error("A session is cleared between turns.");
      await endConversation("clear");
      desk.contexts.clearSession();
      await desk.write({ type: "system", content: { kind: "cleared" } });
      await begin("clear");
    },
    setYolo: (isOn) => {
      grants.isYolo = isOn;
      desk.setPermissionMode(isOn ? "bypassPermissions" : "default");
    },
    stop: async (reason, { force = false } = {}) => {
      if (stopping !== null) {
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
