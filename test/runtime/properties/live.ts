import type { SessionRecord } from "../../../src/agent/session.ts";
import type { SessionStore } from "../../../src/agent/session-store.ts";
import type { Toolset } from "../../../src/agent/tool.ts";
import type { TranscriptEntry } from "../../../src/agent/transcript.ts";
import { createEngine } from "../../../src/engine/engine.ts";
import { Problem } from "../../../src/errors/problem.ts";
import type { AgentSession, TurnOutcome } from "../../../src/runtime/agent-session.ts";
import { createSession, resumeSession, type SessionOptions } from "../../../src/runtime/session/open-session.ts";
import type { RuntimeWorld } from "../../../src/runtime/world.ts";
import { createMemorySessionStore } from "../../../src/store/sessions/memory-session-store.ts";
import { agentBench } from "../../support/agent.ts";
import { createLog, type Log } from "./log.ts";
import type { Deed, Plan } from "./plan.ts";
import { plannedHooks } from "./planned-hooks.ts";
import { plannedModel, plannedOperator, plannedStore, plannedTools, watchedHooks } from "./planned-world.ts";

/** One process that ran the session. */
export interface Life {
  readonly log: Log;
  readonly wasKilled: boolean;
  readonly outcomes: readonly TurnOutcome[];
  /** Null when the session could not be made or taken up. */
  readonly record: SessionRecord | null;
  /** What nobody expects. */
  readonly surprises: readonly string[];
}

/** Makes tools beside those of the plan. `cancel` is what a user does who waits in vain. */
export type MoreTools = (cancel: () => void) => readonly Toolset[];
const noTools: MoreTools = () => [];

/** What is left of a plan that was carried out. */
export interface Aftermath {
  readonly plan: Plan;
  readonly lives: readonly Life[];
  readonly sessions: readonly SessionRecord[];
  readonly transcripts: ReadonlyMap<string, readonly TranscriptEntry[]>;
}

/** Carries a plan out, from the first process to the last. */
export async function carryOut(plan: Plan, moreTools: MoreTools = noTools): Promise<Aftermath> {
  const store = createMemorySessionStore();
  const first = await live(plan, store, null, moreTools);
  const lives = [first];
  const [root] = (await store.list()).filter(({ parent_id }) => parent_id === null);
  if (root && (first.wasKilled || plan.isTakenUp)) {
    lives.push(await live({ ...plan, killedAt: null }, store, root.id, moreTools));
  }
  const sessions = await store.list();
  const transcripts = new Map<string, readonly TranscriptEntry[]>();
  for (const { id } of sessions) transcripts.set(id, await store.entries(id));
  return { plan, lives, sessions, transcripts };
}

/** Ids go on where another process of the same store stopped. */
const firstIds = { born: 0, again: 1000 };

async function live(plan: Plan, store: SessionStore, taken: string | null, moreTools: MoreTools): Promise<Life> {
  const log = createLog();
  const surprises: string[] = [];
  const outcomes: TurnOutcome[] = [];
  const pending = new Set<Promise<unknown>>();
  let session: AgentSession | null = null;
  let isStopped = false;
  const cancel = () => session?.cancelTurn();

  const engine = createEngine({ hooks: plannedHooks(plan.hooks) });
  const bench = agentBench({
    agents: plan.agents,
    skills: (["inline", "fork"] as const).map((mode) => ({
      name: mode === "fork" ? "forked" : "inlined",
      description: "A skill.",
      file: "/skills/SKILL.md",
      body: "Do it well.",
      mode,
    })),
    permissions: plan.permissions,
    isYolo: plan.isYolo,
    maxIterations: plan.maxIterations,
    tools: plannedTools(log, cancel),
    models: plannedModel(plan, log, cancel),
    store: plannedStore(store, plan, log),
    operator: plan.answers && plannedOperator(plan.answers, log, cancel),
  });
  let ids = taken === null ? firstIds.born : firstIds.again;
  const world: RuntimeWorld = {
    ...bench.world,
    hooks: watchedHooks(engine, log),
    newId: (prefix) => `${prefix}${++ids}`,
    toolsetsOf: (agent, record) => [...bench.world.toolsetsOf(agent, record), ...moreTools(cancel)],
  };
  const options: SessionOptions = {
    ...bench.options,
    world,
    listeners: [(event) => log.add({ kind: "told", event })],
  };

  /** Waits for what must come to an end, unless the process dies. */
  async function settled<T>(what: string, work: Promise<T>): Promise<T | null> {
    const bound = bounded(what);
    try {
      return await Promise.race([work, log.death.then(() => null), bound.expired]);
    } catch (error) {
      if (!isExpected(error, plan)) surprises.push(`${what} failed: ${String(error)}`);
      return null;
    } finally {
      bound.clear();
    }
  }

  function begin(what: string, work: Promise<unknown>): void {
    const tracked: Promise<unknown> = settled(what, work).finally(() => pending.delete(tracked));
    pending.add(tracked);
  }

  async function stop(running: AgentSession, force: boolean): Promise<void> {
    if ((await running.stop("other", { force })).isStopped) isStopped = true;
  }

  function act(running: AgentSession, does: Deed): void {
    if (does === "cancel") running.cancelTurn();
    else if (does === "steer") running.steer("Faster.");
    else if (does === "follow-up") running.followUp("And then?");
    else if (does === "yolo" || does === "no-yolo") running.setYolo(does === "yolo");
    else if (does === "stop" || does === "force-stop") begin(does, stop(running, does === "force-stop"));
    else if (does === "compact") begin("compact", running.compact());
    else begin("clear", running.clear());
  }

  async function allBegun(): Promise<void> {
    for (let rounds = 0; pending.size > 0 && rounds < 100; rounds++) await Promise.all(pending);
  }

  for (const moment of plan.moments) log.at(moment, () => session !== null && act(session, moment.does));
  if (plan.killedAt !== null) log.at(plan.killedAt, log.die);

  session = await settled(
    taken === null ? "start" : "resume",
    taken === null
      ? createSession(options, { workspace: { id: "ws", root: "/work" }, cwd: "/work" })
      : resumeSession(options, taken),
  );
  if (session !== null) {
    for (const { text, before } of plan.inputs) {
      if (before !== "nothing" && !isStopped) act(session, before);
      await allBegun();
      if (isStopped || log.isDead()) break;
      const outcome = await settled("submit", session.submit(text));
      if (outcome !== null) outcomes.push(outcome);
      else if (!log.isDead()) surprises.push("submit gave no outcome");
    }
    await allBegun();
    for (let asked = 0; asked < plan.stops && !log.isDead(); asked++) begin("stop", stop(session, asked === 1));
    await allBegun();
    if (!isStopped && !log.isDead()) await settled("stop by force", stop(session, true));
  }
  if (!log.isDead()) await settled("the last hooks", engine.idle());
  return { log, wasKilled: log.isDead(), outcomes, record: session?.record() ?? null, surprises };
}

/** Nothing here takes longer than a few milliseconds; whoever waits this long waits forever. */
const patienceMs = 10_000;

function bounded(what: string): { readonly expired: Promise<never>; readonly clear: () => void } {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} never came to an end`)), patienceMs);
  });
  return { expired, clear: () => clearTimeout(timer) };
}

/** What may be thrown at whoever makes, stops, clears or compacts a session. */
function isExpected(error: unknown, { storeFailure }: Plan): boolean {
  if (error instanceof Problem) {
    if (error.code === "SESSION_REFUSED" || error.code === "AGENT_UNKNOWN") return true;
    return error.code === "SESSION_STORE_FAILED" && storeFailure !== null;
  }
  return error instanceof Error && /^A session (runs one turn|is compacted|is cleared)/.test(error.message);
}
