import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AgentDefinition } from "../../src/agent/agent-definition.ts";
import type { ChatModels } from "../../src/agent/chat-model.ts";
import type { Tool } from "../../src/agent/tool.ts";
import { createScriptedModel } from "../../src/models/scripted/create-scripted-model.ts";
import type { ModelScript } from "../../src/models/scripted/script.ts";
import { createSessionGrants } from "../../src/runtime/approval/session-grants.ts";
import { createSession } from "../../src/runtime/session/open-session.ts";
import type { RunningSession } from "../../src/runtime/session/run-session.ts";
import type { Hooks } from "../../src/runtime/session-hooks.ts";
import { createFilesystemToolset } from "../../src/runtime/tools/filesystem/toolset.ts";
import { openSqliteSessionStore } from "../../src/store/sqlite/sqlite-session-store.ts";

export const instruction = "You read notes and say what is in them.";
export const prompt = "Read the notes, one after the other.";

/** What there is to read: more files than the same call may come in a row. */
const notes = 7;

/** A script that makes so many steps of so many calls each, and then says that it has finished. */
export function readingScript(steps: number, callsPerStep: number): ModelScript {
  const call = (at: number) => ({ name: "read_file", arguments: { path: `notes-${at % notes}.txt` } });
  const answers = Array.from({ length: steps }, (_, step) => ({
    text: `Step ${step + 1}: I look at the next notes.`,
    tool_calls: Array.from({ length: callsPerStep }, (_, at) => call(step + at)),
  }));
  return { answers: [...answers, { text: "I have read them all." }] };
}

/** A folder with notes in it, and the tools to read them. */
export interface AgentPlace {
  readonly root: string;
  /** A path that nothing has been written to yet. */
  readonly newPath: (name: string) => string;
  readonly tools: readonly Tool[];
  readonly remove: () => void;
}

export async function openPlace(): Promise<AgentPlace> {
  const folder = mkdtempSync(join(tmpdir(), "hookline-bench-"));
  const root = join(folder, "workspace");
  mkdirSync(root);
  for (let at = 0; at < notes; at++) {
    writeFileSync(join(root, `notes-${at}.txt`), `Note ${at}.\n${"One more line of it.\n".repeat(10)}`);
  }
  const toolset = createFilesystemToolset({ cwd: root, workspaceRoot: root, environment: process.env });
  let paths = 0;
  return {
    root,
    newPath: (name) => join(folder, `${++paths}-${name}`),
    tools: await toolset.open(new AbortController().signal),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Our own agent with these hooks, its sessions in a database of its own. */
export interface OwnAgent {
  readonly start: () => Promise<RunningSession>;
  readonly close: () => Promise<void>;
}

export interface OwnAgentOptions {
  readonly place: AgentPlace;
  readonly script: ModelScript;
  readonly hooks: Hooks;
  readonly database: string;
  /** The place's own tools, unless said otherwise. */
  readonly tools?: readonly Tool[];
}

export function openOwnAgent({ place, script, hooks, database, tools = place.tools }: OwnAgentOptions): OwnAgent {
  const store = openSqliteSessionStore({ path: database });
  const models: ChatModels = createScriptedModel(script);
  let ids = 0;
  const world = {
    hooks,
    models,
    store,
    team: { agents: new Map([[agent.name, agent]]), root: agent.name, permissions: null, skills: [], findings: [] },
    defaultModels: ["scripted/bench"],
    toolsetsOf: () => [{ open: async () => tools, close: async () => {} }],
    now: () => new Date(),
    newId: (prefix: string) => `${prefix}${++ids}`,
  };
  const options = { world, operator: null, grants: createSessionGrants() };
  const workspace = { id: "ws_bench", root: place.root };
  return {
    start: () => createSession(options, { workspace, cwd: place.root }),
    close: () => store.close(),
  };
}

const agent: AgentDefinition = {
  name: "root",
  description: "",
  instruction,
  models: [],
  contextLimit: null,
  toolsets: [],
  subAgents: [],
  handoffs: [],
  forceHandoff: null,
  maxIterations: 0,
  skills: false,
  origin: { file: null, line: null },
};
