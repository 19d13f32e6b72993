import type { McpToolsetSpec } from "../../agent/agent-definition.ts";
import { openFileReader } from "../file-reader.ts";
import type { LoadRequest } from "../load-request.ts";
import type { Claim } from "../trust/claim.ts";
import { sha256Of } from "../trust/covered-file.ts";
import type { AgentFile } from "./agent-file.ts";
import { type FoundSkill, findSkills } from "./find-agent-skills.ts";
import {
  type FoundAgent,
  findAgents,
  isMarkdown,
  readAgentFile,
  readFoundAgent,
  readWorkspaceFiles,
} from "./find-agents.ts";
import { serverClaim } from "./server-claim.ts";

/** Lists what the agents' files of a workspace ask for, besides hooks, that needs somebody's word. */
export function claimsOf(request: LoadRequest): readonly Claim[] {
  const reader = openFileReader({ signed: false });
  const found = [...findAgents(reader, request).values()].filter(({ fromWorkspace }) => fromWorkspace);
  const own = readWorkspaceFiles(reader, request);
  const named = (request.agentFiles ?? []).filter((path) => !own.some(({ file }) => file === path));
  const files = [
    ...own,
    ...[...new Set(named)].flatMap((path) => readAgentFile(reader, path, request) ?? []),
    ...found.map((agent) => readFoundAgent(agent, request)),
  ].filter(({ fromWorkspace }) => fromWorkspace);
  return [
    ...files.flatMap(serverClaims),
    ...files.flatMap((file) => allowClaim(file) ?? []),
    ...found.flatMap((agent) => agentClaim(agent) ?? []),
    ...[...findSkills(request).byName.values()].flatMap((skill) => skillClaim(skill) ?? []),
  ];
}

/** Several agents that have the same server ask for one thing. */
function serverClaims({ agents }: AgentFile): Claim[] {
  const specs = agents.flatMap(({ toolsets }) => toolsets.filter((one): one is McpToolsetSpec => one.type === "mcp"));
  const claims = specs.map((spec) => serverClaim(spec));
  return [...new Map(claims.map((claim) => [JSON.stringify({ ...claim, line: null }), claim])).values()];
}

/** Rules that approve calls without asking; null when a file has none. */
export function allowClaim({ file, permissions }: AgentFile): Claim | null {
  const rules = permissions?.rules.allow.map(({ text }) => text) ?? [];
  if (rules.length === 0) return null;
  return {
    name: "permissions",
    kind: "permissions",
    dialect: dialectOf(file),
    file,
    line: permissions?.line ?? null,
    what: `Approves calls of tools without asking you: ${rules.map((rule) => JSON.stringify(rule)).join(", ")}.`,
    says: { allow: rules },
    executor: null,
  };
}

/** A workspace's agent with the name of one of the user's; null when there is none. */
export function agentClaim({ name, file, text, over }: FoundAgent): Claim | null {
  if (over === null) return null;
  const what = `Takes the place of your own agent ${JSON.stringify(name)} (${over.file}).`;
  const says = { sha256: sha256Of(text), text };
  return { name: `agent:${name}`, kind: "agent", dialect: "agh", file, line: 1, what, says, executor: null };
}

/** A workspace's skill with the name of one of the user's; null when there is none. */
export function skillClaim({ skill, text, over }: FoundSkill): Claim | null {
  if (over === null) return null;
  const { name, file } = skill;
  const what = `Takes the place of your own skill ${JSON.stringify(name)} (${over.skill.file}).`;
  const says = { sha256: sha256Of(text), text };
  return { name: `skill:${name}`, kind: "skill", dialect: "agh", file, line: 1, what, says, executor: null };
}

function dialectOf(file: string): string {
  return isMarkdown(file) ? "agh" : "docker-agent";
}
