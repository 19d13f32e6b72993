import type { LiveEvent } from "../../agent/live-event.ts";
import type { Block, BlockBody, Speaker } from "./block.ts";
import { type HookNote, hookNotes } from "./hook-notes.ts";
import { breakLines, endMessage, growMessage, type OpenMessages, openMessage, type Said } from "./open-message.ts";
import { emptyTally, type Tally, tallyRuns } from "./run-tally.ts";
import { nothingSpent, type Spent, spentOf, withUsage } from "./spent.ts";

/** What is still going on, and what a status line says. What is over is in the blocks. */
export interface ViewState {
  /** The user's own session, which is the first one that is heard of. */
  readonly root: string | null;
  readonly agent: string | null;
  readonly model: { readonly name: string; readonly isScripted: boolean } | null;
  /** Of the user's own session: what its model was last sent, and how much that may be. */
  readonly context: { readonly used: number; readonly limit: number | null };
  readonly speakers: ReadonlyMap<string, Speaker>;
  readonly messages: OpenMessages;
  readonly calls: ReadonlyMap<string, OpenCall>;
  readonly isWorking: boolean;
  readonly isCompacting: boolean;
  /** Of the turn that runs, sub-agents included. */
  readonly turn: Spent;
  /** Of everything so far. */
  readonly total: Spent;
  readonly usedScript: boolean;
  readonly tally: Tally;
  /** Failures that were told in full already, with what to do about them. */
  readonly toldInFull: ReadonlySet<string>;
}

export interface OpenCall {
  readonly from: Speaker;
  readonly tool: string;
  readonly title: string;
  /** The end of what it has printed so far. */
  readonly output: string;
}

export const emptyView: ViewState = {
  root: null,
  agent: null,
  model: null,
  context: { used: 0, limit: null },
  speakers: new Map(),
  messages: new Map(),
  calls: new Map(),
  isWorking: false,
  isCompacting: false,
  turn: nothingSpent,
  total: nothingSpent,
  usedScript: false,
  tally: emptyTally,
  toldInFull: new Set(),
};

export interface ViewOptions {
  /** Shows hooks that had no opinion, too. */
  readonly isVerbose: boolean;
}

/** The view after an event, and the blocks that the event adds to what has been shown. */
export interface Followed {
  readonly view: ViewState;
  readonly blocks: readonly Block[];
}

/** Takes one event in. */
export function follow(before: ViewState, event: LiveEvent, options: ViewOptions): Followed {
  const known = before.root === null ? { ...before, root: event.session_id } : before;
  const { view, blocks } = take(known, event, options);
  if (blocks.length === 0) return { view, blocks };
  // Something else came in the middle of a line: what there is of the line goes before it.
  const broken = breakLines(view.messages, "message_id" in event ? event.message_id : null);
  return { view: { ...view, messages: broken.messages }, blocks: [...broken.blocks, ...blocks] };
}

function take(view: ViewState, event: LiveEvent, options: ViewOptions): Followed {
  const from = speakerOf(view, event.session_id);
  const isRoot = event.session_id === view.root;
  const show = (next: ViewState, ...bodies: readonly BlockBody[]): Followed => ({
    view: next,
    blocks: bodies.map((body) => ({ from, ...body })),
  });

  switch (event.kind) {
    case "session_started": {
      if (!isRoot) return show(view);
      const { agent, id } = event.session;
      // A conversation that begins anew has nothing in it; how much may be in it stays as it was.
      const context = event.source === "clear" ? { ...view.context, used: 0 } : view.context;
      // What was spent before a session was taken up again counts as well.
      const total = event.source === "resume" ? spentOf(event.session.totals) : view.total;
      return show({ ...view, agent, context, total }, { kind: "session-started", source: event.source, agent, id });
    }
    case "session_ended":
      if (!isRoot) return show(view);
      return show(
        { ...view, isWorking: false },
        { kind: "session-ended", reason: event.reason, spent: spentOf(event.session.totals) },
      );
    case "turn_started": {
      const input: BlockBody = { kind: "input", origin: event.origin, text: event.message };
      return isRoot ? show({ ...view, isWorking: true, turn: nothingSpent, usedScript: false }, input) : show(view);
    }
    case "turn_ended":
      if (!isRoot) return show(view);
      return show(
        { ...view, isWorking: false, calls: new Map() },
        { kind: "turn-ended", reason: event.reason, spent: view.turn, isScripted: view.usedScript },
      );
    case "input_taken":
      return show(view, ...event.texts.map((text): BlockBody => ({ kind: "input", origin: event.origin, text })));
    case "step_started": {
      const { agent, model, is_scripted: isScripted } = event;
      const next = {
        ...view,
        turn: { ...view.turn, steps: view.turn.steps + 1 },
        total: { ...view.total, steps: view.total.steps + 1 },
        usedScript: view.usedScript || isScripted,
      };
      if (!isRoot) return show(next);
      const isKnown = view.model?.name === model && view.agent === agent;
      const named = { ...next, agent, model: { name: model, isScripted } };
      return isKnown ? show(named) : show(named, { kind: "model", agent, model, isScripted });
    }
    case "step_ended":
    case "awaiting_input":
      return show(view);
    case "message_started":
      return show({ ...view, messages: withEntry(view.messages, event.message_id, openMessage(from)) });
    case "message_delta":
      return said(view, growMessage(view.messages, event.message_id, event.delta, event.text));
    case "message_ended":
      return said(view, endMessage(view.messages, event.message_id, event.text));
    case "model_called": {
      const used = event.usage?.input_tokens ?? 0;
      const context = isRoot && event.usage !== null ? { used, limit: event.context_limit } : view.context;
      return show({
        ...view,
        context,
        turn: withUsage(view.turn, event.usage, event.cost),
        total: withUsage(view.total, event.usage, event.cost),
      });
    }
    case "tool_called": {
      const { tool_name: tool, title } = event;
      const calls = withEntry(view.calls, event.tool_call_id, { from, tool, title, output: "" });
      return show(
        {
          ...view,
          calls,
          turn: { ...view.turn, toolCalls: view.turn.toolCalls + 1 },
          total: { ...view.total, toolCalls: view.total.toolCalls + 1 },
        },
        { kind: "tool-called", tool, title },
      );
    }
    case "confirmation_requested":
      return show(view, { kind: "asked", request: event });
    case "permission_decided": {
      const { decision, source, reason, tool_input: changedInput = null } = event;
      const title = titleAmongMany(view, event.tool_call_id);
      return show(view, { kind: "permission", decision, source, reason, changedInput, title });
    }
    case "tool_output": {
      const call = view.calls.get(event.tool_call_id);
      if (!call) return show(view);
      const output = (call.output + event.text).slice(-keptOutput);
      return show({ ...view, calls: withEntry(view.calls, event.tool_call_id, { ...call, output }) });
    }
    case "tool_returned": {
      const { tool_name: tool, text, is_error: isError, outcome, changes } = event;
      const title = titleAmongMany(view, event.tool_call_id);
      const next = { ...view, calls: withoutEntry(view.calls, event.tool_call_id) };
      // That it was refused, and why, has been told with the decision.
      if (outcome === "denied") return show(next);
      return show(next, { kind: "tool-returned", tool, title, text, isError, outcome, changes });
    }
    case "hooks_ran": {
      const notes = hookNotes(event)
        .filter(({ what }) => what !== "none" || options.isVerbose)
        // What is wrong with a file is wrong at every moment of a session, up to each word of an answer.
        .filter((note) => note.what !== "problem" || !view.toldInFull.has(keyOf(note)));
      const told = notes.map((note) => shorterWhenKnown(view, note));
      const toldInFull = new Set([
        ...view.toldInFull,
        ...notes.filter(({ what, fix }) => fix !== null || what === "problem").map(keyOf),
      ]);
      return show(
        { ...view, tally: tallyRuns(event.runs, view.tally), toldInFull },
        ...told.map((note): BlockBody => ({ kind: "hook", note })),
      );
    }
    case "notice":
      // The hook that sends the agent back has been told with its reason.
      if (event.level === "info" && event.code === "stop_gate") return show(view);
      return show(view, { kind: "notice", level: event.level, code: event.code, message: event.message });
    case "compaction_started":
      return show({ ...view, isCompacting: true }, { kind: "compaction-started", reason: event.reason });
    case "compaction_ended": {
      const { outcome, summary } = event;
      return show({ ...view, isCompacting: false }, { kind: "compaction-ended", outcome, summary });
    }
    case "agent_switched":
      return show(isRoot ? { ...view, agent: event.to } : view, {
        kind: "agent-switched",
        before: event.from,
        after: event.to,
        how: event.how,
      });
    case "subagent_started": {
      const { agent, task } = event;
      const speakers = withEntry(view.speakers, event.child_session_id, { depth: from.depth + 1, agent });
      return show({ ...view, speakers }, { kind: "subagent-started", agent, task });
    }
    case "subagent_stopped": {
      const { agent, response, error } = event;
      const speakers = withoutEntry(view.speakers, event.child_session_id);
      return show({ ...view, speakers }, { kind: "subagent-stopped", agent, response, error });
    }
  }
}

const keptOutput = 4_000;

function said(view: ViewState, { messages, blocks }: Said): Followed {
  return { view: { ...view, messages }, blocks };
}

function speakerOf(view: ViewState, session: string): Speaker {
  const known = view.speakers.get(session);
  if (known) return known;
  // A session whose beginning was not seen is still not the user's own.
  return session === view.root ? { depth: 0, agent: null } : { depth: 1, agent: session.slice(0, 8) };
}

function titleAmongMany(view: ViewState, callId: string): string | null {
  const call = view.calls.get(callId);
  if (!call) return null;
  const { depth, agent } = call.from;
  const open = [...view.calls.values()].filter(({ from }) => from.depth === depth && from.agent === agent);
  return open.length > 1 ? `${call.tool}  ${call.title}` : null;
}

/** The same hook failing the same way again is told again, but not once more how and what to do about it. */
function shorterWhenKnown(view: ViewState, note: HookNote): HookNote {
  return note.fix !== null && view.toldInFull.has(keyOf(note)) ? { ...note, text: "as before", fix: null } : note;
}

function keyOf({ what, hook, event, text }: HookNote): string {
  return JSON.stringify([what, hook, what === "problem" ? null : event, text]);
}

function withEntry<V>(map: ReadonlyMap<string, V>, key: string, value: V): ReadonlyMap<string, V> {
  return new Map(map).set(key, value);
}

function withoutEntry<V>(map: ReadonlyMap<string, V>, key: string): ReadonlyMap<string, V> {
  const next = new Map(map);
  next.delete(key);
  return next;
}
