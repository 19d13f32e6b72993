import type { AgentDefinition } from "../../agent/agent-definition.ts";
import { type Finding, finding } from "../../errors/problem.ts";
import { parseYaml } from "../../lib/yaml-document.ts";
import { type AgentFile, type FileContext, unreadFile } from "./agent-file.ts";
import { hasUsableName } from "./agent-name.ts";
import { fillInText } from "./fill-in.ts";
import type { SharedServers } from "./mcp-server.ts";
import { chooseModels, type DefinedModels, readModels } from "./models.ts";
import { readPermissions } from "./permissions.ts";
import { readSkillChoice } from "./skill-choice.ts";
import { readToolsets } from "./toolsets.ts";
import { type KnownKeys, tellUnreadKeys, type Values, valuesOf } from "./values.ts";

/** `hooks` and `settings` are read with the hooks of the same file. */
const topKeys: KnownKeys = {
  read: ["version", "agents", "models", "mcps", "permissions", "metadata", "hooks", "settings"],
  idle: {
    providers: "Remove it; providers and their keys are set up in the environment.",
    rag: "Remove it; let the agent search files with its tools, or use an MCP server.",
    skills: `Remove it; skills lie in .hookline/skills. Switch them on with "skills: true" at an agent.`,
    runtime: "Remove it; the command line says how the agent runs.",
    audit: `Remove it; every run of a hook is recorded. "hookline runs" shows them.`,
  },
};

/** Keys that stand for hooks; they are read with the hooks of the same file. */
const hookKeys = ["hooks", "add_date", "add_environment_info", "add_prompt_files", "redact_secrets"];

const agentKeys: KnownKeys = {
  read: [
    "model",
    "fallback",
    "description",
    "instruction",
    "toolsets",
    "sub_agents",
    "handoffs",
    "force_handoff",
    "max_iterations",
    "skills",
    "context_limit",
    "permissions",
    ...hookKeys,
  ],
  idle: {
    welcome_message: "Remove it.",
    rag: "Remove it; let the agent search files with its tools, or use an MCP server.",
    code_mode_tools: "Remove it; tools are called one by one, so that hooks see every call.",
    add_description_parameter: "Remove it.",
    num_history_items: "Remove it; long conversations are shortened by a summary.",
    commands: "Remove it; write a skill for what you ask often.",
    structured_output: "Remove it, and say in the instruction how the answer should look.",
    cache: "Remove it; answers are not kept for later questions.",
    max_consecutive_tool_calls: "Remove it; an agent that repeats itself is stopped.",
    max_old_tool_call_tokens: "Remove it; long conversations are shortened by a summary.",
    session_compaction: "Remove it; long conversations are shortened by a summary.",
    use_oauth: "Remove it, and set the provider's key in the environment.",
    title_model: "Remove it.",
    harness: "Remove it; agents run here and not in another program.",
  },
};

/** Reads the agents of a docker-agent file. Whatever is wrong with one of them, the others are read as well. */
export function readDockerAgentFile(text: string, context: FileContext): AgentFile {
  const { file, fromWorkspace } = context;
  const parsed = parseYaml(text);
  if ("bad" in parsed) {
    const why = { format: "YAML", why: parsed.bad };
    return unreadFile(context, [finding("AGENT_FILE_SYNTAX", { file, line: parsed.line }, why)]);
  }
  const findings: Finding[] = [];
  const top = valuesOf(file, parsed, findings);
  tellUnreadKeys(top, topKeys);
  top.table("metadata");
  const models = readModels(top);
  const servers: SharedServers = new Map(top.tables("mcps"));
  const agents = top
    .tables("agents")
    .filter(([name, values]) => hasUsableName(name, values))
    .map(([name, values]) => readAgent(name, values, { context, models, servers }));
  const permissions = readPermissions(top, "permissions");
  const lineOf = (agent: string, key: string) => parsed.lineOf(["agents", agent, key]);
  return { file, fromWorkspace, agents, permissions, findings, lineOf };
}

interface Around {
  readonly context: FileContext;
  readonly models: DefinedModels;
  readonly servers: SharedServers;
}

function readAgent(name: string, values: Values, { context, models, servers }: Around): AgentDefinition {
  tellUnreadKeys(values, agentKeys);
  if (values.raw("permissions") !== undefined) {
    const params = {
      key: values.labelOf("permissions"),
      belongs: "the top of the file, where it holds for all agents",
    };
    values.tell("AGENT_KEY_MISPLACED", "permissions", params);
  }
  const chosen = chooseModels(values, models);
  return {
    name,
    description: values.text("description")?.trim() ?? "",
    instruction: fillInText(values, "instruction", values.text("instruction") ?? "", context).trim(),
    models: chosen.models,
    toolsets: readToolsets(values, context, servers),
    ...readTeamwork(values),
    contextLimit: limitOf(values) ?? chosen.contextLimit,
    skills: readSkillChoice(values) ?? false,
    origin: { file: context.file, line: values.lineOf() },
  };
}

/** Reads what an agent says about the others. */
export function readTeamwork(
  values: Values,
): Pick<AgentDefinition, "subAgents" | "handoffs" | "forceHandoff" | "maxIterations"> {
  const names = (key: string) => [...new Set((values.texts(key) ?? []).map((name) => name.trim()))];
  return {
    subAgents: names("sub_agents"),
    handoffs: names("handoffs"),
    forceHandoff: values.text("force_handoff")?.trim() || null,
    maxIterations: values.whole("max_iterations") ?? 0,
  };
}

/** 0 means that nobody says so. */
export function limitOf(values: Values): number | null {
  return values.whole("context_limit") || null;
}
