import type { ChatMessage } from "../../agent/chat-message.ts";
import { createConversation } from "../../agent/conversation.ts";
import { putsAway, rememberedOf } from "../../agent/exchanges.ts";
import type { LiveEvent, LiveEventBody, Operator } from "../../agent/live-event.ts";
import type { SessionRecord, SessionTotals } from "../../agent/session.ts";
import type { Entry, TranscriptEntry } from "../../agent/transcript.ts";
import type { SessionGrants } from "../approval/session-grants.ts";
import { createSessionHooks, type SessionFacts, type SessionHooks } from "../session-hooks.ts";
import type { RuntimeWorld } from "../world.ts";
import { type ContextShelf, createContextShelf } from "./context-shelf.ts";

/** Everything one session has on its desk: its record, its transcript, its hooks and whoever watches. */
export interface Desk {
  readonly world: RuntimeWorld;
  readonly hooks: SessionHooks;
  readonly contexts: ContextShelf;
  /** Whoever can be asked; null in a session that nobody sits at. */
  readonly operator: Operator | null;
  readonly record: () => SessionRecord;
  /** Changes what is known of the session, and keeps it. */
  readonly change: (changes: Partial<SessionRecord>) => Promise<void>;
  /** Adds to the totals of the session; kept with the next change. */
  readonly tally: (more: Partial<SessionTotals>) => void;
  /** Keeps the totals, unless the session was kept a moment ago: quick steps would write little else. */
  readonly keepTotals: () => Promise<void>;
  /** The conversation as a model is told it. */
  readonly messages: () => readonly ChatMessage[];
  /** What the transcript holds, without what a compaction or a fresh start has put away. */
  readonly entries: () => readonly TranscriptEntry[];
  /** Adds entries to the transcript, all or none. Once it resolves, they survive this process. */
  readonly write: (...entries: readonly Entry[]) => Promise<void>;
  /** The highest number that a turn of this session had before it was opened. */
  readonly earlierTurns: number;
  /** Every event until the next call belongs to this turn. */
  readonly enterTurn: (turnId: string | null) => void;
  readonly tell: (event: LiveEventBody) => void;
  /** Hands on what another session tells, such as one that this one has delegated to. */
  readonly pass: (event: LiveEvent) => void;
  readonly watch: (listener: (event: LiveEvent) => void) => () => void;
}

export interface DeskOptions {
  readonly world: RuntimeWorld;
  readonly session: SessionRecord;
  readonly entries: readonly TranscriptEntry[];
  readonly operator: Operator | null;
  readonly grants: Pick<SessionGrants, "isYolo">;
  /** Told of everything as well, such as the watchers of the session that delegated to this one. */
  readonly listeners?: Iterable<(event: LiveEvent) => void>;
}

const totalsKeptEveryMs = 1000;

export function createDesk(options: DeskOptions): Desk {
  const { world, operator, grants } = options;
  let session = options.session;
  let entries = [...rememberedOf(options.entries).kept];
  const conversation = createConversation(options.entries);
  let last = options.entries.at(-1)?.sequence ?? 0;
  let writing: Promise<unknown> = Promise.resolve();
  let turnId: string | null = null;
  const listeners = new Set(options.listeners);

  const pass = (event: LiveEvent): void => {
    for (const listener of listeners) listener(event);
  };
  const tell = (body: LiveEventBody): void => {
    if (listeners.size > 0) pass({ session_id: session.id, turn_id: turnId, ...body });
  };
  let isYolo = grants.isYolo;
  let facts = factsOf(session, turnId, isYolo);
  const refresh = (): void => {
    isYolo = grants.isYolo;
    facts = factsOf(session, turnId, isYolo);
  };
  const factsNow = (): SessionFacts => {
    // The user may approve everything with an answer, also with one to a session that this one delegated to.
    if (grants.isYolo !== isYolo) refresh();
    return facts;
  };
  const hooks = createSessionHooks(world.hooks, factsNow, tell, () => listeners.size > 0);

  /** Agents in the background write as well, and entries that the store refuses must not use up numbers. */
  function append(added: readonly Entry[], turn: string | null): Promise<readonly TranscriptEntry[]> {
    const appending = async (): Promise<readonly TranscriptEntry[]> => {
      const about = { session_id: session.id, turn_id: turn, recorded_at: world.now().toISOString() };
      const kept = added.map((entry, at): TranscriptEntry => ({ ...entry, ...about, sequence: last + 1 + at }));
      await world.store.append(kept);
      last += kept.length;
      for (const entry of kept) {
        entries.push(entry);
        conversation.add(entry);
      }
      if (kept.some(putsAway)) entries = [...rememberedOf(entries).kept];
      return kept;
    };
    const appended = writing.then(appending, appending);
    writing = appended;
    return appended;
  }

  async function write(...added: readonly Entry[]): Promise<void> {
    const turn = turnId;
    // Nobody may interfere with what is kept: hooks on these two can only watch, and their failures change nothing.
    for (const { type, content } of added) await hooks.fire("event.pre_record", { record_type: type, content });
    for (const { type, content, sequence } of await append(added, turn)) {
      await hooks.fire("event.post_record", { record_type: type, sequence, content });
    }
  }

  async function change(changes: Partial<SessionRecord>): Promise<void> {
    session = { ...session, ...changes, updated_at: world.now().toISOString() };
    refresh();
    await world.store.update(session);
  }

  return {
    world,
    hooks,
    operator,
    contexts: createContextShelf(),
    record: () => session,
    change,
    keepTotals: async () => {
      if (world.now().getTime() - Date.parse(session.updated_at) >= totalsKeptEveryMs) await change({});
    },
    tally: (more) => {
      session = { ...session, totals: addTotals(session.totals, more) };
    },
    messages: () => conversation.messages(),
    entries: () => entries,
    write,
    earlierTurns: highestTurn(options.entries),
    enterTurn: (id) => {
      turnId = id;
      refresh();
    },
    tell,
    pass,
    watch: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function addTotals(totals: SessionTotals, more: Partial<SessionTotals>): SessionTotals {
  const sum = (key: Exclude<keyof SessionTotals, "cost">) => totals[key] + (more[key] ?? 0);
  return {
    turns: sum("turns"),
    steps: sum("steps"),
    tool_calls: sum("tool_calls"),
    input_tokens: sum("input_tokens"),
    output_tokens: sum("output_tokens"),
    // Once a part is not known, neither is the whole.
    cost: totals.cost === null || more.cost === null ? null : totals.cost + (more.cost ?? 0),
  };
}

function highestTurn(entries: readonly TranscriptEntry[]): number {
  return entries.reduce((most, { turn_id }) => Math.max(most, Number(turn_id?.slice("turn_".length) ?? 0)), 0);
}

function factsOf(session: SessionRecord, turnId: string | null, isYolo: boolean): SessionFacts {
  return {
    turnId,
    session: {
      session_id: session.id,
      session_name: session.name,
      session_type: session.type,
      agent_name: session.agent,
      workspace_id: session.workspace_id,
      workspace: session.workspace,
      state: session.state,
      created_at: session.created_at,
      updated_at: session.updated_at,
    },
    host: { cwd: session.cwd, permission_mode: isYolo ? "bypassPermissions" : "default" },
  };
}
