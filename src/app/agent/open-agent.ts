import { randomBytes } from "node:crypto";
import type { Team } from "../../agent/agent-definition.ts";
import type { ChatModels } from "../../agent/chat-model.ts";
import type { SessionStore } from "../../agent/session-store.ts";
import { type Finding, Problem } from "../../errors/problem.ts";
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
  const errors = team.findings.filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw new Problem("AGENT_FILES_INVALID", { findings: errors.map(findingText).join("\n") });

  const models = createChatModels({ environment, cwd: place.cwd });
  const fallback = defaultModels(environment);
  checkModels(team, request.models, fallback, models);
  const store = openSessionStore(place);
  const world: RuntimeWorld = {
    hooks: engine,
    models,
    store,
    team,
    defaultModels: fallback,
    toolsetsOf: agentToolsets({
      environment,
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
    store,
    warnings: team.findings.filter(({ severity }) => severity !== "error"),
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
function checkModels(team: Team, chosen: readonly string[], fallback: readonly string[], models: ChatModels): void {
  const agent = team.agents.get(team.root);
  const wanted = chosen.length > 0 ? chosen : agent && agent.models.length > 0 ? agent.models : fallback;
  const [first] = wanted;
  if (first === undefined) throw new Problem("MODEL_MISSING", { agent: team.root });
  const whyNot = wanted.map((model) => models.describe(model)).map((facts) => ("bad" in facts ? facts.bad : null));
  // One that works is enough: that is what a list of them is for.
  if (whyNot.includes(null)) return;
  throw new Problem("MODEL_UNUSABLE", { model: first, why: whyNot[0] ?? "" });
}

function findingText({ file, line, what, fix }: Finding): string {
  const place = file === null ? "" : `${file}${line === null ? "" : `:${line}`}: `;
  return `${place}${what} ${fix}`;
}
