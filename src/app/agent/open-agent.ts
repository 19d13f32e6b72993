import { randomBytes } from "node:crypto";
import type { Team } from "../../agent/agent-definition.ts";
import type { ChatModels } from "../../agent/chat-model.ts";
import type { SessionStore } from "../../agent/session-store.ts";
import { type Finding, Problem } from "../../errors/problem.ts";
import { shortPath } from "../../lib/short-path.ts";
import { createChatModels } from "../../models/chat/chat-models.ts";
import {
  createSession,
  type NewSession,
  resumeSession,
  type SessionOptions,
} from "../../runtime/session/open-session.ts";
import type { RunningSession } from "../../runtime/session/run-session.ts";
import type { RuntimeWorld } from "../../runtime/world.ts";
import { loadTeam } from "../../sources/agents/load-team.ts";
import type { Hookline } from "../open-hookline.ts";
import type { Place } from "../place.ts";
import { aboutBuiltins } from "../read-hooks.ts";
import { openSessionStore } from "../sessions/open-session-store.ts";
import { agentToolsets } from "./agent-toolsets.ts";
import { defaultModels } from "./default-models.ts";
import { filesOfHooks } from "./files-of-hooks.ts";
import { idleRules } from "./idle-rules.ts";

export interface AgentRequest {
  readonly place: Place;
  readonly hookline: Hookline;
  /** Files that define agents, absolute; without any, the workspace's own or a plain coding agent. */
  readonly files: readonly string[];
  readonly agent: string | null;
  /** Goes before what the agents' files say. */
  readonly models: readonly string[];
  readonly allowedPaths: readonly string[];
}

/** How a session of these agents is to be run. */
export type AgentSessionOptions = Omit<SessionOptions, "world" | "models">;

/** Agents that are ready to work in one workspace. */
export interface Agent extends AsyncDisposable {
  readonly team: Team;
  readonly models: ChatModels;
  /** The model that is asked first. */
  readonly model: { readonly name: string; readonly isScripted: boolean };
  readonly store: SessionStore;
  /** What the files say that is not quite right. */
  readonly warnings: readonly Finding[];
  readonly start: (
    options: AgentSessionOptions,
    wanted: Partial<NewSession> & { readonly cwd: string },
  ) => Promise<RunningSession>;
  readonly resume: (options: AgentSessionOptions, id: string) => Promise<RunningSession>;
}

/** Reads the agents and makes everything ready that they need. Throws a Problem when they cannot run. */
export async function openAgent(request: AgentRequest): Promise<Agent> {
  const { place, hookline, files } = request;
  const { workspace, engine } = hookline;
  const environment = { ...place.environment };
  const { workspace: _reference, agentFiles: _files, ...rest } = place;
  const load = { ...rest, workspace, ...aboutBuiltins };
  const team = loadTeam({ ...load, files, agent: request.agent });
  // A mistake is often one with a warning: a key that is missing, and one beside it that nobody reads.
  if (team.findings.some(({ severity }) => severity === "error"))
    throw new Problem("AGENT_FILES_INVALID", { findings: findingsText(team.findings, place.cwd) });

  const models = createChatModels({ environment, cwd: place.cwd });
  const fallback = defaultModels(environment);
  const model = firstModel(team, request.models, fallback, models);
  const store = openSessionStore(place);
  const world: RuntimeWorld = {
    hooks: engine,
    models,
    store,
    team,
    defaultModels: fallback,
    toolsetsOf: agentToolsets({
      environment,
      cwd: place.cwd,
      request: { ...load, agentFiles: files },
      allowedPaths: request.allowedPaths,
      protectedPaths: [...files, ...filesOfHooks(hookline.loaded.hooks)],
    }),
    now: () => new Date(),
    newId: (prefix) => `${prefix}${randomBytes(6).toString("hex")}`,
  };
  const common = { world, ...(request.models.length > 0 && { models: request.models }) };
  return {
    team,
    models,
    model,
    store,
    warnings: [...team.findings, ...(team.permissions === null ? [] : idleRules(team.permissions))],
    start: (options, wanted) => {
      hookline.announce();
      const here = { id: workspace.id, root: workspace.root };
      return createSession({ ...options, ...common }, { workspace: here, agentFiles: files, ...wanted });
    },
    resume: (options, id) => {
      hookline.announce();
      return resumeSession({ ...options, ...common }, id);
    },
    [Symbol.asyncDispose]: () => store.close(),
  };
}

/** A model that cannot be asked at all is said before the first word, not in the middle of a session. */
function firstModel(
  team: Team,
  chosen: readonly string[],
  fallback: readonly string[],
  models: ChatModels,
): Agent["model"] {
  const agent = team.agents.get(team.root);
  const wanted = chosen.length > 0 ? chosen : agent && agent.models.length > 0 ? agent.models : fallback;
  const [first] = wanted;
  if (first === undefined) throw new Problem("MODEL_MISSING", { agent: team.root });
  const described = wanted.map((name) => ({ name, facts: models.describe(name) }));
  // One that works is enough: that is what a list of them is for.
  for (const { name, facts } of described) if (!("bad" in facts)) return { name, isScripted: facts.isScripted };
  const whyNot = described.map(({ facts }) => ("bad" in facts ? facts.bad : ""));
  throw new Problem("MODEL_UNUSABLE", { model: first, why: whyNot[0] ?? "" });
}

function findingsText(findings: readonly Finding[], cwd: string): string {
  return findings
    .toSorted((a, b) => (a.file ?? "").localeCompare(b.file ?? "") || (a.line ?? 0) - (b.line ?? 0))
    .map(({ file, line, what, fix }) => {
      const at = file === null ? "" : `${shortPath(file, cwd)}${line === null ? "" : `:${line}`}: `;
      return `  ${at}${what} ${fix}`;
    })
    .join("\n");
}
