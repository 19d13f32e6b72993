import type { AgentDefinition } from "../../agent/agent-definition.ts";
import type { Toolset } from "../../agent/tool.ts";
import { backgroundAgents } from "./background-agents.ts";
import type { Delegation } from "./delegate.ts";
import { handoff } from "./handoff.ts";
import { skillsOf } from "./notes.ts";
import { runSkill } from "./skills.ts";
import { transferTask } from "./transfer-task.ts";

/** The tools with which an agent delegates, as far as its definition gives it somebody to delegate to. */
export function managedToolsets(
  delegation: Delegation,
  agent: AgentDefinition,
  { isSkill }: { readonly isSkill: boolean },
): Toolset[] {
  const skills = skillsOf(delegation.desk.world.team, agent);
  const tools = [
    ...(agent.subAgents.length > 0 ? [transferTask(delegation, agent.subAgents)] : []),
    ...(agent.handoffs.length > 0 ? [handoff(delegation, agent.handoffs)] : []),
    // A skill that runs on its own must not start itself again.
    ...(skills.length > 0 && !isSkill ? [runSkill(delegation, skills)] : []),
  ];
  const background = agent.toolsets.find(({ type }) => type === "background_agents");
  return [
    { open: async () => tools, close: async () => undefined },
    ...(background && agent.subAgents.length > 0
      ? [backgroundAgents(delegation, agent.subAgents, background.only ?? null)]
      : []),
  ];
}
