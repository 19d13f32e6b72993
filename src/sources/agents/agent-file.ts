import type { AgentDefinition } from "../../agent/agent-definition.ts";
import type { PermissionRules } from "../../engine/permission-rules.ts";
import type { Finding } from "../../errors/problem.ts";

/** What follows from where a file with agents was found. Nothing of it can be written in the file. */
export interface FileContext {
  /** Absolute. */
  readonly file: string;
  /** Whether the file is a repository's, so that nothing in it runs before somebody has looked at it. */
  readonly fromWorkspace: boolean;
  /** Where the agents work, and their servers unless they say otherwise. */
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** What `~` stands for. */
  readonly userHome: string;
  /** For an AGENT.md in a folder of agents: the folder's name, by which it is known. Its hooks are read as well then. */
  readonly agentName: string | null;
}

/** What a file says about agents. */
export interface AgentFile {
  readonly file: string;
  readonly fromWorkspace: boolean;
  /** In the order of the file. */
  readonly agents: readonly AgentDefinition[];
  readonly permissions: FilePermissions | null;
  readonly findings: readonly Finding[];
  /** Where an agent says something. */
  readonly lineOf: (agent: string, key: string) => number | null;
}

/** The rules of a file about which calls are approved, and where they begin. */
export interface FilePermissions {
  readonly rules: PermissionRules;
  readonly line: number | null;
}

/** A file of which nothing could be read but what is wrong with it. */
export function unreadFile({ file, fromWorkspace }: FileContext, findings: readonly Finding[]): AgentFile {
  return { file, fromWorkspace, agents: [], permissions: null, findings, lineOf: () => null };
}
