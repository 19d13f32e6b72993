import type { EventContract } from "../catalog/contract.ts";
import { type Dispatch, type DispatchPorts, idFor, refuse, report } from "./dispatch-state.ts";
import { DispatchVerdict } from "./dispatch-verdict.ts";
import { ending } from "./ending.ts";
import type { Hook } from "./hook.ts";
import { Ledger } from "./ledger.ts";
import { chainOf, dispatchBegins, dispatchEnds, maxDepth, type Nesting } from "./nesting.ts";
import { queueObservers } from "./observers.ts";
import type { EventPlan, Plan } from "./plan.ts";
import type { Reply } from "./ports.ts";
import { caught, threw } from "./read-reply.ts";
import { settle } from "./settle.ts";
import { isPromise, startHook } from "./start-hook.ts";
import type { Trace } from "./trace.ts";
import type { Verdict } from "./verdict.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Runs the plan of one event and answers with one verdict; without waiting when no hook makes it wait. */
export function dispatch(
  event: EventPlan,
  plan: Plan,
  payload: Fields,
  nesting: Nesting,
  signal: AbortSignal | null,
  trace: Trace | null,
  ports: DispatchPorts,
): Verdict | Promise<Verdict> {
  const { contract } = event;
  const startedAt = ports.clock.now();
  const state: Dispatch = {
    ports,
    contract,
    plan,
    nesting,
    // What must survive the request that fired it does not hear of the request's end.
    signal: contract.detached ? null : signal,
    trace,
    payload: stamp(contract, payload, ports.timeText(startedAt)),
    decision: "none",
    reason: null,
    contexts: none,
    messages: none,
    metadata: noMetadata,
    continue: null,
    stop: null,
    ledger: new Ledger(plan, startedAt),
    problems: event.problems,
    position: 0,
    runId: "",
    context: null,
    ended: false,
  };
  dispatchBegins();
  return nesting.depth > maxDepth ? refuseDepth(state) : runChain(state);
}

const none: readonly never[] = Object.freeze([]);
const noMetadata = Object.freeze({});

function stamp(contract: EventContract, payload: Fields, now: string): Fields {
  if (!contract.stamped) return payload;
  const { event, timestamp } = payload;
  return event === undefined || timestamp === undefined
    ? { ...payload, event: event ?? contract.name, timestamp: timestamp ?? now }
    : payload;
}

function runChain(state: Dispatch): Verdict | Promise<Verdict> {
  const pending = advance(state);
  return pending === null ? finish(state) : runRest(state, pending);
}

/** Goes on with the chain whenever the hook it waits for has answered. Small, because every `await` saves its variables. */
async function runRest(state: Dispatch, first: Promise<Reply>): Promise<Verdict> {
  let pending: Promise<Reply> | null = first;
  while (pending !== null) {
    let reply: Reply;
    try {
      reply = await pending;
    } catch (error) {
      reply = threw(error);
    }
    if (reply !== allSettled) endRun(state, reply);
    pending = advance(state);
  }
  return finish(state);
}

/** Runs hooks until one has to be waited for; null when the chain is over. */
function advance(state: Dispatch): Promise<Reply> | null {
  const hooks = state.plan.sync;
  while (state.position < hooks.length && !state.ended) {
    const hook = hooks[state.position] as Hook;
    if (state.signal?.aborted) {
      refuseCanceled(state, hook);
      break;
    }
    if (state.plan.hasGroups) {
      const end = groupEnd(state);
      if (end > state.position + 1) return runTogether(state, end);
    }
    state.runId = idFor(state, hook);
    const reply = startHook(state, hook, state.payload, state.signal, state.runId);
    if (isPromise(reply)) return reply;
    endRun(state, reply);
  }
  return null;
}

function endRun(state: Dispatch, reply: Reply): void {
  const hook = state.plan.sync[state.position] as Hook;
  state.ledger.end(state, settle(state, hook, reply));
  state.position++;
}

/** Where the run of neighbours that may start together ends; the hook itself when it has none. */
function groupEnd({ plan, position }: Dispatch): number {
  const hooks = plan.sync;
  let end = position + 1;
  if (!hooks[position]?.together) return end;
  while (hooks[end]?.together) end++;
  return end;
}

/** What is waited for when several hooks were started together; they are settled by then. */
const allSettled: Reply = Object.freeze({});

/** Starts neighbours at once and judges them in order. All of them have run, so all are judged, also after a denial. */
async function runTogether(state: Dispatch, end: number): Promise<Reply> {
  const { clock, nextRunId } = state.ports;
  const replies = await Promise.all(
    state.plan.sync.slice(state.position, end).map(async (hook) => {
      const runId = nextRunId();
      const startedAt = clock.now();
      const reply = await caught(startHook(state, hook, state.payload, state.signal, runId));
      return { hook, runId, reply, tookMs: clock.now() - startedAt };
    }),
  );
  for (const { hook, runId, reply, tookMs } of replies) {
    state.ledger.endAfter(state, settle(state, hook, reply), tookMs, runId);
  }
  state.ledger.skipTo(clock.now());
  state.position = end;
  return allSettled;
}

function refuseCanceled(state: Dispatch, next: Hook): void {
  const what = `${state.contract.name} was canceled before hook "${next.name}" ran.`;
  report(state, { code: "DISPATCH_CANCELED", hook: next.name, failure: null, what, fix: "Fire the event again." });
  refuse(state, what);
}

function finish(state: Dispatch): Verdict {
  dispatchEnds();
  state.ledger.close(state);
  if (!state.ended && state.plan.async.length > 0) queueObservers(state);
  return new DispatchVerdict(state);
}

function refuseDepth(state: Dispatch): Verdict {
  const { nesting, plan, contract, ledger, ports } = state;
  const what = `${contract.name} was fired ${nesting.depth} levels deep (${chainOf(nesting).join(" → ")}); the limit is ${maxDepth}.`;
  for (const hook of plan.sync.length > 0 ? plan.sync : plan.async) {
    ledger.miss(state, hook, ending("skipped", what), ports.nextRunId());
  }
  const fix = "Look for a hook that fires the event it listens to.";
  report(state, { code: "DISPATCH_TOO_DEEP", hook: null, failure: null, what, fix });
  if (plan.sync.length > 0) refuse(state, what);
  state.ended = true;
  return finish(state);
}
