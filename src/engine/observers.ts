import { frozenCopy } from "../lib/frozen-copy.ts";
import type { PoolTask } from "./async-pool.ts";
import { type Dispatch, idFor, report } from "./dispatch-state.ts";
import { type Ending, ending, noOpinion, recordRun } from "./ending.ts";
import type { Hook } from "./hook.ts";
import type { Reply } from "./ports.ts";
import { caught, effectsOf, notTrusted } from "./read-reply.ts";
import { settle, tell } from "./settle.ts";
import { isPromise, startHook } from "./start-hook.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Queues the async hooks. They see what the chain made of the payload, as one frozen copy that nobody can change. */
export function queueObservers(state: Dispatch): void {
  let payload: Fields;
  try {
    payload = frozenCopy(state.payload);
  } catch (error) {
    refuseToCopy(state, error);
    return;
  }
  for (const hook of state.plan.async) {
    const runId = idFor(state, hook);
    if (typeof hook.trust?.refusal === "string") {
      skipUntrusted(state, hook, hook.trust.refusal, runId);
    } else if (!state.ports.pool.submit(new Observation(state, hook, payload, runId))) drop(state, hook, runId);
  }
}

/** One async hook that waits for its turn. A class, because one object is made where two functions would be. */
class Observation implements PoolTask {
  readonly #state: Dispatch;
  readonly #hook: Hook;
  readonly #payload: Fields;
  readonly #runId: string;

  constructor(state: Dispatch, hook: Hook, payload: Fields, runId: string) {
    this.#state = state;
    this.#hook = hook;
    this.#payload = payload;
    this.#runId = runId;
  }

  /** Runs the hook. Answers without a promise when there is nothing to wait for. */
  run(poolSignal: AbortSignal): undefined | Promise<void> {
    const { ports, signal: own } = this.#state;
    const signal = own === null ? poolSignal : AbortSignal.any([own, poolSignal]);
    // How long it took is for the records; without them nobody asks.
    const startedAt = ports.record === null ? 0 : ports.clock.now();
    const reply = startHook(this.#state, this.#hook, this.#payload, signal, this.#runId);
    if (isPromise(reply)) return caught(reply).then((settled) => this.#finish(settled, startedAt));
    this.#finish(reply, startedAt);
    return undefined;
  }

  #finish(reply: Reply, startedAt: number): void {
    const { ports, trace } = this.#state;
    if (ports.record === null && trace === null) return;
    const ended = endingOf(this.#state, this.#hook, reply, this.#payload);
    if (ports.record !== null) {
      recordRun(this.#state, this.#hook, ended, ports.clock.now() - startedAt, this.#runId);
    }
    if (trace !== null) tell(this.#state, trace, this.#hook, this.#payload, reply, ended, null);
  }

  abandoned(): void {
    recordRun(this.#state, this.#hook, ending("dropped", "the engine shut down before its turn"), 0, this.#runId);
  }
}

/** The verdict must say so, and it does not wait for async hooks. */
function skipUntrusted(state: Dispatch, hook: Hook, detail: string, runId: string): void {
  state.ledger.miss(state, hook, settle(state, hook, notTrusted(detail)), runId);
}

/** A payload that is not plain data, a function in it for example, comes from the program we are embedded in. */
function refuseToCopy(state: Dispatch, error: unknown): void {
  const why = `the payload cannot be copied for it: ${error instanceof Error ? error.message : String(error)}`;
  for (const hook of state.plan.async) {
    state.ledger.miss(state, hook, ending("failed", why, "spawn-error"), state.ports.nextRunId());
    const what = `Async hook "${hook.name}" did not run on ${state.contract.name}: ${why}.`;
    report(state, {
      code: "HOOK_FAILED",
      hook: hook.name,
      failure: "spawn-error",
      what,
      fix: "Fire events with plain data.",
    });
  }
}

function endingOf(state: Dispatch, hook: Hook, reply: Reply, payload: Fields): Ending {
  if (reply === undefined) return noOpinion;
  const effects = effectsOf(state.contract, hook, reply, payload);
  if (effects.kind === "failure") {
    const outcome = effects.failure === "trust-refused" ? "skipped" : "failed";
    return ending(outcome, effects.detail, effects.failure, effects.usage);
  }
  const error = effects.decision === "deny" ? "its deny had no effect: async hooks only observe" : null;
  const { patch = null, usage = null } = effects;
  return { outcome: "applied", failure: null, error, patch, usage };
}

function drop(state: Dispatch, hook: Hook, runId: string): void {
  const { pool } = state.ports;
  const why = `the async queue is full (${pool.depth()} of ${pool.capacity} waiting)`;
  state.ledger.miss(state, hook, ending("dropped", why), runId);
  report(state, {
    code: "HOOK_DROPPED",
    hook: hook.name,
    failure: null,
    what: `Async hook "${hook.name}" did not run on ${state.contract.name}: ${why}.`,
    fix: "Make the hook faster, or raise the queue capacity.",
  });
}
