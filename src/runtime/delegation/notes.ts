import type { AgentDefinition, Skill, Team } from "../../agent/agent-definition.ts";

/** What an agent is told of the others and of its skills, beside its own instruction. */
export function managedNotes(team: Team, agent: AgentDefinition): string[] {
  const described = (name: string) => `- ${name}: ${team.agents.get(name)?.description || "no description"}`;
  const skills = skillsOf(team, agent);
  return [
    ...(agent.subAgents.length === 0
      ? []
      : [
          `You can give a task to one of these agents with transfer_task:\n${agent.subAgents.map(described).join("\n")}`,
        ]),
    ...(agent.handoffs.length === 0
      ? []
      : [
          `You can hand the conversation over to one of these agents with handoff:\n${agent.handoffs.map(described).join("\n")}`,
        ]),
    ...(skills.length === 0
      ? []
      : [
          `These skills are there; use one with run_skill when it fits the task:\n${skills.map(({ name, description }) => `- ${name}: ${description}`).join("\n")}`,
        ]),
  ];
}

/** The skills that an agent may use. */
export function skillsOf(team: Team, { skills }: AgentDefinition): readonly Skill[] {
  if (skills === false) return [];
  return skills === true ? team.skills : team.skills.filter(({ name }) => skills.includes(name));
}
