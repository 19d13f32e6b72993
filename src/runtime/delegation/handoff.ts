import { z } from "zod";
import { type Tool, toolError, toolText } from "../../agent/tool.ts";
import type { Delegation } from "./delegate.ts";
import { managed, readInput } from "./managed-tool.ts";

const input = z.object({ agent: z.string().describe("The agent that takes over.") });

/** Hands the conversation over: from the next model call on, the other agent answers. */
export function handoff({ switchTo }: Delegation, agents: readonly string[]): Tool {
  return {
    ...managed("handoff", `Hand the whole conversation over to another agent. Agents: ${agents.join(", ")}.`, input),
    title: ({ agent }) => `Hand over to ${String(agent)}`,
    call: async (given) => {
      const { agent } = readInput(input, given);
      if (!agents.includes(agent))
        return toolError(`You cannot hand over to "${agent}". You can to: ${agents.join(", ")}.`);
      await switchTo(agent, "handoff");
      return toolText(`The conversation is with ${agent} now.`);
    },
  };
}
