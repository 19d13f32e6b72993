import { sep } from "node:path";
import { readAgentFile } from "../dialects/agh/agent-file.ts";
import { configOwner, folderOf, type HookRoot, hookRoots, type Loading } from "./load-request.ts";
import { addFile } from "./pile.ts";

/** An agent whose definition counts. */
export interface LoadedAgent {
  readonly name: string;
  readonly folder: string;
  readonly root: HookRoot;
}

/** Reads the hooks of all AGENT.md files; of agents with the same name the strongest root's counts, broken or not. */
export function loadAgents(loading: Loading): LoadedAgent[] {
  const agents = new Map<string, LoadedAgent>();
  for (const root of hookRoots(loading)) {
    for (const { name, path } of loading.reader.folders(folderOf(root, "agents"))) {
      if (agents.has(name)) continue;
      const file = `${path}${sep}AGENT.md`;
      const text = loading.reader.read(file);
      if (text === null) continue;
      agents.set(name, { name, folder: path, root });
      const owner = configOwner(loading, loading.wire, root.belongsTo);
      const agentOwner = { ...owner, source: "agent_definition", agentName: name } as const;
      addFile(loading.pile, readAgentFile(file, name, text), text, agentOwner);
    }
  }
  return [...agents.values()];
}
