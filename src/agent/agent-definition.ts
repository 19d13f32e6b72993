import type { PermissionRules } from "../engine/permission-rules.ts";
import type { Finding } from "../errors/problem.ts";

/** One agent as a file defines it. Its hooks are read elsewhere, from the same file. */
export interface AgentDefinition {
  readonly name: string;
  readonly description: string;
  /** The system prompt. */
  readonly instruction: string;
  /** `provider/model`, the preferred one first; empty when the file leaves it to the command line. */
  readonly models: readonly string[];
  /** Overrides what is known of the model, in tokens. */
  readonly contextLimit: number | null;
  readonly toolsets: readonly ToolsetSpec[];
  /** Agents it may give a task to. */
  readonly subAgents: readonly string[];
  /** Agents it may hand the conversation over to. */
  readonly handoffs: readonly string[];
  /** The agent that takes over whenever this one is done. */
  readonly forceHandoff: string | null;
  /** Model calls per turn; 0 means no limit. */
  readonly maxIterations: number;
  /** Whether it may use the skills of the workspace and the user: all, none, or those named. */
  readonly skills: boolean | readonly string[];
  readonly origin: { readonly file: string | null; readonly line: number | null };
}

export type ToolsetSpec = OwnToolsetSpec | McpToolsetSpec;

/** Tools that come with us. */
export interface OwnToolsetSpec {
  readonly type: "shell" | "filesystem" | "todo" | "background_agents";
  /** The only tools of the set that are offered; without it, all. */
  readonly only?: readonly string[];
}

export interface McpToolsetSpec {
  readonly type: "mcp";
  /** Its tools are called `mcp__<name>__<tool>`. */
  readonly name: string;
  readonly server:
    | {
        readonly transport: "stdio";
        readonly command: string;
        readonly args: readonly string[];
        readonly env: Readonly<Record<string, string>>;
        readonly cwd: string;
      }
    | { readonly transport: "http"; readonly url: string; readonly headers: Readonly<Record<string, string>> };
  /** The only tools of the server that are offered; null for all. */
  readonly only: readonly string[] | null;
  /** What was filled in from our environment, as its author wrote it: variables or headers by name, and the address. */
  readonly written?: { readonly values: Readonly<Record<string, string>>; readonly url: string | null };
  /** True when a workspace's file asks for it: then it is code of a repository. */
  readonly fromWorkspace: boolean;
  readonly origin: { readonly file: string; readonly line: number | null };
}

/** The agents that work together in one run. */
export interface Team {
  readonly agents: ReadonlyMap<string, AgentDefinition>;
  /** The agent that a session begins with. */
  readonly root: string;
  /** Rules of the agents' files, for all of them. */
  readonly permissions: PermissionRules | null;
  readonly skills: readonly Skill[];
  /** Everything in the files that is wrong or not known to us. Errors among them keep the team from running. */
  readonly findings: readonly Finding[];
}

/** A skill as a SKILL.md describes it. */
export interface Skill {
  readonly name: string;
  readonly description: string;
  /** Absolute; its folder is where relative paths in the text lead. */
  readonly file: string;
  /** The text below the front matter. */
  readonly body: string;
  /** `fork`: runs in a session of its own. `inline`: its text is handed to the agent that asks for it. */
  readonly mode: "inline" | "fork";
}
