import { isAbsolute, resolve } from "node:path";
import type { EventName } from "../catalog/catalog.ts";
import type { Effects } from "../engine/effects.ts";
import type { ExecutorSpec } from "../engine/hook.ts";
import type { Execution, Executor, Failure, Reply } from "../engine/ports.ts";
import { closest } from "../lib/closest.ts";
import { failed } from "./failure.ts";

type Fields = Readonly<Record<string, unknown>>;
type BuiltinSpec = Extract<ExecutorSpec, { kind: "builtin" }>;

/** What this executor needs to know of a built-in hook; `W` is the world that built-ins are given. */
interface Runnable<W> {
  readonly events: readonly EventName[];
  readonly run: (input: BuiltinCall, world: W) => Effects | undefined | Promise<Effects | undefined>;
}

/**
 * Makes the executor that runs built-in hooks in this process. Nothing is serialised, and one that answers at once is not
 * waited for. What it throws, the engine records as its failure.
 */
export function createBuiltinExecutor<W>(builtins: ReadonlyMap<string, Runnable<W>>, world: W): Executor {
  return (execution) => {
    const { hook, contract, signal } = execution;
    const { executor, timeoutMs } = hook;
    if (executor.kind !== "builtin") return failed("not-supported", `it is declared as a ${executor.kind} hook`);
    const builtin = builtins.get(executor.name);
    if (!builtin) return unknown(executor.name, builtins.keys());
    if (signal?.aborted) return canceled();
    if (!builtin.events.includes(contract.name as EventName)) return undefined;

    const stop = new LazyAbort();
    const returned = builtin.run(callOf(execution, executor, stop), world);
    const mustEnd = timeoutMs > 0 || signal !== null;
    const reply = isPromise(returned) && mustEnd ? bounded(returned, execution, stop) : returned;
    if (hook.mode === "sync") return reply;
    return isPromise(reply) ? reply.then(heard) : heard(reply);
  };
}

/** What a built-in is given. The signal and the dialect's payload are made only for those that look at them. */
interface BuiltinCall {
  readonly event: EventName;
  readonly payload: Fields;
  readonly written: () => Fields;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string | null;
  readonly signal: AbortSignal | null;
}

function callOf(execution: Execution, { args, env, cwd }: BuiltinSpec, stop: LazyAbort): BuiltinCall {
  const { hook, contract, payload, signal } = execution;
  return {
    event: contract.name as EventName,
    payload,
    written: () => asWritten(execution),
    args,
    env,
    cwd: placeOf(cwd, payload),
    get signal() {
      return hook.timeoutMs > 0 ? stop.signal : signal;
    },
  };
}

function asWritten({ hook, contract, payload }: Execution): Fields {
  if (hook.wire === null) return payload;
  const text = hook.wire.encode(contract, payload);
  if (typeof text !== "string") throw new Error(text.detail);
  return JSON.parse(text) as Fields;
}

function placeOf(cwd: string | null, payload: Fields): string | null {
  if (cwd !== null && isAbsolute(cwd)) return cwd;
  const place = textOrNull(payload.cwd) ?? textOrNull(payload.workspace);
  return cwd === null || place === null ? place : resolve(place, cwd);
}

/** An AbortController that is not made before somebody looks at its signal. */
class LazyAbort {
  private controller: AbortController | null = null;

  get signal(): AbortSignal {
    this.controller ??= new AbortController();
    return this.controller.signal;
  }

  abort(): void {
    this.controller?.abort();
  }
}

/** Waits until its time is up or the dispatch is canceled; what it says after that is not heard. */
function bounded(returned: Promise<Effects | undefined>, { hook, signal }: Execution, stop: LazyAbort): Promise<Reply> {
  return new Promise((settle, reject) => {
    const release = () => {
      clearTimeout(deadline);
      signal?.removeEventListener("abort", cancel);
    };
    const giveUp = (failure: Failure) => {
      release();
      stop.abort();
      settle(failure);
    };
    const expire = () => giveUp(failed("timed-out", `it gave no answer within ${hook.timeoutMs} ms`));
    const cancel = () => giveUp(canceled());
    const deadline = hook.timeoutMs > 0 ? setTimeout(expire, Math.min(hook.timeoutMs, 0x7fff_ffff)) : undefined;
    signal?.addEventListener("abort", cancel, { once: true });
    returned.finally(release).then(settle, reject);
  });
}

/** Nobody is told what an async hook says, so what went wrong must stand in its record. */
function heard(reply: Reply): Reply {
  const messages = reply && "messages" in reply ? (reply.messages ?? []) : [];
  const wrong = messages.filter(({ level }) => level !== "info").map(({ text }) => text);
  return wrong.length > 0 ? failed("exit-code", wrong.join(" ")) : reply;
}

function unknown(name: string, names: Iterable<string>): Failure {
  const suggestion = closest(name, names);
  const hint = suggestion === null ? "" : `; did you mean ${JSON.stringify(suggestion)}?`;
  return failed("not-supported", `there is no built-in hook ${JSON.stringify(name)}${hint}`);
}

function canceled(): Failure {
  return failed("killed", "it was canceled");
}

function textOrNull(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

function isPromise<T>(value: T | Promise<T>): value is Promise<T> {
  return typeof (value as Promise<T> | undefined)?.then === "function";
}
