import { join } from "node:path";
import type { McpToolsetSpec } from "../../../../agent/agent-definition.ts";
import type { Tool, ToolContext, ToolInput, ToolResult } from "../../../../agent/tool.ts";

export const sdkProgram = join(import.meta.dirname, "stdio-server.ts");
export const plainProgram = join(import.meta.dirname, "plain-server.ts");
export const leaveOpenProgram = join(import.meta.dirname, "leave-open.ts");

/** A toolset whose server is run by Node. */
export function stdioSpec(cwd: string, args: readonly string[], more: Partial<McpToolsetSpec> = {}): McpToolsetSpec {
  const server = { transport: "stdio" as const, command: process.execPath, args, env: {}, cwd };
  return { ...specOf(server), ...more };
}

export function httpSpec(url: string, headers: Readonly<Record<string, string>> = {}): McpToolsetSpec {
  return specOf({ transport: "http", url, headers });
}

function specOf(server: McpToolsetSpec["server"]): McpToolsetSpec {
  const origin = { file: "agent.yaml", line: 7 };
  return { type: "mcp", name: "test", server, only: null, fromWorkspace: false, origin };
}

/** Calls one of the tools by its whole name. */
export function callTool(
  tools: readonly Tool[],
  name: string,
  input: ToolInput = {},
  context: Partial<ToolContext> = {},
): Promise<ToolResult> {
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined) throw new Error(`there is no ${name} among ${tools.map((one) => one.name).join(", ")}`);
  const signal = new AbortController().signal;
  return tool.call(input, { callId: "call-1", sessionId: "session-1", signal, output: () => {}, ...context });
}
