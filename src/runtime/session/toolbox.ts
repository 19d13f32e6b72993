import type { AgentDefinition } from "../../agent/agent-definition.ts";
import type { Tool, Toolset } from "../../agent/tool.ts";

/** The tools of a session's agents, opened when an agent is first asked to work. */
export interface Toolbox {
  readonly toolsOf: (agent: AgentDefinition, signal: AbortSignal) => Promise<ReadonlyMap<string, Tool>>;
  readonly close: () => Promise<void>;
}

export function createToolbox(
  toolsetsOf: (agent: AgentDefinition) => readonly Toolset[],
  warn: (message: string) => Promise<void>,
): Toolbox {
  const opened = new Map<string, Promise<ReadonlyMap<string, Tool>>>();
  const toolsets: Toolset[] = [];

  async function open(agent: AgentDefinition, signal: AbortSignal): Promise<ReadonlyMap<string, Tool>> {
    const tools = new Map<string, Tool>();
    for (const toolset of toolsetsOf(agent)) {
      toolsets.push(toolset);
      try {
        for (const tool of await toolset.open(signal)) {
          if (!tools.has(tool.name)) tools.set(tool.name, tool);
          else await warn(`Agent "${agent.name}" has two tools called "${tool.name}"; the second one is left out.`);
        }
      } catch (error) {
        if (signal.aborted) throw error;
        // One broken server must not keep the agent from working with all its other tools, but it is never silent.
        await warn(`Some tools of agent "${agent.name}" are missing. ${messageOf(error)}`);
      }
    }
    return tools;
  }

  return {
    toolsOf: (agent, signal) => {
      const known = opened.get(agent.name);
      if (known) return known;
      const tools = open(agent, signal);
      opened.set(agent.name, tools);
      // Canceled while it opened: the next turn tries again.
      tools.catch(() => opened.delete(agent.name));
      return tools;
    },
    close: async () => {
      opened.clear();
      await Promise.allSettled(toolsets.splice(0).map((toolset) => toolset.close()));
    },
  };
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const fix = "fix" in error && typeof error.fix === "string" ? ` ${error.fix}` : "";
  return `${error.message}${fix}`;
}
