import { z } from "zod";
import { type Tool, type Toolset, toolError, toolText } from "../../agent/tool.ts";
import { type Delegation, runTask, type TaskResult } from "./delegate.ts";
import { managed, readInput } from "./managed-tool.ts";

interface BackgroundTask {
  readonly id: string;
  readonly agent: string;
  readonly task: string;
  readonly controller: AbortController;
  readonly done: Promise<TaskResult>;
  result: TaskResult | null;
}

const mostAtOnce = 8;
const start = z.object({
  agent: z.string().describe("The agent that does the task."),
  task: z.string().describe("The task, with everything the agent needs to know."),
  expected_output: z.string().optional().describe("What it should answer in the end."),
});
const one = z.object({ id: z.string().describe("The task, as run_background_agent named it.") });
const nothing = z.object({});

/** Sub-agents that work while their caller goes on. Nobody can be asked for them: what needs approval is refused. */
export function backgroundAgents(
  delegation: Delegation,
  subAgents: readonly string[],
  only: readonly string[] | null = null,
): Toolset {
  const tasks = new Map<string, BackgroundTask>();
  const running = () => [...tasks.values()].filter(({ result }) => result === null);

  const run: Tool = {
    ...managed("run_background_agent", `Start a task that runs beside you. Agents: ${subAgents.join(", ")}.`, start),
    title: ({ agent }) => `Start ${String(agent)} in the background`,
    call: async (given) => {
      const { agent, task, expected_output } = readInput(start, given);
      if (!subAgents.includes(agent)) {
        return toolError(`"${agent}" is not one of your sub-agents. They are: ${subAgents.join(", ")}.`);
      }
      if (running().length >= mostAtOnce)
        return toolError(`${mostAtOnce} tasks run already. Wait for one or stop one.`);
      const id = `bg_${tasks.size + 1}`;
      const controller = new AbortController();
      const done = runTask(delegation, {
        agent,
        task,
        expectedOutput: expected_output ?? "",
        kind: "background",
        signal: controller.signal,
      });
      const entry: BackgroundTask = { id, agent, task, controller, done, result: null };
      tasks.set(id, entry);
      done.then(
        (result) => {
          entry.result = result;
        },
        (error: unknown) => {
          entry.result = { sessionId: null, response: "", error: String(error) };
        },
      );
      return toolText(`Started ${id}. Look at it with view_background_agent.`);
    },
  };
  const list: Tool = {
    ...managed("list_background_agents", "List the tasks that run or ran beside you.", nothing),
    isPolling: true,
    call: async () => {
      const lines = [...tasks.values()].map(
        ({ id, agent, task, result }) => `${id} ${agent} ${stateOf(result)}: ${task.split("\n")[0]}`,
      );
      return toolText(lines.length === 0 ? "There are none." : lines.join("\n"));
    },
  };
  const view: Tool = {
    ...managed("view_background_agent", "Look at a task that runs or ran beside you.", one),
    isPolling: true,
    call: async (given) => {
      const task = tasks.get(readInput(one, given).id);
      if (!task) return toolError(`There is no such task. There are: ${[...tasks.keys()].join(", ") || "none"}.`);
      const { result } = task;
      if (result === null) return toolText(`${task.id} is still running.`);
      return result.error === null
        ? toolText(result.response)
        : toolError(`${task.id} did not finish: ${result.error}`);
    },
  };
  const stop: Tool = {
    ...managed("stop_background_agent", "Stop a task that runs beside you.", one),
    call: async (given) => {
      const task = tasks.get(readInput(one, given).id);
      if (!task) return toolError(`There is no such task. There are: ${[...tasks.keys()].join(", ") || "none"}.`);
      task.controller.abort();
      await task.done.catch(() => undefined);
      return toolText(`${task.id} has ended.`);
    },
  };

  return {
    open: async () => [run, list, view, stop].filter(({ name }) => only === null || only.includes(name)),
    close: async () => {
      for (const { controller } of running()) controller.abort();
      await Promise.allSettled([...tasks.values()].map(({ done }) => done));
    },
  };
}

function stateOf(result: TaskResult | null): string {
  if (result === null) return "is running";
  return result.error === null ? "is done" : "did not finish";
}
