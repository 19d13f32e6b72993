import type { AgentDefinition } from "../../agent/agent-definition.ts";
import { type Finding, finding } from "../../errors/problem.ts";

/** Other agents that an agent names, and under which key. */
export function namedAgents(agent: AgentDefinition): readonly { readonly key: string; readonly name: string }[] {
  const { subAgents, handoffs, forceHandoff } = agent;
  return [
    ...subAgents.map((name) => ({ key: "sub_agents", name })),
    ...handoffs.map((name) => ({ key: "handoffs", name })),
    ...(forceHandoff === null ? [] : [{ key: "force_handoff", name: forceHandoff }]),
  ];
}

export type LineOf = (agent: AgentDefinition, key: string) => number | null;

/** Finds agents that name themselves, and circles in which no turn would ever end. */
export function checkTeam(agents: ReadonlyMap<string, AgentDefinition>, lineOf: LineOf): Finding[] {
  return [...agents.values()].flatMap((agent) => [...selfNames(agent, lineOf), ...circleFrom(agent, agents, lineOf)]);
}

function selfNames(agent: AgentDefinition, lineOf: LineOf): Finding[] {
  return namedAgents(agent)
    .filter(({ name }) => name === agent.name)
    .map(({ key }) => {
      const place = { file: agent.origin.file, line: lineOf(agent, key) };
      return finding("AGENT_NAMES_ITSELF", place, { key, agent: agent.name });
    });
}

/** The circle that begins with this agent, told once: by the first of its agents in the order of their names. */
function circleFrom(agent: AgentDefinition, agents: ReadonlyMap<string, AgentDefinition>, lineOf: LineOf): Finding[] {
  const way = [agent.name];
  let next = agent.forceHandoff;
  while (next !== null && !way.includes(next)) {
    way.push(next);
    next = agents.get(next)?.forceHandoff ?? null;
  }
  const isTold = next === agent.name && way.length > 1 && way.every((name) => agent.name <= name);
  if (!isTold) return [];
  const place = { file: agent.origin.file, line: lineOf(agent, "force_handoff") };
  return [finding("AGENT_HANDOFF_CIRCLE", place, { agents: [...way, agent.name].join(" → ") })];
}
