import type { McpToolsetSpec, OwnToolsetSpec, ToolsetSpec } from "../../agent/agent-definition.ts";
import { closest } from "../../lib/closest.ts";
import type { FileContext } from "./agent-file.ts";
import { readServer, type SharedServers } from "./mcp-server.ts";
import { type OwnToolsetType, ownTool, ownToolNames, ownToolsetTypes } from "./tool-names.ts";
import { type KnownKeys, tellUnreadKeys, type Values } from "./values.ts";

export const toolsetTypes: readonly string[] = [...ownToolsetTypes, "mcp"];

/** Types that docker-agent has and we do not. */
const otherTypes = [
  "a2a",
  "api",
  "fetch",
  "handoff",
  "lsp",
  "memory",
  "model_picker",
  "open_url",
  "openapi",
  "plan",
  "rag",
  "script",
  "tasks",
  "think",
  "transfer_task",
  "user_prompt",
];

const shared = {
  instruction: "Remove it; write what the agent should know into its instruction.",
  defer: "Remove it; all tools of a toolset are offered at once.",
  toon: "Remove it; results are given to the agent as they are.",
};
const always = ["type", "tools", "safer"];
const knownKeys: Readonly<Record<OwnToolsetType, KnownKeys>> = {
  shell: {
    read: always,
    idle: {
      ...shared,
      env: "Remove it, and set the variables before you start the agent.",
      sandbox: "Remove it; use hooks and permissions to say what may run.",
    },
  },
  filesystem: {
    read: always,
    idle: {
      ...shared,
      ignore_vcs: "Remove it; files that git ignores are left out of searches.",
      post_edit: `Remove it, and write a hook on post_tool_use with the matcher "edit_file|write_file".`,
    },
  },
  todo: { read: always, idle: { ...shared, shared: "Remove it; every agent keeps a list of its own." } },
  background_agents: { read: always, idle: shared },
};

/** Reads the toolsets of an agent. */
export function readToolsets(agent: Values, context: FileContext, servers: SharedServers): readonly ToolsetSpec[] {
  const read = agent.list("toolsets").map((values) => ({ values, spec: readToolset(values, context, servers) }));
  return together(read.flatMap(({ values, spec }) => (spec === null ? [] : [{ values, spec }])));
}

function readToolset(values: Values, context: FileContext, servers: SharedServers): ToolsetSpec | null {
  const type = values.text("type")?.trim() ?? "";
  if (type === "") {
    if (values.raw("type") === undefined || values.raw("type") === "")
      values.wrong("type", `one of ${toolsetTypes.join(", ")}`);
    return null;
  }
  if (type === "mcp") return readServer(values, context, servers);
  const own = ownToolsetTypes.find((one) => one === type);
  if (own !== undefined) return readOwn(own, values);
  const [key, allowed] = [values.label, toolsetTypes.join(", ")];
  if (otherTypes.includes(type)) values.tell("AGENT_TOOLSET_NOT_AVAILABLE", "type", { key, type, allowed });
  else {
    const suggestion = closest(type, [...toolsetTypes, ...otherTypes]);
    values.tell("AGENT_TOOLSET_UNKNOWN", "type", { key, type, suggestion, allowed });
  }
  return null;
}

function readOwn(type: OwnToolsetType, values: Values): OwnToolsetSpec {
  tellUnreadKeys(values, knownKeys[type]);
  const words = values.texts("tools");
  if (words === null || words.length === 0) return { type };
  const only = words.flatMap((word) => {
    const tool = ownTool(word);
    if (tool?.toolset === type) return [tool.name];
    tellUnknownTool(values, word, [type]);
    return [];
  });
  return { type, only: [...new Set(only)] };
}

/** Reports a tool that there is not, or not there. */
export function tellUnknownTool(
  values: Values,
  tool: string,
  types: readonly OwnToolsetType[] = ownToolsetTypes,
): void {
  const names = ownToolNames(types);
  const params = { key: values.labelOf("tools"), tool, suggestion: closest(tool, names), allowed: names.join(", ") };
  values.tell("AGENT_TOOL_UNKNOWN", "tools", params);
}

/** Reads the servers of an AGENT.md, which stand in a list with names or in a mapping by name. */
export function readServers(agent: Values, key: string, context: FileContext): readonly McpToolsetSpec[] {
  const value = agent.raw(key);
  const named = Array.isArray(value)
    ? agent.list(key).map((values) => [values.text("name"), values] as const)
    : agent.tables(key);
  const read = named.flatMap(([name, values]) => {
    const spec = readServer(values, context, new Map(), name);
    return spec === null ? [] : [{ values, spec }];
  });
  return together(read).filter((spec) => spec.type === "mcp");
}

interface ReadToolset {
  readonly values: Values;
  readonly spec: ToolsetSpec;
}

/** One toolset of each type, and servers whose names differ. */
function together(read: readonly ReadToolset[]): ToolsetSpec[] {
  const names = new Set(read.flatMap(({ values, spec }) => (isNamed(values) && spec.type === "mcp" ? spec.name : [])));
  const taken = new Set<string>();
  const servers: McpToolsetSpec[] = [];
  for (const { values, spec } of read) {
    if (spec.type !== "mcp") continue;
    const isOwnName = isNamed(values);
    if (isOwnName && taken.has(spec.name))
      values.tell("AGENT_SERVER_NAMED_TWICE", "name", { key: values.label, name: spec.name });
    const name = isOwnName ? spec.name : freeName(spec.name, (one) => taken.has(one) || names.has(one));
    taken.add(name);
    servers.push({ ...spec, name });
  }
  return [...oneOfEach(read.map(({ spec }) => spec)).filter(({ type }) => type !== "mcp"), ...servers];
}

/** The same for toolsets from several places, servers left as they are. */
export function oneOfEach(specs: readonly ToolsetSpec[]): ToolsetSpec[] {
  const own = new Map<OwnToolsetType, OwnToolsetSpec>();
  for (const spec of specs) if (spec.type !== "mcp") own.set(spec.type, joined(own.get(spec.type), spec));
  return [...own.values(), ...specs.filter(({ type }) => type === "mcp")];
}

function isNamed(values: Values): boolean {
  return values.raw("name") !== undefined;
}

function joined(before: OwnToolsetSpec | undefined, spec: OwnToolsetSpec): OwnToolsetSpec {
  if (before === undefined) return spec;
  if (before.only === undefined || spec.only === undefined) return { type: spec.type };
  return { type: spec.type, only: [...new Set([...before.only, ...spec.only])] };
}

function freeName(name: string, isTaken: (name: string) => boolean): string {
  for (let number = 1; number < 1000; number++) {
    const next = number === 1 ? name : `${name}-${number}`;
    if (!isTaken(next)) return next;
  }
  return name;
}
