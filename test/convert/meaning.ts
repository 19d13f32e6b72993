import type { EventName } from "../../src/catalog/catalog.ts";
import { createEngine } from "../../src/engine/engine.ts";
import type { Hook } from "../../src/engine/hook.ts";
import type { Execution, Executor, Executors, Reply } from "../../src/engine/ports.ts";
import type { TraceStep } from "../../src/engine/trace.ts";

/** What a hook, taken alone, makes of one payload. */
export interface Meaning {
  /** How often it ran, and how each run ended. */
  readonly runs: readonly string[];
  readonly verdict: string;
}

/** Fires payloads at hooks through the real engine, wire and judge, and writes down what comes of each. */
export async function meaningsOf(
  hooks: readonly Hook[],
  event: EventName,
  payloads: readonly Readonly<Record<string, unknown>>[],
  executors: Executors,
): Promise<readonly Meaning[]> {
  const engine = createEngine({ hooks, executors });
  const meaningOf = async (payload: Readonly<Record<string, unknown>>): Promise<Meaning> => {
    const steps: TraceStep[] = [];
    const verdict = await engine.fire(event, payload as never, { trace: (step) => steps.push(step) });
    if (hooks.some(({ mode }) => mode === "async")) await engine.idle();
    const { decision, reason, payload: patched, contexts, messages, metadata, stop } = verdict;
    const texts = contexts.map(({ text, lifetime }) => [text, lifetime]);
    const shown = messages.map(({ level, text }) => [level, text]);
    return {
      runs: steps.map(({ outcome, failure }) => `${outcome}${failure === null ? "" : ` (${failure})`}`),
      verdict: JSON.stringify([decision, reason, patched, texts, shown, metadata, verdict.continue, stop]),
    };
  };
  const meanings = await inBatches(payloads, meaningOf);
  await engine.close();
  return meanings;
}

const batch = 8;

/** A few at a time, so that both processes and we have something to do. */
async function inBatches<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (let at = 0; at < items.length; at += batch)
    done.push(...(await Promise.all(items.slice(at, at + batch).map(work))));
  return done;
}

/** Runs every distinct program with every distinct input once, and remembers what it said: the scripts depend on nothing else. */
export function remembering(execute: Executor): Executor {
  const known = new Map<string, Promise<Reply>>();
  return async (execution) => {
    const key = keyOf(execution);
    const reply = known.get(key) ?? Promise.resolve(execute(execution));
    known.set(key, reply);
    return reply;
  };
}

function keyOf({ hook, contract, payload }: Execution): string {
  const { executor, timeoutMs, wire } = hook;
  if (executor.kind !== "process") throw new TypeError(executor.kind);
  const { command, args, env } = executor;
  const root = executor.cwd;
  const words = [command, ...args].map((word) => word.replaceAll(root, ""));
  const { WHY } = env;
  // Every workspace is a copy of another, so that only the paths below it count.
  const stdin = String(wire?.encode(contract, payload)).replaceAll(root, "");
  return JSON.stringify([words.map((word) => word.replace(/^\.?\//, "")), WHY, timeoutMs, wire?.outputLimit, stdin]);
}
