import { homedir } from "node:os";
import { join, resolve, sep } from "node:path";
import type { FileReader } from "../file-reader.ts";
import { workspaceFiles } from "../load-docker-agent.ts";
import { folderOf, hookRoots, type LoadRequest } from "../load-request.ts";
import { isHomeInWorkspace } from "../trust/home-in-workspace.ts";
import type { AgentFile, FileContext } from "./agent-file.ts";
import { readAgentMd } from "./agent-md.ts";
import { readDockerAgentFile } from "./docker-agent-file.ts";

/** An AGENT.md in a folder of agents. */
export interface FoundAgent {
  /** The name of its folder. */
  readonly name: string;
  readonly file: string;
  readonly text: string;
  /** Whether it is a repository's. */
  readonly fromWorkspace: boolean;
  /** The user's own agent of that name, whose place it would take. */
  readonly over: FoundAgent | null;
}

/** Finds all AGENT.md files by name; of several the strongest root's counts, and the user's own is kept beside a workspace's. */
export function findAgents(reader: FileReader, request: LoadRequest): ReadonlyMap<string, FoundAgent> {
  const found = new Map<string, FoundAgent>();
  const isOurs = isHomeInWorkspace(request);
  for (const root of hookRoots(request)) {
    for (const { name, path } of reader.folders(folderOf(root, "agents"))) {
      const stronger = found.get(name);
      if (stronger && (root.belongsTo !== null || stronger.over !== null || !stronger.fromWorkspace)) continue;
      const file = join(path, "AGENT.md");
      const text = reader.read(file);
      if (text === null) continue;
      const agent = { name, file, text, fromWorkspace: isOurs || root.belongsTo !== null, over: null };
      found.set(name, stronger ? { ...stronger, over: agent } : agent);
    }
  }
  return found;
}

export function readFoundAgent({ name, file, text, fromWorkspace }: FoundAgent, request: LoadRequest): AgentFile {
  return readAgentMd(text, { ...contextOf(file, fromWorkspace, request), agentName: name });
}

/** The files of a workspace that define agents, as far as they are there. */
export function readWorkspaceFiles(reader: FileReader, request: LoadRequest): readonly AgentFile[] {
  const { workspace } = request;
  if (workspace === null) return [];
  return workspaceFiles.flatMap((name) => readAgentFile(reader, join(workspace.root, name), request) ?? []);
}

/** Reads a file that somebody has named; null when there is none. */
export function readAgentFile(reader: FileReader, path: string, request: LoadRequest): AgentFile | null {
  const file = resolve(path);
  const text = reader.read(file);
  if (text === null) return null;
  // Naming a file asks for what is in it; whether that may run is another question, unless it is the user's own.
  const fromWorkspace = isHomeInWorkspace(request) || !isInside(file, request.home);
  const context = contextOf(file, fromWorkspace, request);
  return isMarkdown(file) ? readAgentMd(text, context) : readDockerAgentFile(text, context);
}

export function isMarkdown(file: string): boolean {
  return /\.(?:md|markdown)$/i.test(file);
}

function isInside(file: string, folder: string): boolean {
  return file.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

function contextOf(file: string, fromWorkspace: boolean, request: LoadRequest): FileContext {
  const { workspace, cwd, environment } = request;
  const userHome = environment.HOME || homedir();
  return { file, fromWorkspace, cwd: workspace?.root ?? cwd, environment, userHome, agentName: null };
}
