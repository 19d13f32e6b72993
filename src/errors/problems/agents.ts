import { error, warning } from "../entry.ts";

const meant = (suggestion: string | null, otherwise: string): string =>
  suggestion === null ? otherwise : `Did you mean ${JSON.stringify(suggestion)}?`;

/** Problems of agents' files. */
export const agentsProblems = {
  AGENT_FILE_NOT_FOUND: error(() => ({
    what: `There is no such agent file.`,
    fix: `Correct the path; it is relative to the current directory.`,
  })),
  AGENT_FILE_SYNTAX: error((p: { format: string; why: string }) => ({
    what: `This is not valid ${p.format}: ${p.why}.`,
    fix: `Correct the line. None of the agents in this file can run until then.`,
  })),
  AGENT_FILE_EMPTY: error(() => ({
    what: `This file defines no agent.`,
    fix: `Define one under "agents:", with a name of your choice and below it "instruction:".`,
  })),
  AGENT_FRONTMATTER_MISSING: error(() => ({
    what: `This file has no frontmatter, so it defines no agent.`,
    fix: `Begin it with a line "---", then the keys, such as "description:", then another line "---"; the instruction follows.`,
  })),
  AGENT_KEY_UNKNOWN: warning((p: { key: string; suggestion: string | null; allowed: string }) => ({
    what: `Nothing reads ${p.key}.`,
    fix: meant(p.suggestion, `Remove it. Keys here are: ${p.allowed}.`),
  })),
  AGENT_KEY_IDLE: warning((p: { key: string; instead: string }) => ({
    what: `${p.key} has no effect here; other programs read it.`,
    fix: p.instead,
  })),
  AGENT_KEY_MISPLACED: warning((p: { key: string; belongs: string }) => ({
    what: `${p.key} has no effect at this place.`,
    fix: `Move it to ${p.belongs}.`,
  })),
  AGENT_NAME_UNUSABLE: error((p: { name: string }) => ({
    what: `An agent cannot be called ${JSON.stringify(p.name)}.`,
    fix: `Give it a name of 1 to 64 characters, on one line.`,
  })),
  AGENT_DEFINED_TWICE: error((p: { agent: string; other: string }) => ({
    what: `The agent ${JSON.stringify(p.agent)} is defined here and in ${p.other}.`,
    fix: `Rename one of them, or name only one of the files.`,
  })),
  AGENT_NOT_DEFINED: error((p: { agent: string; by: string; suggestion: string | null; known: string }) => ({
    what: `There is no agent ${JSON.stringify(p.agent)}, which ${p.by} names.`,
    fix: meant(p.suggestion, `Agents are: ${p.known}. An AGENT.md in a folder of that name counts as well.`),
  })),
  AGENT_NAMES_ITSELF: error((p: { key: string; agent: string }) => ({
    what: `${p.key} names the agent ${JSON.stringify(p.agent)} itself.`,
    fix: `Name another agent, or remove the entry.`,
  })),
  AGENT_HANDOFF_CIRCLE: error((p: { agents: string }) => ({
    what: `These agents hand over to each other whenever they are done, so no turn would ever end: ${p.agents}.`,
    fix: `Remove "force_handoff" from one of them.`,
  })),
  AGENT_MODEL_UNKNOWN: error((p: { key: string; model: string; suggestion: string | null }) => ({
    what: `${p.key} names the model ${JSON.stringify(p.model)}, which is neither defined under "models:" nor written as provider/model.`,
    fix: meant(p.suggestion, `Write it as provider/model, such as "anthropic/claude-sonnet-4-5", or define it.`),
  })),
  AGENT_MODEL_ADDRESS: error((p: { key: string; variable: string }) => ({
    what: `${p.key} names the address of a server, which an agent's file cannot do here: your key and your code would go wherever a repository says.`,
    fix: `Remove it, and set the environment variable ${p.variable} to that address.`,
  })),
  AGENT_MODEL_OPEN: warning((p: { provider: string }) => ({
    what: `The provider ${JSON.stringify(p.provider)} is named without a model, so which model is asked is left to the command line.`,
    fix: `Add "model:", or write "model: provider/model".`,
  })),
  AGENT_TOOLSET_UNKNOWN: error((p: { key: string; type: string; suggestion: string | null; allowed: string }) => ({
    what: `${p.key}: there is no toolset of the type ${JSON.stringify(p.type)}.`,
    fix: meant(p.suggestion, `Types are: ${p.allowed}.`),
  })),
  AGENT_TOOLSET_NOT_AVAILABLE: warning((p: { key: string; type: string; allowed: string }) => ({
    what: `${p.key}: toolsets of the type ${JSON.stringify(p.type)} are docker-agent's and are not available here; the agent works without it.`,
    fix: `Remove it, or use an MCP server that offers such tools. Types here are: ${p.allowed}.`,
  })),
  AGENT_TOOL_UNKNOWN: warning((p: { key: string; tool: string; suggestion: string | null; allowed: string }) => ({
    what: `${p.key}: there is no tool ${JSON.stringify(p.tool)}; the agent works without it.`,
    fix: meant(p.suggestion, `Tools are: ${p.allowed}.`),
  })),
  AGENT_SERVER_UNCLEAR: error((p: { key: string; given: string }) => ({
    what: `${p.key} must say with "command" what to start, or with "remote" where the server is, but says ${p.given}.`,
    fix: `Write exactly one of them.`,
  })),
  AGENT_SERVER_NOT_AVAILABLE: warning((p: { key: string; ref: string }) => ({
    what: `${p.key}: the catalog entry ${JSON.stringify(p.ref)} cannot be started here; the agent works without it.`,
    fix: `Write what to start under "command" and "args", or define a server of that name under "mcps:".`,
  })),
  AGENT_SERVER_ADDRESS_INVALID: error((p: { key: string }) => ({
    what: `${p.key} is not an address that begins with http:// or https://.`,
    fix: `Correct it. A variable that it takes from the environment may not be set.`,
  })),
  AGENT_SERVER_NAMED_TWICE: error((p: { key: string; name: string }) => ({
    what: `${p.key}: another MCP server of this agent is called ${JSON.stringify(p.name)} as well.`,
    fix: `Give each of them a name of its own.`,
  })),
  AGENT_SECRET_KEPT_BACK: warning((p: { key: string; variable: string }) => ({
    what: `${p.key} asks for the environment variable ${p.variable}, which looks like a secret. A repository's file is not given it for a text that goes to a model.`,
    fix: `Remove it from the text. Where a server needs it, write it in that server's "env" or "headers".`,
  })),
  AGENT_ALLOW_NOT_TRUSTED: warning((p: { rules: string; why: string }) => ({
    what: `The rules that would approve calls without asking you (${p.rules}) come from this workspace and do not count: ${p.why}.`,
    fix: `Look at them and trust them with "hookline trust". Until then you are asked.`,
  })),
  AGENT_NOT_TRUSTED: warning((p: { agent: string; yours: string; why: string }) => ({
    what: `This workspace's agent ${JSON.stringify(p.agent)} would take the place of your own in ${p.yours}. Yours is used: ${p.why}.`,
    fix: `Look at it and trust it with "hookline trust", or rename one of them.`,
  })),
  AGENT_HOOKS_NOT_READ: warning(() => ({
    what: `The hooks in this file do not run: an AGENT.md brings its hooks along only from an "agents" folder.`,
    fix: `Move it to .hookline/agents/<name>/AGENT.md, or remove the hooks.`,
  })),
  AGENT_SKILL_UNREADABLE: warning((p: { why: string }) => ({
    what: `This skill cannot be used: ${p.why}.`,
    fix: `Begin the file with a line "---", then "name:" and "description:", then another line "---".`,
  })),
  AGENT_SKILL_UNKNOWN: warning((p: { key: string; skill: string; suggestion: string | null }) => ({
    what: `${p.key}: there is no skill ${JSON.stringify(p.skill)}.`,
    fix: meant(p.suggestion, `Put it into .hookline/skills/<name>/SKILL.md, or remove the name.`),
  })),
  AGENT_SKILL_NOT_TRUSTED: warning((p: { skill: string; yours: string; why: string }) => ({
    what: `This workspace's skill ${JSON.stringify(p.skill)} would take the place of your own in ${p.yours}. Yours is used: ${p.why}.`,
    fix: `Look at it and trust it with "hookline trust", or rename one of them.`,
  })),
} as const;
