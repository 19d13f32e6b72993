import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Tool, ToolContext, ToolInput, ToolResult, Toolset } from "../../agent/tool.ts";

/** A temporary directory with files in it; for tests. */
export interface TemporaryTree {
  readonly root: string;
  readonly write: (path: string, content: string | Uint8Array) => string;
  readonly remove: () => void;
}

export function temporaryTree(files: Readonly<Record<string, string | Uint8Array>> = {}): TemporaryTree {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "hookline-tools-")));
  const write = (path: string, content: string | Uint8Array) => {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    return file;
  };
  for (const [path, content] of Object.entries(files)) write(path, content);
  return { root, write, remove: () => rmSync(root, { recursive: true, force: true }) };
}

/** Calls the tools of a toolset by name. */
export interface ToolCaller {
  readonly tool: (name: string) => Tool;
  readonly call: (name: string, input: ToolInput, context?: Partial<ToolContext>) => Promise<ToolResult>;
}

export async function openTools(toolset: Toolset): Promise<ToolCaller> {
  const tools = new Map((await toolset.open(new AbortController().signal)).map((tool) => [tool.name, tool]));
  const tool = (name: string): Tool => {
    const found = tools.get(name);
    if (!found) throw new Error(`there is no tool ${name}`);
    return found;
  };
  const usual: ToolContext = {
    callId: "call-1",
    sessionId: "session-1",
    signal: new AbortController().signal,
    output: () => {},
  };
  return { tool, call: (name, input, context = {}) => tool(name).call(input, { ...usual, ...context }) };
}
