import type { Tool as McpTool } from "@modelcontextprotocol/sdk/types.js";
import type { McpToolsetSpec } from "../../../agent/agent-definition.ts";
import type { Tool, Toolset } from "../../../agent/tool.ts";
import { finding, Problem } from "../../../errors/problem.ts";
import { closest } from "../../../lib/closest.ts";
import { printable, printableLine } from "../../../lib/printable.ts";
import { explainError } from "./explain-error.ts";
import type { McpOptions } from "./options.ts";
import { McpServer } from "./server.ts";
import { namespaceOf, nameTools } from "./tool-names.ts";

const mostTools = 512;
const mostOfSchemas = 1024 * 1024;
const longestTitle = 100;
const longestDescription = 8192;

export interface McpToolset extends Toolset {
  /** Asks the server once more which tools it has. */
  readonly tools: (signal: AbortSignal) => Promise<readonly Tool[]>;
  /** True when the server has said that its tools are others now. Only over stdio; over HTTP nobody listens for that. */
  readonly hasChanged: () => boolean;
}

/** The tools of one MCP server. Nothing is started or loaded before `open`. */
export function createMcpToolset(spec: McpToolsetSpec, options: McpOptions): McpToolset {
  const server = new McpServer(spec, options);

  async function tools(signal: AbortSignal): Promise<readonly Tool[]> {
    const listed = await listTools(server, spec, signal);
    for (const tool of missing(spec.only ?? [], listed)) options.report?.(tool);
    return toolsOf(server, spec, listed);
  }

  function missing(only: readonly string[], listed: readonly McpTool[]) {
    const names = listed.map(({ name }) => name);
    return only
      .filter((tool) => !names.includes(tool))
      .map((tool) => {
        const suggestion = closest(tool, names);
        return finding("MCP_TOOL_UNKNOWN", spec.origin, { server: spec.name, tool, suggestion });
      });
  }

  return {
    open: async (signal) => {
      server.open();
      try {
        return await tools(signal);
      } catch (error) {
        await server.close();
        throw error;
      }
    },
    close: () => server.close(),
    tools,
    hasChanged: () => server.hasChanged,
  };
}

async function listTools(
  server: McpServer,
  { name }: McpToolsetSpec,
  signal: AbortSignal,
): Promise<readonly McpTool[]> {
  try {
    return await server.list(signal);
  } catch (error) {
    if (error instanceof Problem || signal.aborted) throw error;
    const why = `it did not say which tools it has: ${explainError(error)}`;
    throw new Problem("MCP_TOOLS_NOT_LISTED", { server: name, why }, { cause: error });
  }
}

function toolsOf(server: McpServer, spec: McpToolsetSpec, listed: readonly McpTool[]): readonly Tool[] {
  // Named before the choice is made, so that a tool is called the same whichever others are offered.
  const names = nameTools(
    spec.name,
    listed.map(({ name }) => name),
  );
  const distinct = [...new Map(listed.map((tool) => [tool.name, tool])).values()];
  const offered = distinct.filter(({ name }) => spec.only === null || spec.only.includes(name));
  const why = whyTooMuch(offered);
  if (why !== null) throw new Problem("MCP_TOOLS_TOO_MANY", { server: spec.name, why });
  return offered.map((tool) => toolOf(server, spec, tool, names.get(tool.name) ?? tool.name));
}

/** All of it is sent along with every question to the model, at the user's cost. */
function whyTooMuch(tools: readonly McpTool[]): string | null {
  if (tools.length > mostTools) return `it offers ${tools.length} tools, and at most ${mostTools} can be used`;
  const size = tools.reduce((sum, { inputSchema }) => sum + JSON.stringify(inputSchema).length, 0);
  if (size <= mostOfSchemas) return null;
  return `the descriptions of its tools' arguments have ${size} characters, and at most ${mostOfSchemas} can be used`;
}

function toolOf(server: McpServer, spec: McpToolsetSpec, tool: McpTool, name: string): Tool {
  const { annotations = {} } = tool;
  const shown = cut(printableLine(tool.title ?? annotations.title ?? "") || printableLine(tool.name), longestTitle);
  return {
    name,
    // What nobody can see must not tell the model anything either.
    description: cut(printable(tool.description ?? shown), longestDescription),
    inputSchema: tool.inputSchema,
    namespace: namespaceOf(spec.name),
    category: "mcp",
    // The server's own word. Without it a tool counts as one that changes things.
    readOnly: annotations.readOnlyHint === true,
    decisionClass: spec.server.transport === "stdio" ? "execute" : "network",
    metadata: { mcp_server: spec.name, mcp_tool: tool.name, ...(annotations.destructiveHint && { destructive: true }) },
    title: () => `${shown} (${printableLine(spec.name)})`,
    call: (input, context) => server.call(tool.name, input, context),
  };
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`;
}
