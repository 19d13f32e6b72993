import { basename, dirname } from "node:path";
import type { AgentDefinition, OwnToolsetSpec, ToolsetSpec } from "../../agent/agent-definition.ts";
import { parseFrontmatter } from "../../dialects/agh/parse-frontmatter.ts";
import { parsePermissionRule } from "../../engine/permission-rule.ts";
import { type Finding, finding } from "../../errors/problem.ts";
import { splitFrontmatter } from "../../lib/frontmatter.ts";
import { type AgentFile, type FileContext, type FilePermissions, unreadFile } from "./agent-file.ts";
import { hasUsableName } from "./agent-name.ts";
import { limitOf, readTeamwork } from "./docker-agent-file.ts";
import { fillInText } from "./fill-in.ts";
import { chooseModels } from "./models.ts";
import { readPermissions } from "./permissions.ts";
import { readSkillChoice } from "./skill-choice.ts";
import { type OwnToolsetType, ownTool, ownToolsetTypes } from "./tool-names.ts";
import { oneOfEach, readServers, readToolsets, tellUnknownTool } from "./toolsets.ts";
import { type KnownKeys, tellUnreadKeys, type Values, valuesOf } from "./values.ts";

const keys: KnownKeys = {
  read: [
    "name",
    "description",
    "provider",
    "model",
    "fallback",
    "tools",
    "toolsets",
    "mcp_servers",
    "mcpServers",
    "sub_agents",
    "handoffs",
    "force_handoff",
    "max_iterations",
    "skills",
    "context_limit",
    "permissions",
    "hooks",
    "metadata",
  ],
  idle: {
    command: "Remove it; agents run here and not in another program.",
    args: "Remove it; agents run here and not in another program.",
    deny_tools: `Write rules under "permissions:", with "deny:" and a list.`,
    color: "Remove it.",
    category: "Remove it.",
    tags: "Remove it.",
    version: "Remove it.",
    author: "Remove it.",
  },
};

/** What an agent has that does not say which tools it wants. */
export const usualToolsets: readonly OwnToolsetSpec[] = [{ type: "filesystem" }, { type: "shell" }, { type: "todo" }];

/** Reads the agent of an AGENT.md: the frontmatter says what it is, the text below is its instruction. */
export function readAgentMd(text: string, context: FileContext): AgentFile {
  const { file, fromWorkspace } = context;
  const front = parseFrontmatter(text);
  if (front.kind === "missing")
    return unreadFile(context, [finding("AGENT_FRONTMATTER_MISSING", { file, line: 1 }, {})]);
  if (front.kind === "unparsed") {
    const { format, why } = front;
    return unreadFile(context, [finding("AGENT_FILE_SYNTAX", { file, line: why.line }, { format, why: why.bad })]);
  }
  const findings: Finding[] = [];
  const values = valuesOf(file, front.document, findings);
  tellUnreadKeys(values, keys);
  const split = splitFrontmatter(text);
  const body = typeof split === "string" ? "" : split.body;
  // Known by its folder; a file that says otherwise is reported with its hooks.
  const name = context.agentName ?? nameOf(values, file);
  if (!hasUsableName(name, values)) return unreadFile(context, findings);
  const agent: AgentDefinition = {
    name,
    description: values.text("description")?.trim() ?? "",
    instruction: fillInText(values, "", body, context),
    models: modelsOf(values),
    toolsets: toolsetsOf(values, context),
    ...readTeamwork(values),
    contextLimit: limitOf(values),
    skills: readSkillChoice(values) ?? true,
    origin: { file, line: 1 },
  };
  if (context.agentName === null && values.raw("hooks") !== undefined) values.tell("AGENT_HOOKS_NOT_READ", "hooks", {});
  const lineOf = (_agent: string, key: string) => front.document.lineOf([key]);
  return { file, fromWorkspace, agents: [agent], permissions: permissionsOf(values), findings, lineOf };
}

function nameOf(values: Values, file: string): string {
  const written = values.text("name")?.trim();
  const folder = basename(dirname(file));
  const isPlain = basename(file) !== "AGENT.md";
  return written || (isPlain ? basename(file).replace(/\.md$/i, "") : folder) || "agent";
}

/** Programs that AGH runs agents with, and whose models they ask. */
const providers: Readonly<Record<string, string>> = { claude: "anthropic", codex: "openai", gemini: "google" };

function modelsOf(values: Values): readonly string[] {
  const provider = values.text("provider")?.trim() || null;
  const model = values.text("model")?.trim() || null;
  if (provider === null || model?.includes("/")) return chooseModels(values, new Map()).models;
  if (model === null) {
    values.tell("AGENT_MODEL_OPEN", "provider", { provider });
    return chooseModels(values, new Map()).models;
  }
  const name = Object.hasOwn(providers, provider) ? providers[provider] : provider;
  const spec = `${name}/${model}`;
  const own = { spec, contextLimit: null };
  return chooseModels(values, new Map([[model, own]])).models;
}

function toolsetsOf(values: Values, context: FileContext): readonly ToolsetSpec[] {
  const servers = ["mcp_servers", "mcpServers"].flatMap((key) => readServers(values, key, context));
  if (values.raw("tools") === undefined && values.raw("toolsets") === undefined) return [...usualToolsets, ...servers];
  return [...oneOfEach([...namedToolsets(values), ...named(values, context)]), ...servers];
}

/** `toolsets` is a list of names, or of mappings as in docker-agent's files. */
function named(values: Values, context: FileContext): readonly ToolsetSpec[] {
  const value = values.raw("toolsets");
  if (!Array.isArray(value) || !value.every((entry) => typeof entry === "string"))
    return readToolsets(values, context, new Map());
  return [...new Set(value.map((entry) => entry.trim()))].flatMap((word): OwnToolsetSpec[] => {
    const type = ownToolsetTypes.find((one) => one === word);
    if (type !== undefined) return [{ type }];
    const params = { key: "toolsets", type: word, suggestion: null, allowed: ownToolsetTypes.join(", ") };
    values.tell("AGENT_TOOLSET_UNKNOWN", "toolsets", params);
    return [];
  });
}

/** `tools: Read, Grep` names tools one by one, in the words of whichever program; only these are given. */
function namedToolsets(values: Values): readonly OwnToolsetSpec[] {
  const value = values.raw("tools");
  if (value === undefined) return [];
  const words = (typeof value === "string" ? value.split(",") : (values.texts("tools") ?? [])).map((one) => one.trim());
  const only = new Map<OwnToolsetType, string[]>();
  const whole = new Set<OwnToolsetType>();
  for (const word of words.filter((one) => one !== "")) {
    const type = ownToolsetTypes.find((one) => one === word);
    const tool = ownTool(word);
    if (word === "*") for (const { type: usual } of usualToolsets) whole.add(usual);
    else if (type !== undefined) whole.add(type);
    else if (tool !== null) only.set(tool.toolset, [...(only.get(tool.toolset) ?? []), tool.name]);
    else if (!word.startsWith("mcp__")) tellUnknownTool(values, word);
  }
  return ownToolsetTypes.flatMap((type): OwnToolsetSpec[] => {
    if (whole.has(type)) return [{ type }];
    const names = only.get(type);
    return names === undefined ? [] : [{ type, only: [...new Set(names)] }];
  });
}

const modes = ["deny-all", "approve-reads", "approve-all"];

/** AGH's word for how much is approved, or rules. */
function permissionsOf(values: Values): FilePermissions | null {
  const value = values.raw("permissions");
  if (typeof value !== "string") return readPermissions(values, "permissions");
  const mode = value.trim();
  if (!modes.includes(mode)) return values.wrong("permissions", `one of ${modes.join(", ")}, or a mapping of lists`);
  // Reads are approved without asking anyway.
  if (mode === "approve-reads") return null;
  const all = parsePermissionRule("*");
  const rules = "bad" in all ? [] : [all];
  const isDeny = mode === "deny-all";
  return {
    rules: { deny: isDeny ? rules : [], allow: isDeny ? [] : rules, ask: [] },
    line: values.lineOf("permissions"),
  };
}
