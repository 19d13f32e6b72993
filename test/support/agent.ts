import type { AgentDefinition, Skill, Team } from "../../src/agent/agent-definition.ts";
import type { ChatModels } from "../../src/agent/chat-model.ts";
import type { LiveEvent, Operator } from "../../src/agent/live-event.ts";
import type { SessionStore } from "../../src/agent/session-store.ts";
import type { Tool, ToolContext, ToolInput } from "../../src/agent/tool.ts";
import type { EventName } from "../../src/catalog/catalog.ts";
import { createEngine, type Engine } from "../../src/engine/engine.ts";
import type { Hook } from "../../src/engine/hook.ts";
import { type NativeHookDefinition, nativeHook } from "../../src/engine/native-hook.ts";
import { type PermissionRules, parsePermissionRules } from "../../src/engine/permission-rules.ts";
import { createScriptedModel } from "../../src/models/scripted/create-scripted-model.ts";
import type { ModelScript } from "../../src/models/scripted/script.ts";
import type { AgentSession } from "../../src/runtime/agent-session.ts";
import { createSessionGrants } from "../../src/runtime/approval/session-grants.ts";
import {
  createSession,
  type NewSession,
  resumeSession,
  type SessionOptions,
} from "../../src/runtime/session/open-session.ts";
import type { RuntimeWorld } from "../../src/runtime/world.ts";
import { createMemorySessionStore } from "../../src/store/sessions/memory-session-store.ts";

/** One event as it was fired, before any hook saw it. */
export interface Fired {
  readonly event: EventName;
  readonly payload: Readonly<Record<string, unknown>>;
}

export interface AgentSetup {
  readonly script?: ModelScript;
  /** Instead of a script. */
  readonly models?: ChatModels;
  readonly hooks?: readonly Hook[];
  /** Instead of `hooks`. */
  readonly engine?: Engine;
  readonly agents?: readonly Partial<AgentDefinition>[];
  readonly skills?: readonly Skill[];
  readonly tools?: readonly Tool[];
  readonly permissions?: Readonly<Record<string, readonly string[]>>;
  readonly operator?: Operator | null;
  readonly isYolo?: boolean;
  readonly maxIterations?: number;
  readonly store?: SessionStore;
}

/** A runtime without files: scripted answers, tools and hooks that are functions, and everything that happens in lists. */
export interface AgentBench {
  readonly world: RuntimeWorld;
  readonly engine: Engine;
  readonly fired: Fired[];
  readonly events: LiveEvent[];
  readonly options: SessionOptions;
  readonly start: (wanted?: Partial<NewSession>) => Promise<AgentSession>;
  readonly resume: (id: string) => Promise<AgentSession>;
  /** The names of what was fired, without those that match. */
  readonly names: (without?: RegExp) => string[];
  readonly payloadsOf: (event: EventName) => Readonly<Record<string, unknown>>[];
}

export function agentBench(setup: AgentSetup = {}): AgentBench {
  const engine = setup.engine ?? createEngine({ hooks: setup.hooks ?? [] });
  const fired: Fired[] = [];
  const events: LiveEvent[] = [];
  let ids = 0;
  const fire: Engine["fire"] = (event, payload, options) => {
    fired.push({ event, payload: payload as Fired["payload"] });
    return engine.fire(event, payload, options);
  };
  const world: RuntimeWorld = {
    hooks: { fire },
    models: setup.models ?? createScriptedModel(setup.script ?? {}),
    store: setup.store ?? createMemorySessionStore(),
    team: teamOf(setup),
    defaultModels: ["scripted/test"],
    toolsetsOf: () => [{ open: async () => setup.tools ?? [], close: async () => undefined }],
    now: () => new Date(),
    newId: (prefix) => `${prefix}${++ids}`,
  };
  const options: SessionOptions = {
    world,
    operator: setup.operator ?? null,
    grants: createSessionGrants({ isYolo: setup.isYolo ?? false }),
    listeners: [(event) => events.push(event)],
    ...(setup.maxIterations !== undefined && { maxIterations: setup.maxIterations }),
  };
  return {
    world,
    engine,
    fired,
    events,
    options,
    start: (wanted = {}) => createSession(options, { workspace: { id: "ws", root: "/work" }, cwd: "/work", ...wanted }),
    resume: (id) => resumeSession(options, id),
    names: (without = /^event\.|^message\./) =>
      fired.filter(({ event }) => !without.test(event)).map(({ event }) => event),
    payloadsOf: (event) => fired.filter((one) => one.event === event).map(({ payload }) => payload),
  };
}

function teamOf({ agents = [{ name: "root" }], skills = [], permissions }: AgentSetup): Team {
  const defined = agents.map(agentOf);
  return {
    agents: new Map(defined.map((agent) => [agent.name, agent])),
    root: defined[0]?.name ?? "root",
    permissions: permissions ? rulesOf(permissions) : null,
    skills,
    findings: [],
  };
}

export function rulesOf(lists: Readonly<Record<string, readonly string[]>>): PermissionRules {
  const rules = parsePermissionRules(lists);
  if ("problems" in rules) throw new Error(JSON.stringify(rules.problems));
  return rules;
}

function agentOf(given: Partial<AgentDefinition>): AgentDefinition {
  return {
    name: "root",
    description: "",
    instruction: "Do what you are told.",
    models: [],
    contextLimit: null,
    toolsets: [],
    subAgents: [],
    handoffs: [],
    forceHandoff: null,
    maxIterations: 0,
    skills: false,
    origin: { file: null, line: null },
    ...given,
  };
}

/** A tool that answers with what `does` says. Writes unless said otherwise. */
export function tool(
  name: string,
  does: (input: ToolInput, context: ToolContext) => string | Promise<string>,
  facts: Partial<Tool> = {},
): Tool {
  return {
    name,
    description: `Does ${name}.`,
    inputSchema: { type: "object" },
    namespace: "test",
    category: "test",
    readOnly: false,
    decisionClass: "write",
    call: async (input, context) => ({ text: await does(input, context), isError: false }),
    ...facts,
  };
}

/** A hook that is a function. */
export function hook<N extends EventName>(
  event: N,
  run: NativeHookDefinition<N>["run"],
  facts: Partial<NativeHookDefinition<N>> = {},
): Hook {
  return nativeHook({ name: `on ${event}`, event, run, ...facts });
}
