import { z } from "zod";
import { type Tool, toolError, toolText } from "../../agent/tool.ts";
import { type Delegation, runTask } from "./delegate.ts";
import { managed, readInput } from "./managed-tool.ts";

const input = z.object({
  agent: z.string().describe("The agent that does the task."),
  task: z.string().describe("The task, with everything the agent needs to know."),
  expected_output: z.string().optional().describe("What it should answer in the end."),
});

/** Gives a task to a sub-agent and waits for its answer. */
export function transferTask(delegation: Delegation, subAgents: readonly string[]): Tool {
  return {
    ...managed(
      "transfer_task",
      `Give a task to another agent and get its answer. Agents: ${subAgents.join(", ")}.`,
      input,
    ),
    title: ({ agent }) => `Give a task to ${String(agent)}`,
    call: async (given, { signal }) => {
      const { agent, task, expected_output } = readInput(input, given);
      if (!subAgents.includes(agent)) {
        return toolError(`"${agent}" is not one of your sub-agents. They are: ${subAgents.join(", ")}.`);
      }
      const expectedOutput = expected_output ?? "";
      const { response, error } = await runTask(delegation, {
        agent,
        task,
        expectedOutput,
        kind: "transfer_task",
        signal,
      });
      if (error === null) return toolText(response);
      return toolError([`${agent} did not finish: ${error}`, response].filter((text) => text !== "").join("\n\n"));
    },
  };
}
