import { sep } from "node:path";
import { readAgentFile } from "../dialects/agh/agent-file.ts";
import type { Hook } from "../engine/hook.ts";
import { configOwner, folderOf, type HookRoot, hookRoots, type Loading } from "./load-request.ts";
import { addFile, addShadow, emptyPile } from "./pile.ts";

/** An agent whose definition counts. */
export interface LoadedAgent {
  readonly name: string;
  readonly folder: string;
  readonly root: HookRoot;
  /** The user's own agent of that name, whose place it takes. */
  readonly over: LoadedAgent | null;
}

/** Reads the hooks of all AGENT.md files; of agents with the same name the strongest root's counts, broken or not. */
export function loadAgents(loading: Loading): LoadedAgent[] {
  const agents = new Map<string, LoadedAgent & { readonly hooks: readonly Hook[] }>();
  for (const root of hookRoots(loading)) {
    for (const { name, path } of loading.reader.folders(folderOf(root, "agents"))) {
      const stronger = agents.get(name);
      if (stronger && !isOver(stronger, root)) continue;
      const file = `${path}${sep}AGENT.md`;
      const text = loading.reader.read(file);
      if (text === null) continue;
      const pile = stronger ? emptyPile() : loading.pile;
      const before = pile.hooks.length;
      const owner = configOwner(loading, loading.wire, root.belongsTo);
      const agentOwner = { ...owner, source: "agent_definition", agentName: name } as const;
      addFile(pile, readAgentFile(file, name, text), text, agentOwner);
      const agent = { name, folder: path, root, over: null, hooks: pile.hooks.slice(before) };
      if (stronger) {
        const place = { dialect: "agh", file: `${stronger.folder}${sep}AGENT.md`, line: 1 };
        addShadow(loading.pile, place, stronger.hooks, agent.hooks);
      }
      agents.set(name, stronger ? { ...stronger, over: agent } : agent);
    }
  }
  return [...agents.values()];
}

/** A workspace's agent takes the place of the user's only when that is trusted. */
function isOver(stronger: LoadedAgent, root: HookRoot): boolean {
  return stronger.root.belongsTo !== null && root.belongsTo === null && stronger.over === null;
}
