import type { AgentDefinition } from "../../agent/agent-definition.ts";
import type { LiveEvent, Operator } from "../../agent/live-event.ts";
import { cutOffTurn, entriesToClose, openTurn } from "../../agent/recover.ts";
import { noTotals, type SessionRecord } from "../../agent/session.ts";
import type { TranscriptEntry } from "../../agent/transcript.ts";
import { Problem } from "../../errors/problem.ts";
import type { SessionGrants } from "../approval/session-grants.ts";
import { raiseNotice, tellTurnEnd } from "../loop/fan-out.ts";
import type { RuntimeWorld } from "../world.ts";
import { closeChildren } from "./close-children.ts";
import { createDesk, type Desk } from "./desk.ts";
import { type RunningSession, runSession } from "./run-session.ts";
import { runningHere } from "./running-here.ts";

/** How a session is to be run, whether it is new or taken up again. */
export interface SessionOptions {
  readonly world: RuntimeWorld;
  /** Whoever can be asked; null in a session that nobody sits at. */
  readonly operator: Operator | null;
  readonly grants: SessionGrants;
  /** Goes before what the agents' files say. */
  readonly models?: readonly string[];
  /** Goes before what the agents' files say; 0 means no limit. */
  readonly maxIterations?: number;
  readonly safetyPolicy?: "unsafe" | "safer" | "strict";
  readonly listeners?: Iterable<(event: LiveEvent) => void>;
  /** What the agent was started with, for hooks that want to know. */
  readonly args?: Readonly<Record<string, unknown>>;
  /** How many sessions have delegated to get here. */
  readonly depth?: number;
  /** It is one agent's for good, such as a background agent's. */
  readonly isPinned?: boolean;
  /** It belongs to a skill, which must not use skills again. */
  readonly isSkill?: boolean;
}

export interface NewSession {
  readonly name?: string;
  readonly type?: string;
  /** The team's first agent, unless said otherwise. */
  readonly agent?: string;
  readonly workspace: { readonly id: string; readonly root: string };
  readonly cwd: string;
  readonly agentFiles?: readonly string[];
  readonly parentId?: string;
}

/** Makes a new session and starts it. A hook may refuse; then nothing has been made. */
export async function createSession(options: SessionOptions, wanted: NewSession): Promise<RunningSession> {
  const { world } = options;
  const verdict = await world.hooks.fire("session.pre_create", {
    session_name: wanted.name ?? "",
    session_type: wanted.type ?? "user",
    agent_name: wanted.agent ?? world.team.root,
    workspace: wanted.workspace.root,
    state: "starting",
  });
  if (verdict.decision === "deny") throw new Problem("SESSION_REFUSED", { reason: verdict.reason, doing: "started" });
  const { payload } = verdict;
  const now = world.now().toISOString();
  const session: SessionRecord = {
    id: world.newId("sess_"),
    name: payload.session_name || wanted.name || "",
    type: payload.session_type || "user",
    state: "starting",
    agent: agentNamed(world, payload.agent_name || world.team.root).name,
    stop_reason: null,
    workspace_id: payload.workspace_id || wanted.workspace.id,
    workspace: payload.workspace || wanted.workspace.root,
    cwd: wanted.cwd,
    parent_id: wanted.parentId ?? null,
    agent_files: wanted.agentFiles ?? [],
    created_at: now,
    updated_at: now,
    totals: noTotals,
  };
  await world.store.create(session);
  const desk = openDesk(options, session, []);
  try {
    await world.store.claim(session.id);
    await desk.change({ state: "active" });
  } catch (error) {
    // Nobody has heard of it yet, and nobody would ever stop it.
    await world.store.remove(session.id).catch(() => undefined);
    throw error;
  }
  runningHere(world.store).add(session.id);
  const running = runSession(desk, options);
  await desk.hooks.fire("session.post_create", {});
  return begun(running, "startup");
}

/** Takes up a session that has stopped, or whose process has died. */
export async function resumeSession(options: SessionOptions, id: string): Promise<RunningSession> {
  const { world } = options;
  const kept = await world.store.get(id);
  if (kept === null) throw new Problem("SESSION_UNKNOWN", { session: id });
  const here = runningHere(world.store);
  if (here.has(kept.id)) throw new Problem("SESSION_IN_USE", { session: kept.id, pid: process.pid });
  here.add(kept.id);
  try {
    return await takeUp(options, kept);
  } catch (error) {
    here.delete(kept.id);
    throw error;
  }
}

async function takeUp(options: SessionOptions, kept: SessionRecord): Promise<RunningSession> {
  const { world } = options;
  const claim = await world.store.claim(kept.id);
  if ("heldBy" in claim) throw new Problem("SESSION_IN_USE", { session: kept.id, pid: claim.heldBy.pid });
  try {
    const entries = await world.store.entries(kept.id);
    const desk = openDesk(options, kept, entries);
    const verdict = await desk.hooks.fire("session.pre_resume", {});
    if (verdict.decision === "deny") throw new Problem("SESSION_REFUSED", { reason: verdict.reason, doing: "resumed" });
    const { payload } = verdict;
    const agent = agentNamed(world, payload.agent_name || kept.agent).name;
    await recover(desk, entries);
    await closeChildren(world, kept.id);
    await desk.change({
      state: "active",
      stop_reason: null,
      agent,
      name: payload.session_name ?? kept.name,
      type: payload.session_type || kept.type,
      workspace_id: payload.workspace_id || kept.workspace_id,
    });
    const running = runSession(desk, options);
    await desk.hooks.fire("session.post_resume", {});
    return await begun(running, "resume");
  } catch (error) {
    await world.store.release(kept.id);
    throw error;
  }
}

/** A session must not go on without a hook that its user cannot do without. */
async function begun(running: RunningSession, source: "startup" | "resume"): Promise<RunningSession> {
  const failed = await running.begin(source);
  if (failed === null) return running;
  await running.stop("other", { force: true });
  throw new Problem("SESSION_REFUSED", { reason: failed, doing: source === "startup" ? "started" : "resumed" });
}

/** Closes what a killed process left open. Nothing is run again: nobody knows how far it had come. */
async function recover(desk: Desk, entries: readonly TranscriptEntry[]): Promise<void> {
  const missing = entriesToClose(entries);
  if (missing.length === 0) return;
  desk.enterTurn(openTurn(entries));
  await desk.write(...missing);
  const turn = cutOffTurn(entries);
  // Whoever was told that it began has not been told that it ended: that comes after the entry that is missing.
  if (turn !== null) await tellTurnEnd(desk, turn, "interrupted");
  desk.enterTurn(null);
  const calls = missing.filter(({ type }) => type === "tool_result").length;
  const cut =
    calls === 0 ? "" : ` ${calls === 1 ? "One tool call was" : `${calls} tool calls were`} cut off and not run again.`;
  await raiseNotice(
    desk,
    "warning",
    "recovered",
    `The process that ran this session ended in the middle of a turn.${cut}`,
  );
}

function openDesk(options: SessionOptions, session: SessionRecord, entries: readonly TranscriptEntry[]): Desk {
  const { world, operator, grants, listeners } = options;
  return createDesk({ world, session, entries, operator, grants, ...(listeners && { listeners }) });
}

/** The agent of that name, or a Problem that names the ones there are. */
export function agentNamed({ team }: Pick<RuntimeWorld, "team">, name: string): AgentDefinition {
  const agent = team.agents.get(name);
  if (!agent) throw new Problem("AGENT_UNKNOWN", { agent: name, known: [...team.agents.keys()].join(", ") });
  return agent;
}
