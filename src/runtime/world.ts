import type { AgentDefinition, Team } from "../agent/agent-definition.ts";
import type { ChatModels } from "../agent/chat-model.ts";
import type { SessionRecord } from "../agent/session.ts";
import type { SessionStore } from "../agent/session-store.ts";
import type { Toolset } from "../agent/tool.ts";
import type { Hooks } from "./session-hooks.ts";

/** Everything a runtime is given. It owns no files, no network and no time but these. */
export interface RuntimeWorld {
  readonly hooks: Hooks;
  readonly models: ChatModels;
  readonly store: SessionStore;
  readonly team: Team;
  /** The models to ask when neither the agent nor the session says which. */
  readonly defaultModels: readonly string[];
  /** Makes the toolsets of an agent for a session; those that belong to the loop itself are added by it. */
  readonly toolsetsOf: (agent: AgentDefinition, session: SessionRecord) => readonly Toolset[];
  readonly now: () => Date;
  /** A new id that begins with `prefix`. */
  readonly newId: (prefix: string) => string;
}
