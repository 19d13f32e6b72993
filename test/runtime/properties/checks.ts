import { isDeepStrictEqual } from "node:util";
import type { ChatMessage } from "../../../src/agent/chat-message.ts";
import { conversationOf } from "../../../src/agent/conversation.ts";
import type { LiveEvent } from "../../../src/agent/live-event.ts";
import type { InputOrigin } from "../../../src/agent/transcript.ts";
import type { EventName } from "../../../src/catalog/catalog.ts";
import type { Aftermath, Life } from "./live.ts";
import type { FiredEvent, Happening } from "./log.ts";

/** Names what is wrong; nothing when all is well. */
type Check = (aftermath: Aftermath) => Iterable<string>;
type LifeCheck = (life: Life, aftermath: Aftermath) => Iterable<string>;

/** What holds after every session, whatever happened to it. */
export const checks: Readonly<Record<string, Check>> = {
  "nothing hangs and nothing is thrown": inEachLife(function* ({ surprises }) {
    yield* surprises;
  }),
  "the process that was not killed ends its session": inEachLife(function* ({ record, wasKilled }) {
    if (record !== null && !wasKilled && record.state !== "stopped") yield `the session is ${record.state}`;
  }),

  "step.start has one step.end": pairs("step.start", "step.end", ({ turn_id, iteration }) => [turn_id, iteration]),
  "turn.start has one turn.end": inEachLife(({ log, wasKilled }) => {
    const ownTurns = log.happenings.filter((one) => !endsCutOffTurn(one));
    return unpaired(ownTurns, wasKilled, "turn.start", "turn.end", ({ turn_id }) => [turn_id]);
  }),
  "a turn that was cut off with its process ends once, when the session is taken up": function* ({ lives }) {
    const turnsIn = (happenings: readonly Happening[], event: EventName) =>
      firedIn(happenings, event).map(({ payload }) => key(payload.session_id, payload.turn_id));
    const [first, second] = lives.map(({ log }) => log.happenings);
    // The end of a turn that the store did not take is told again.
    if (first === undefined || second === undefined || storeFailed(first)) return;
    const ended = new Set(turnsIn(first, "turn.end"));
    const open = new Set(turnsIn(first, "turn.start").filter((turn) => !ended.has(turn)));
    for (const turn of turnsIn(second.filter(endsCutOffTurn), "turn.end"))
      if (!open.delete(turn)) yield `${turn} was not open`;
  },
  "message.start has one message.end": pairs("message.start", "message.end", ({ message_id }) => [message_id]),
  "a turn begins once": inEachLife(function* ({ log }) {
    const turns = firedIn(log.happenings, "turn.start").map(({ payload }) => key(payload.session_id, payload.turn_id));
    yield* repeatsIn(turns);
  }),
  "no turn has the id of an earlier one": function* ({ transcripts }) {
    for (const [session, entries] of transcripts) {
      const prompts = entries.filter(({ type, content }) => type === "user_message" && isPrompt(content.origin));
      for (const what of repeatsIn(prompts.map(({ turn_id }) => String(turn_id)))) yield `${session}: ${what}`;
    }
  },
  "session.start has one session.end": inEachLife(function* ({ log, wasKilled }) {
    for (const [session, fired] of bySession(log.happenings)) {
      let isOpen = false;
      for (const { event, payload } of fired) {
        const begins = event === "session.start" && payload.source !== "compact";
        if (begins && isOpen) yield `${session} began twice (${String(payload.source)})`;
        if (event === "session.end" && !isOpen) yield `${session} ended without having begun`;
        if (begins) isOpen = true;
        if (event === "session.end") isOpen = false;
      }
      if (isOpen && !wasKilled) yield `${session} never ended`;
    }
  }),
  "session.post_stop fires once": inEachLife(function* ({ log, wasKilled }) {
    for (const [session, fired] of bySession(log.happenings)) {
      const begun = fired.filter(({ event }) => event === "session.start").length;
      const stopped = fired.filter(({ event }) => event === "session.post_stop").length;
      if (stopped > 1 || (begun > 0 && stopped === 0 && !wasKilled)) yield `${session}: ${stopped} times`;
    }
  }),
  "subagent.start that nobody refused has one subagent.stop": inEachLife(function* ({ log, wasKilled }) {
    const started = firedIn(log.happenings, "subagent.start").filter(({ verdict }) => verdict?.decision !== "deny");
    const stopped = firedIn(log.happenings, "subagent.stop");
    const isWrong = wasKilled ? stopped.length > started.length : stopped.length !== started.length;
    if (isWrong) yield `${started.length} starts, ${stopped.length} stops`;
  }),
  "nothing is fired after session.post_stop": inEachLife(function* ({ log }) {
    for (const [session, fired] of bySession(log.happenings)) {
      const at = fired.findIndex(({ event }) => event === "session.post_stop");
      if (at >= 0) for (const { event } of fired.slice(at + 1)) yield `${session}: ${event}`;
    }
  }),
  "nothing is told after session_ended": inEachLife(function* ({ log }) {
    const ended = new Set<string>();
    for (const event of toldIn(log.happenings)) {
      if (ended.has(event.session_id)) yield `${event.session_id}: ${event.kind}`;
      if (event.kind === "session_ended") ended.add(event.session_id);
    }
  }),
  "turn_started has one turn_ended": toldPairs("turn_started", "turn_ended"),
  "step_started has one step_ended": toldPairs("step_started", "step_ended"),
  "message_started has one message_ended": toldPairs("message_started", "message_ended"),
  "tool_called has one tool_returned": toldPairs("tool_called", "tool_returned", { evenIfStoreFails: false }),

  "every call is decided once": inEachLife(everyCallIsDecidedOnce),
  "no tool runs that nobody allowed": inEachLife(noToolRunsUnallowed),
  "no tool runs once its turn is canceled": inEachLife(function* ({ log }) {
    for (const one of log.happenings) if (one.kind === "ran" && one.wasCanceled) yield `${one.session} ${one.id}`;
  }),
  "a result says that the tool ran if and only if it did": inEachLife(resultsAreTrue),
  "a hook that stops the turn at its end is obeyed": inEachLife(stopsAtTheGate),
  "nothing follows when a hook around a tool stops the run": inEachLife(stopsAroundTools),
  "a refused message ends its turn": inEachLife(refusedInputEndsTheTurn),
  "no model is asked what a hook refused": inEachLife(noModelIsAskedUnallowed),
  "no sub-agent starts that a hook refused": function* ({ lives, sessions }) {
    const started = lives.flatMap(({ log }) => firedIn(log.happenings, "subagent.start"));
    const allowed = started.filter(({ verdict }) => verdict?.decision !== "deny").length;
    const children = sessions.filter(({ parent_id }) => parent_id !== null).length;
    if (children > allowed) yield `${children} sub-sessions, ${allowed} allowed`;
  },

  "the transcript has no gap": function* ({ lives, transcripts }) {
    for (const [session, entries] of transcripts) {
      const isWhole = entries.every(({ sequence }, at) => sequence === at + 1);
      if (!isWhole) yield `${session}: ${entries.map(({ sequence }) => sequence).join(" ")}`;
    }
    for (const { log } of lives) {
      for (const one of log.happenings) if (one.kind === "not-kept" && !one.isPlanned) yield one.why;
    }
  },
  "every call in a transcript has one result": everyCallHasOneResult,
  "every turn in a transcript is done once": everyTurnIsDone,
  "a conversation that is too long is shortened once before the model answers": function* ({ transcripts }) {
    for (const [session, entries] of transcripts) {
      let turn: string | null = null;
      for (const { type, content, turn_id, sequence } of entries) {
        if (type === "usage" || turn_id !== turn) turn = null;
        if (type !== "system" || content.kind !== "compaction" || content.reason !== "overflow") continue;
        if (turn !== null) yield `${session}: again at ${sequence}`;
        turn = turn_id;
      }
    }
  },
  "every conversation can be sent to a model": function* ({ lives, transcripts }) {
    for (const [session, entries] of transcripts) {
      for (const what of whatIsWrongWith(conversationOf(entries))) yield `${session}: ${what}`;
    }
    for (const { log } of lives) {
      for (const { payload } of firedIn(log.happenings, "model.pre_call")) {
        const messages = (payload.messages ?? []) as ChatMessage[];
        for (const what of whatIsWrongWith(messages.filter(({ role }) => role !== "system"))) yield what;
      }
    }
  },
  "totals are what was fired": function* ({ lives, sessions }) {
    if (lives.some(({ wasKilled, log }) => wasKilled || storeFailed(log.happenings))) return;
    const happenings = lives.flatMap(({ log }) => log.happenings);
    for (const { id, totals } of sessions) {
      const fired = bySession(happenings).get(id) ?? [];
      const of = (event: EventName) => fired.filter((one) => one.event === event);
      const tokens = (name: string) =>
        of("model.post_call").reduce((sum, { payload }) => sum + Number((payload.usage as never)?.[name] ?? 0), 0);
      const returned = toldIn(happenings).filter((one) => one.kind === "tool_returned" && one.session_id === id);
      const expected = {
        turns: of("turn.start").length,
        steps: of("step.end").length,
        tool_calls: returned.length,
        input_tokens: tokens("input_tokens"),
        output_tokens: tokens("output_tokens"),
        cost: 0,
      };
      if (!isDeepStrictEqual(totals, expected))
        yield `${id}: ${JSON.stringify(totals)} instead of ${JSON.stringify(expected)}`;
    }
  },
  "sessions are kept as stopped": function* ({ lives, sessions }) {
    if (lives.some(({ wasKilled, log }) => wasKilled || storeFailed(log.happenings))) return;
    for (const { id, state } of sessions) if (state !== "stopped") yield `${id} is ${state}`;
  },
  "no session is left that never began": function* ({ lives, sessions }) {
    if (lives.some(({ wasKilled }) => wasKilled)) return;
    for (const { id, state } of sessions) if (state === "starting") yield id;
  },
  "every session has an agent that exists": function* ({ plan, sessions }) {
    for (const { id, agent } of sessions) if (!plan.agents.some(({ name }) => name === agent)) yield `${id}: ${agent}`;
  },
  "submit answers with how its turn ended": inEachLife(function* ({ log, outcomes, record }) {
    const own = toldIn(log.happenings).filter(({ session_id }) => session_id === record?.id);
    for (const { turnId, reason, answer } of outcomes) {
      const told = own.find(({ kind, turn_id }) => kind === "turn_ended" && turn_id === turnId);
      if (told?.kind === "turn_ended" && (told.reason !== reason || told.answer !== answer))
        yield `${turnId}: ${reason}, but ${told.reason} was told`;
    }
  }),
};

/** Everything that is wrong after a plan was carried out, each with the check that says so. */
export function complaintsOf(aftermath: Aftermath): string[] {
  return Object.entries(checks).flatMap(([name, check]) => [...check(aftermath)].map((what) => `${name}: ${what}`));
}

function inEachLife(check: LifeCheck): Check {
  return function* (aftermath) {
    for (const life of aftermath.lives) yield* check(life, aftermath);
  };
}

function pairs(
  opens: EventName,
  closes: EventName,
  idOf: (payload: FiredEvent["payload"]) => readonly unknown[],
): Check {
  return inEachLife(({ log, wasKilled }) => unpaired(log.happenings, wasKilled, opens, closes, idOf));
}

function endsCutOffTurn(one: Happening): boolean {
  return one.kind === "fired" && one.event === "turn.end" && one.payload.stop_reason === "interrupted";
}

function* unpaired(
  happenings: readonly Happening[],
  wasKilled: boolean,
  opens: EventName,
  closes: EventName,
  idOf: (payload: FiredEvent["payload"]) => readonly unknown[],
): Iterable<string> {
  const open = new Map<string, number>();
  for (const one of happenings) {
    if (one.kind !== "fired" || (one.event !== opens && one.event !== closes)) continue;
    const id = key(one.payload.session_id, ...idOf(one.payload));
    const count = (open.get(id) ?? 0) + (one.event === opens ? 1 : -1);
    if (count < 0) yield `${closes} without ${opens} for ${id}`;
    if (count > 1) yield `${opens} twice for ${id}`;
    open.set(id, count);
  }
  if (!wasKilled) for (const [id, count] of open) if (count > 0) yield `no ${closes} for ${id}`;
}

function toldPairs(
  opens: LiveEvent["kind"],
  closes: LiveEvent["kind"],
  { evenIfStoreFails = true }: { readonly evenIfStoreFails?: boolean } = {},
): Check {
  return inEachLife(function* ({ log, wasKilled }) {
    const open = new Map<string, number>();
    for (const event of toldIn(log.happenings)) {
      if (event.kind !== opens && event.kind !== closes) continue;
      const { session_id, turn_id } = event;
      const inner = event as { iteration?: number; message_id?: string; tool_call_id?: string };
      const id = key(session_id, turn_id, inner.iteration ?? inner.message_id ?? inner.tool_call_id);
      const count = (open.get(id) ?? 0) + (event.kind === opens ? 1 : -1);
      if (count < 0) yield `${closes} without ${opens} for ${id}`;
      if (count > 1 && evenIfStoreFails) yield `${opens} twice for ${id}`;
      open.set(id, count);
    }
    if (wasKilled || (!evenIfStoreFails && storeFailed(log.happenings))) return;
    for (const [id, count] of open) if (count > 0) yield `no ${closes} for ${id}`;
  });
}

/** Calls of tools that exist, with arguments that are an object, and no others. */
function* everyCallIsDecidedOnce({ log, wasKilled }: Life): Iterable<string> {
  const offered = new Map<string, ReadonlySet<string>>();
  const wanted = new Map<string, number>();
  const decided = new Map<string, number>();
  const told = new Map<string, number>();
  for (const one of log.happenings) {
    if (one.kind === "offered") offered.set(one.session, one.tools);
    if (one.kind === "kept" && one.entry.type === "tool_call") {
      const { session_id, content } = one.entry;
      if (!offered.get(session_id)?.has(content.tool_name) || !isObjectText(content.arguments)) continue;
      count(wanted, key(session_id, content.tool_call_id));
    }
    if (one.kind === "fired" && one.event === "permission.decided")
      count(decided, key(one.payload.session_id, one.payload.tool_call_id));
    if (one.kind === "told" && one.event.kind === "permission_decided")
      count(told, key(one.event.session_id, one.event.tool_call_id));
  }
  const isCutOff = wasKilled || storeFailed(log.happenings);
  for (const id of new Set([...wanted.keys(), ...decided.keys(), ...told.keys()])) {
    const [want = 0, fired = 0, seen = 0] = [wanted.get(id), decided.get(id), told.get(id)];
    if (fired > want || (fired < want && !isCutOff)) yield `${id}: ${fired} times instead of ${want}`;
    if (seen > fired || (seen < fired && !isCutOff)) yield `${id}: fired ${fired} times, told ${seen} times`;
  }
}

/** Follows each call from the moment it is looked at until its result. */
function* noToolRunsUnallowed({ log }: Life): Iterable<string> {
  const refused = new Map<string, string>();
  const allowed = new Set<string>();
  let asking = "";
  for (const one of log.happenings) {
    if (one.kind === "told" && one.event.kind === "tool_called") {
      const id = key(one.event.session_id, one.event.tool_call_id);
      refused.delete(id);
      allowed.delete(id);
    }
    if (one.kind === "told" && one.event.kind === "confirmation_requested") {
      asking = key(one.event.session_id, one.event.tool_call_id);
    }
    if (one.kind === "asked" && one.isRefused) refused.set(asking, "a person did not approve it");
    if (one.kind === "fired") {
      const id = key(one.payload.session_id, one.payload.tool_call_id);
      const isGate = one.event === "tool.pre_call" || one.event === "permission.request";
      if (isGate && one.verdict?.decision === "deny") refused.set(id, `a hook on ${one.event} denied it`);
      if (one.event === "tool.pre_call" && one.verdict?.stop) refused.set(id, "a hook stopped the run");
      if (one.event === "permission.decided") {
        if (one.payload.decision === "allow") allowed.add(id);
        else refused.set(id, `it was decided: ${String(one.payload.decision)}`);
      }
    }
    if (one.kind === "ran") {
      const id = key(one.session, one.id);
      const why = refused.get(id);
      if (why !== undefined) yield `${id} (${one.tool}) ran although ${why}`;
      if (!allowed.delete(id)) yield `${id} (${one.tool}) ran without an approval of its own`;
    }
  }
}

function* resultsAreTrue({ log }: Life): Iterable<string> {
  const ran = new Set<string>();
  const own = new Set<string>();
  for (const one of log.happenings) {
    if (one.kind === "ran") {
      ran.add(key(one.session, one.id));
      own.add(one.tool);
    }
    if (one.kind !== "told" || one.event.kind !== "tool_returned") continue;
    const { session_id, tool_call_id, outcome, tool_name } = one.event;
    const didRun = ran.delete(key(session_id, tool_call_id));
    const mayHaveRun = outcome === "ran" || outcome === "canceled";
    if (didRun && !mayHaveRun) yield `${tool_call_id} ran, and its result says ${outcome}`;
    if (!didRun && outcome === "ran" && own.has(tool_name)) yield `${tool_call_id} did not run, and its result says so`;
  }
}

/** A hook on turn.stopping that ends the turn is not overruled by anything. */
function* stopsAtTheGate({ log }: Life): Iterable<string> {
  const over = new Set<string>();
  for (const one of log.happenings) {
    if (one.kind !== "fired") continue;
    const turn = key(one.payload.session_id, one.payload.turn_id);
    if (one.event === "step.start" && over.has(turn)) yield `another step in ${turn}`;
    if (one.event === "turn.stopping" && one.verdict?.stop) over.add(turn);
  }
}

/** After a hook around a tool has stopped the run, no other tool runs and no model is asked in this turn. */
function* stopsAroundTools({ log }: Life): Iterable<string> {
  const stopped = new Set<unknown>();
  const around: readonly EventName[] = ["tool.pre_call", "tool.post_call", "tool.post_error"];
  for (const one of log.happenings) {
    if (one.kind === "ran" && stopped.has(one.session)) yield `${one.session} ${one.id} ran`;
    if (one.kind !== "fired") continue;
    const { session_id } = one.payload;
    if (one.event === "turn.end") stopped.delete(session_id);
    if (one.event === "step.start" && stopped.has(session_id)) yield `another step in ${String(session_id)}`;
    if (around.includes(one.event) && one.verdict?.stop) stopped.add(session_id);
  }
}

/** A message, a prompt or a waiting message that a hook refuses is the end of its turn. */
function* refusedInputEndsTheTurn({ log }: Life): Iterable<string> {
  const refused = new Map<string, string>();
  const gates: readonly EventName[] = ["input.pre_submit", "input.steering", "input.followup", "prompt.post_assemble"];
  for (const one of log.happenings) {
    if (one.kind !== "fired") continue;
    const turn = key(one.payload.session_id, one.payload.turn_id);
    if (one.event === "step.start" && refused.has(turn)) yield `${turn} goes on after ${refused.get(turn)}`;
    const { verdict } = one;
    const isStopped = one.event !== "prompt.post_assemble" && verdict?.stop;
    if (gates.includes(one.event) && (verdict?.decision === "deny" || isStopped)) refused.set(turn, one.event);
  }
}

/** Every model call of a step was shown to hooks before, and none of them refused it. */
function* noModelIsAskedUnallowed({ log }: Life): Iterable<string> {
  const allowed = new Map<unknown, boolean>();
  for (const one of log.happenings) {
    if (one.kind === "fired" && one.event === "model.pre_call") {
      allowed.set(one.payload.session_id, one.verdict?.decision !== "deny" && !one.verdict?.stop);
    }
    if (one.kind !== "offered") continue;
    if (allowed.get(one.session) !== true) yield `${one.session}`;
    allowed.delete(one.session);
  }
}

function* everyCallHasOneResult({ lives, transcripts, sessions }: Aftermath): Iterable<string> {
  const mayBeOpen = cutOff(lives);
  for (const [session, entries] of transcripts) {
    const open = new Map<string, number>();
    for (const { type, content } of entries) {
      if (type === "tool_call") count(open, content.tool_call_id);
      if (type !== "tool_result") continue;
      const left = (open.get(content.tool_call_id) ?? 0) - 1;
      if (left < 0) yield `${session} ${content.tool_call_id}: a result too many`;
      open.set(content.tool_call_id, left);
    }
    // Nobody takes up what a killed process had delegated.
    const isChild = sessions.find(({ id }) => id === session)?.parent_id !== null;
    if (mayBeOpen === "store" || (mayBeOpen === "killed" && isChild)) continue;
    if (mayBeOpen === "not-resumed") continue;
    for (const [id, left] of open) if (left > 0) yield `${session} ${id}: no result`;
  }
}

function* everyTurnIsDone({ lives, transcripts, sessions }: Aftermath): Iterable<string> {
  const mayBeOpen = cutOff(lives);
  for (const [session, entries] of transcripts) {
    const done = entries.filter(({ type }) => type === "done").map(({ turn_id }) => String(turn_id));
    for (const what of repeatsIn(done)) yield `${session}: done twice, ${what}`;
    const isChild = sessions.find(({ id }) => id === session)?.parent_id !== null;
    if (mayBeOpen === "store" || mayBeOpen === "not-resumed" || (mayBeOpen === "killed" && isChild)) continue;
    const turns = new Set(entries.flatMap(({ turn_id }) => (turn_id === null ? [] : [turn_id])));
    for (const turn of turns) if (!done.includes(turn)) yield `${session}: ${turn} is not done`;
  }
}

function cutOff(lives: readonly Life[]): "no" | "store" | "killed" | "not-resumed" {
  if (lives.some(({ log }) => storeFailed(log.happenings))) return "store";
  if (!lives.some(({ wasKilled }) => wasKilled)) return "no";
  return lives.length === 2 && lives[1]?.record ? "killed" : "not-resumed";
}

function* whatIsWrongWith(messages: readonly ChatMessage[]): Iterable<string> {
  const waiting = new Set<string>();
  const known = new Set<string>();
  for (const [at, message] of messages.entries()) {
    if (message.role !== "tool") {
      if (waiting.size > 0) yield `message ${at} comes before the results of ${[...waiting].join(", ")}`;
      waiting.clear();
    }
    if (message.role === "tool" && !waiting.delete(message.tool_call_id)) yield `message ${at} answers no call`;
    if (message.role !== "assistant") continue;
    if (messages[at - 1]?.role === "assistant") yield `message ${at} is a second answer in a row`;
    if (message.content === "" && !message.tool_calls?.length) yield `message ${at} says nothing`;
    for (const { id } of message.tool_calls ?? []) {
      if (known.has(id)) yield `the id ${id} comes twice`;
      known.add(id);
      waiting.add(id);
    }
  }
  if (waiting.size > 0) yield `no result for ${[...waiting].join(", ")}`;
}

function firedIn(happenings: readonly Happening[], event: EventName): FiredEvent[] {
  return happenings.filter((one): one is FiredEvent => one.kind === "fired" && one.event === event);
}

function toldIn(happenings: readonly Happening[]): LiveEvent[] {
  return happenings.flatMap((one) => (one.kind === "told" ? [one.event] : []));
}

/** `subagent.stop` names the session that was delegated to, but belongs to the one that delegated. */
function bySession(happenings: readonly Happening[]): Map<string, FiredEvent[]> {
  const sessions = new Map<string, FiredEvent[]>();
  for (const one of happenings) {
    if (one.kind !== "fired") continue;
    const { session_id, parent_session_id } = one.payload;
    const session = one.event === "subagent.stop" ? parent_session_id : session_id;
    if (typeof session === "string") sessions.set(session, [...(sessions.get(session) ?? []), one]);
  }
  return sessions;
}

/** Begins a turn, unlike what is said in the course of one. */
function isPrompt(origin: InputOrigin): boolean {
  return origin === "user" || origin === "task";
}

function storeFailed(happenings: readonly Happening[]): boolean {
  return happenings.some(({ kind }) => kind === "not-kept");
}

function* repeatsIn(names: readonly string[]): Iterable<string> {
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) yield `${name} comes again`;
    seen.add(name);
  }
}

function count(counts: Map<string, number>, id: string): void {
  counts.set(id, (counts.get(id) ?? 0) + 1);
}

function key(...parts: readonly unknown[]): string {
  return parts.map(String).join(" ");
}

function isObjectText(text: string): boolean {
  if (text.trim() === "") return true;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
