import type { AgentDefinition, Skill, Team } from "../../agent/agent-definition.ts";
import { type Finding, finding } from "../../errors/problem.ts";
import { closest } from "../../lib/closest.ts";
import { openFileReader } from "../file-reader.ts";
import type { LoadRequest } from "../load-request.ts";
import type { Claim } from "../trust/claim.ts";
import { openClaims } from "../trust/decide-claims.ts";
import type { AgentFile } from "./agent-file.ts";
import { agentClaim, allowClaim, claimsOf, skillClaim } from "./claims-of.ts";
import { defaultAgent, defaultAgentName } from "./default-agent.ts";
import { findSkills } from "./find-agent-skills.ts";
import { findAgents, readAgentFile, readFoundAgent, readWorkspaceFiles } from "./find-agents.ts";
import { joinRules } from "./permissions.ts";
import { checkTeam, namedAgents } from "./team-checks.ts";

/** Which agents to read. Everything else is what hooks are loaded with, so that trust means the same for both. */
export interface TeamRequest extends Omit<LoadRequest, "agentFiles"> {
  /** Absolute paths named on the command line: docker-agent's YAML, or an AGENT.md. */
  readonly files: readonly string[];
  /** The agent to begin with; null leaves it to the files. */
  readonly agent: string | null;
}

/** Reads the agents that work together. Never throws for what files say: whatever is wrong is among the findings. */
export function loadTeam({ files: paths, agent: wanted, ...rest }: TeamRequest): Team {
  const request: LoadRequest = { ...rest, agentFiles: paths };
  const reader = openFileReader({ signed: false });
  const findings: Finding[] = [];
  const agents = new Map<string, AgentDefinition>();
  const files = new Map<string, AgentFile>();
  // Of these most have no part in the team; one that cannot be read is reported with the hooks.
  const found = findAgents(openFileReader({ signed: false }), request);
  const refusalOf = openRefusals(request);

  for (const file of readNamed()) add(file);
  const root = chooseRoot();
  // Agents that are added on the way name further ones; a map goes on with those that come while it is walked.
  for (const agent of agents.values()) bringNamed(agent);
  const lineOf = ({ name, origin }: AgentDefinition, key: string) =>
    files.get(origin.file ?? "")?.lineOf(name, key) ?? origin.line;
  const permissions = joinRules([...files.values()].flatMap(rulesOf));
  const skills = [...agents.values()].some((agent) => agent.skills !== false) ? loadSkills() : [];
  findings.push(...checkTeam(agents, lineOf), ...reader.findings);
  return { agents, root, permissions, skills, findings };

  function readNamed(): readonly AgentFile[] {
    if (paths.length === 0) return readWorkspaceFiles(reader, request);
    return [...new Set(paths)].flatMap((path) => {
      const before = reader.findings.length;
      const file = readAgentFile(reader, path, request);
      const isMissing = file === null && reader.findings.length === before;
      if (isMissing) findings.push(finding("AGENT_FILE_NOT_FOUND", { file: path, line: null }, {}));
      else if (file?.agents.length === 0 && !file.findings.some(({ severity }) => severity === "error"))
        findings.push(finding("AGENT_FILE_EMPTY", { file: path, line: 1 }, {}));
      return file ?? [];
    });
  }

  function add(file: AgentFile): void {
    files.set(file.file, file);
    findings.push(...file.findings);
    for (const agent of file.agents) {
      const other = agents.get(agent.name);
      if (other === undefined) agents.set(agent.name, agent);
      else {
        const params = { agent: agent.name, other: other.origin.file ?? "Hookline itself" };
        findings.push(finding("AGENT_DEFINED_TWICE", agent.origin, params));
      }
    }
  }

  /** As docker-agent does: an agent called `root`, else the first one. */
  function chooseRoot(): string {
    const [first] = agents.keys();
    if (wanted !== null) {
      const isThere = agents.has(wanted) || bring(wanted);
      if (agents.has(wanted)) return wanted;
      if (!isThere && (wanted !== defaultAgentName || paths.length > 0))
        tellUnknown(wanted, "--agent", { file: null, line: null });
    }
    if (first !== undefined && wanted !== defaultAgentName) return agents.has("root") ? "root" : first;
    agents.set(defaultAgentName, agents.get(defaultAgentName) ?? defaultAgent);
    return defaultAgentName;
  }

  /** Takes up the AGENT.md of this name, which may be broken; false when there is none. */
  function bring(name: string): boolean {
    const agent = found.get(name);
    if (agent === undefined) return false;
    const refusal = refusalOf(agentClaim(agent));
    if (refusal === null || agent.over === null) add(readFoundAgent(agent, request));
    else {
      const params = { agent: name, yours: agent.over.file, why: refusal };
      findings.push(finding("AGENT_NOT_TRUSTED", { file: agent.file, line: 1 }, params));
      add(readFoundAgent(agent.over, request));
    }
    return true;
  }

  function bringNamed(agent: AgentDefinition): void {
    for (const { key, name } of namedAgents(agent)) {
      if (agents.has(name) || bring(name)) continue;
      const { file, line } = agent.origin;
      const place = { file, line: files.get(file ?? "")?.lineOf(agent.name, key) ?? line };
      tellUnknown(name, `${key} of ${JSON.stringify(agent.name)}`, place);
    }
  }

  function tellUnknown(agent: string, by: string, place: Pick<Finding, "file" | "line">): void {
    const own = agents.size === 0 && paths.length === 0 ? [defaultAgentName] : [];
    const known = [...new Set([...agents.keys(), ...found.keys(), ...own])];
    const params = { agent, by, suggestion: closest(agent, known), known: known.join(", ") || "none" };
    findings.push(finding("AGENT_NOT_DEFINED", place, params));
  }

  /** What a repository forbids counts at once; what it approves counts when somebody has trusted that. */
  function rulesOf(file: AgentFile) {
    if (file.permissions === null) return [];
    const { rules, line } = file.permissions;
    const refusal = file.fromWorkspace ? refusalOf(allowClaim(file)) : null;
    if (refusal === null) return [rules];
    const shown = rules.allow.map(({ text }) => JSON.stringify(text)).join(", ");
    findings.push(finding("AGENT_ALLOW_NOT_TRUSTED", { file: file.file, line }, { rules: shown, why: refusal }));
    return [{ ...rules, allow: [] }];
  }

  function loadSkills(): readonly Skill[] {
    const { byName, findings: problems } = findSkills(request);
    findings.push(...problems);
    tellUnknownSkills(new Set(byName.keys()));
    return [...byName.values()].map((one) => {
      const { skill, over } = one;
      const refusal = refusalOf(skillClaim(one));
      if (refusal === null || over === null) return skill;
      const params = { skill: skill.name, yours: over.skill.file, why: refusal };
      findings.push(finding("AGENT_SKILL_NOT_TRUSTED", { file: skill.file, line: 1 }, params));
      return over.skill;
    });
  }

  function tellUnknownSkills(known: ReadonlySet<string>): void {
    for (const agent of agents.values()) {
      const names = typeof agent.skills === "boolean" ? [] : agent.skills;
      for (const skill of names.filter((name) => !known.has(name))) {
        const place = { file: agent.origin.file, line: lineOf(agent, "skills") };
        const params = { key: `skills of ${JSON.stringify(agent.name)}`, skill, suggestion: closest(skill, known) };
        findings.push(finding("AGENT_SKILL_UNKNOWN", place, params));
      }
    }
  }
}

/** Says why a claim does not count, null when it does. What was trusted is looked up when the first claim is there. */
function openRefusals(request: LoadRequest): (claim: Claim | null) => string | null {
  let opened: ReturnType<typeof openClaims> | null = null;
  return (claim) => {
    if (claim === null) return null;
    opened ??= openClaims(request, () => claimsOf(request));
    return opened.decide === null ? null : opened.decide(claim).refusal;
  };
}
