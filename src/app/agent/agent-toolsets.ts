import type { AgentDefinition, McpToolsetSpec, OwnToolsetSpec, ToolsetSpec } from "../../agent/agent-definition.ts";
import type { SessionRecord } from "../../agent/session.ts";
import type { Toolset } from "../../agent/tool.ts";
import { Problem } from "../../errors/problem.ts";
import { createFilesystemToolset } from "../../runtime/tools/filesystem/toolset.ts";
import { createMcpToolset } from "../../runtime/tools/mcp/toolset.ts";
import { createShellToolset } from "../../runtime/tools/shell/toolset.ts";
import { createTodoToolset } from "../../runtime/tools/todo/toolset.ts";
import { openServerTrust } from "../../sources/agents/server-trust.ts";
import type { LoadRequest } from "../../sources/load-hooks.ts";
import { packageVersion } from "../package-facts.ts";
import { trustCommand } from "./trust-command.ts";

export interface ToolsetWorld {
  readonly environment: NodeJS.ProcessEnv;
  /** Where the user is. */
  readonly cwd: string;
  /** What hooks were loaded with: an MCP server of a workspace is held against the same trust. */
  readonly request: LoadRequest;
  /** Files and folders outside the workspace that tools may use as well. */
  readonly allowedPaths: readonly string[];
  /** Files that no tool may change, such as those that define the agents and those that hooks run from. */
  readonly protectedPaths: readonly string[];
}

/** Makes the toolsets that an agent's file asks for. Nothing is started before a toolset is opened. */
export function agentToolsets(
  world: ToolsetWorld,
): (agent: AgentDefinition, session: SessionRecord) => readonly Toolset[] {
  const { environment, allowedPaths, protectedPaths } = world;
  const trust = openServerTrust(world.request);
  const review = trustCommand((world.request.agentFiles ?? []).filter(isYaml), world.cwd);
  return (agent, { cwd, workspace }) => {
    // In a worktree the tools stay there, although hooks come from the repository that it was made from.
    const workspaceRoot = isWithin(workspace, cwd) ? workspace : cwd;
    const place = { cwd, workspaceRoot, allowedPaths, environment };
    return agent.toolsets.flatMap((spec) => toolsetsFor(spec, place));
  };

  function toolsetsFor(spec: ToolsetSpec, place: Parameters<typeof createShellToolset>[0]): readonly Toolset[] {
    switch (spec.type) {
      case "shell":
        return [only(spec, createShellToolset(place))];
      case "filesystem":
        return [only(spec, createFilesystemToolset({ ...place, protectedPaths }))];
      case "todo":
        return [only(spec, createTodoToolset())];
      case "mcp":
        return [trustedServer(spec, trust, environment, review)];
      case "background_agents":
        // The loop's own: it belongs to the session, not to the machine.
        return [];
    }
  }
}

/** The toolset with the tools that its agent asked for, when it named some. */
function only(spec: OwnToolsetSpec, toolset: Toolset): Toolset {
  const { only: names } = spec;
  if (!names) return toolset;
  return {
    ...toolset,
    open: async (signal) => (await toolset.open(signal)).filter(({ name }) => names.includes(name)),
  };
}

/** An MCP server that a workspace asks for is code of a repository: it is looked at right before it is started. */
function trustedServer(
  spec: McpToolsetSpec,
  trust: ReturnType<typeof openServerTrust>,
  environment: NodeJS.ProcessEnv,
  /** The command with which somebody looks at it. */
  review: string,
): Toolset {
  let opened: Toolset | null = null;
  return {
    open: async (signal) => {
      const decision = trust(spec);
      if (!decision.isTrusted) {
        throw new Problem("MCP_SERVER_NOT_TRUSTED", { server: spec.name, why: decision.refusal, command: review });
      }
      opened = createMcpToolset(decision.spec, { environment, version: packageVersion() });
      return opened.open(signal);
    },
    close: async () => opened?.close(),
  };
}

function isWithin(root: string, path: string): boolean {
  return path === root || path.startsWith(root.endsWith("/") ? root : `${root}/`);
}

/** The other kind, an AGENT.md, is found where it lies. */
function isYaml(file: string): boolean {
  return /\.ya?ml$/i.test(file);
}
