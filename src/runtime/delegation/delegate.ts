import type { AgentDefinition } from "../../agent/agent-definition.ts";
import type { SessionRecord } from "../../agent/session.ts";
import type { AgentSession, TurnOutcome } from "../agent-session.ts";
import { despiteStore, raiseNotice } from "../loop/fan-out.ts";
import type { Desk } from "../session/desk.ts";

/** A task that an agent gives to another one, or to itself in a conversation of its own. */
export interface Task {
  readonly agent: string;
  readonly task: string;
  readonly expectedOutput: string;
  /** `transfer_task` makes the other agent the one that works now; the others leave the caller in charge. */
  readonly kind: "transfer_task" | "background" | "skill";
  readonly signal: AbortSignal;
}

export interface TaskResult {
  readonly sessionId: string | null;
  readonly response: string;
  readonly error: string | null;
}

/** What the tools of delegation need of the session they belong to. */
export interface Delegation {
  readonly desk: Desk;
  readonly agent: () => AgentDefinition;
  readonly switchTo: (agent: string, how: "handoff" | "force_handoff") => Promise<void>;
  /** Makes a session for a task; it inherits what the user has approved. */
  readonly openChild: (task: Task) => Promise<AgentSession & { readonly runTask: RunTask }>;
  readonly modelsOf: (agent: AgentDefinition) => readonly string[];
}

export type RunTask = (text: string, signal: AbortSignal) => Promise<TurnOutcome>;

/** Lets a sub-agent do a task from beginning to end. What goes wrong is told in the result. */
export async function runTask(delegation: Delegation, task: Task): Promise<TaskResult> {
  const { desk } = delegation;
  const caller = delegation.agent();
  const about = {
    parent_session_id: desk.record().id,
    subagent_name: task.agent,
    subagent_type: task.kind,
    task_description: task.task,
  };
  const started = await desk.hooks.fire("subagent.start", about, { signal: task.signal });
  if (started.decision === "deny") {
    return { sessionId: null, response: "", error: started.reason ?? "A hook did not let the sub-agent start." };
  }
  const isTransfer = task.kind === "transfer_task";
  if (isTransfer) await tellSwitch(delegation, caller.name, task.agent, "transfer_task", [caller.name]);
  const result = await inOwnSession(
    delegation,
    task,
    started.contexts.map(({ text }) => text),
  );
  await desk.hooks.fire("subagent.stop", {
    ...about,
    ...(result.sessionId !== null && { session_id: result.sessionId }),
    response: result.response,
    ...(result.error !== null && { error: result.error }),
  });
  desk.tell({
    kind: "subagent_stopped",
    child_session_id: result.sessionId ?? "",
    agent: task.agent,
    response: result.response,
    error: result.error,
  });
  if (isTransfer) {
    await tellSwitch(delegation, task.agent, caller.name, "transfer_task_return", [task.agent, caller.name]);
  }
  return result;
}

async function inOwnSession(delegation: Delegation, task: Task, contexts: readonly string[]): Promise<TaskResult> {
  const { desk } = delegation;
  let child: Awaited<ReturnType<Delegation["openChild"]>>;
  try {
    child = await delegation.openChild(task);
  } catch (error) {
    return { sessionId: null, response: "", error: error instanceof Error ? error.message : String(error) };
  }
  const { id }: SessionRecord = child.record();
  const content = { kind: "subagent", session_id: id, agent: task.agent, task: task.task } as const;
  try {
    await despiteStore(desk, () => desk.write({ type: "system", content }));
    desk.tell({ kind: "subagent_started", child_session_id: id, agent: task.agent, task: task.task });
    const outcome = await child.runTask(taskText(task, contexts), task.signal);
    return { sessionId: id, response: outcome.answer, error: errorOf(outcome) };
  } finally {
    const stopped = await child.stop("other");
    if (!stopped.isStopped) {
      // Its work is done, and nobody is left who could go on with it.
      await raiseNotice(
        desk,
        "warning",
        "stop_refused",
        `${stopped.reason} The sub-agent's session ends all the same.`,
      );
      await child.stop("other", { force: true });
    }
  }
}

function errorOf({ reason, error }: TurnOutcome): string | null {
  if (reason === "normal" || reason === "hook_stopped") return null;
  return error ?? (reason === "canceled" ? "The task was canceled." : `The task ended early (${reason}).`);
}

function taskText({ task, expectedOutput }: Task, contexts: readonly string[]): string {
  const expected = expectedOutput.trim() === "" ? [] : [`What is expected of you in the end:\n${expectedOutput}`];
  return [task, ...expected, ...contexts].join("\n\n");
}

/** Tells the hooks of each of `agents` that another agent works now. */
export async function tellSwitch(
  delegation: Pick<Delegation, "desk" | "modelsOf">,
  from: string,
  to: string,
  how: string,
  agents: readonly string[],
): Promise<void> {
  const { desk } = delegation;
  const left = desk.world.team.agents.get(from);
  desk.tell({ kind: "agent_switched", from, to, how });
  for (const agent of agents) {
    await desk.hooks.fire("agent.switched", {
      agent_name: agent,
      from_agent: from,
      to_agent: to,
      switch_kind: how,
      from_agent_models: left === undefined ? [] : delegation.modelsOf(left).map((model) => modelOf(desk, model)),
    });
  }
}

function modelOf(desk: Desk, spec: string) {
  const slash = spec.indexOf("/");
  const facts = desk.world.models.describe(spec);
  const baseUrl = "bad" in facts ? null : facts.baseUrl;
  return {
    provider: spec.slice(0, slash),
    model: spec.slice(slash + 1),
    ...(baseUrl !== null && { base_url: baseUrl }),
  };
}
