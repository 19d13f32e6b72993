import type { EventContract } from "../../catalog/contract.ts";
import type { Condition, Scope } from "../../engine/matcher.ts";
import type { Owner } from "./owner.ts";

/** Where hooks of an owner apply: to its agent, and to its workspace wherever a payload says which one it is about. */
export function scopeOf(contract: EventContract, { agent, workspace }: Owner): Scope {
  const has = (field: string) => contract.payloadFields.has(field);
  return {
    agentName: agent && !agent.isDefault ? agent.name : null,
    workspaceId: workspace && has("workspace_id") ? workspace.id : null,
    workspaceRoot: workspace && has("workspace") ? workspace.root : null,
  };
}

/** The first agent of a file is also meant by events that name no agent, which an exact scope could not say. */
export function agentCondition({ agent }: Owner): Condition[] {
  return agent?.isDefault ? [firstAgent(agent.name)] : [];
}

/** Holds for events that name this agent, or none. */
export function firstAgent(name: string): Condition {
  const test = (value: unknown) => value === name || value === undefined || value === null || value === "";
  return { key: "agent_name", path: "agent_name", pattern: name, literal: null, test };
}
