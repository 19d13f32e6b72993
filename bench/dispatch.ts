/*
 * Each comparison runs in a process of its own: the compiler optimises for what it has seen, so that one comparison would
 * otherwise weigh on the next.
 *
 * What a dispatch costs when no process has to be started: against a Map miss, against bare awaits, and against two peers.
 * Run with: node bench/dispatch.ts
 */
import { execFileSync } from "node:child_process";
import { createEngine, type Engine } from "../src/engine/engine.ts";
import { nativeHook } from "../src/engine/native-hook.ts";
import { importPeer, openGeminiHooks } from "./lib/gemini.ts";
import { type Candidate, interleave, printBar, printValue } from "./lib/rounds.ts";

const payload = { tool_name: "Read", tool_namespace: "fs", read_only: true, tool_input: { path: "src/a.ts" } };
const loops = 200_000;
const asyncFunctions = Array.from({ length: 10 }, () => async (given: unknown) => void given);

function engineWith(count: number): Engine {
  const hooks = Array.from({ length: count }, (_, at) =>
    nativeHook({
      name: `hook-${at}`,
      event: "tool.pre_call",
      matcher: { tool_name: `Tool${at}` },
      run: () => undefined,
    }),
  );
  return createEngine({ hooks });
}

/** Nanoseconds of one call, over many. */
function sync(work: () => unknown, times = loops): Candidate {
  return () => {
    let kept: unknown;
    const startedAt = performance.now();
    for (let at = 0; at < times; at++) kept = work();
    const took = performance.now() - startedAt;
    if (kept === loops) throw new Error("never: only keeps the loop from being optimised away");
    return (took * 1e6) / times;
  };
}

function awaited(work: () => unknown, times: number): Candidate {
  return async () => {
    const startedAt = performance.now();
    for (let at = 0; at < times; at++) await work();
    return ((performance.now() - startedAt) * 1e6) / times;
  };
}

const comparisons = { "no-match": compareNoMatch, "in-process": compareInProcess, peers: comparePeers };

const wanted = process.argv[2];
if (wanted === undefined) {
  for (const name of Object.keys(comparisons)) {
    execFileSync(process.execPath, [import.meta.filename, name], { stdio: "inherit" });
  }
} else await comparisons[wanted as keyof typeof comparisons]();

async function compareNoMatch(): Promise<void> {
  const map = new Map(Array.from({ length: 73 }, (_, at) => [`event.${at}`, at]));
  const none = createEngine();
  const ten = engineWith(10);
  const tenThousand = engineWith(10_000);
  const ns = await interleave(
    {
      mapMiss: sync(() => map.get(payload.tool_name)),
      noHooks: sync(() => none.fire("tool.pre_call", payload)),
      ten: sync(() => ten.fire("tool.pre_call", payload)),
      tenThousand: sync(() => tenThousand.fire("tool.pre_call", payload)),
    },
    { rounds: 15, warmUp: 3 },
  );
  for (const [name, value] of Object.entries(ns)) printValue(name, value, "ns");
  printBar({ name: "no hook of the event ÷ Map miss", ratio: ns.noHooks / ns.mapMiss, atMost: 4 });
  printBar({ name: "10 hooks, none applies ÷ Map miss", ratio: ns.ten / ns.mapMiss, atMost: 4 });
  printBar({ name: "10,000 hooks, none applies ÷ 10 hooks", ratio: ns.tenThousand / ns.ten, atMost: 1.5 });
}

async function compareInProcess(): Promise<void> {
  const run = await interleave(
    { tenAwaits: awaited(tenBareAwaits, 20_000), tenAsync: awaited(tenAsyncHooks(), 20_000) },
    { rounds: 21, warmUp: 5 },
  );
  for (const [name, value] of Object.entries(run)) printValue(name, value, "ns");
  printBar({ name: "10 async functions ÷ 10 bare awaits", ratio: run.tenAsync / run.tenAwaits, atMost: 1.6 });
}

async function comparePeers(): Promise<void> {
  const none = createEngine();
  const tenThousand = engineWith(10_000);
  const candidates: Record<string, Candidate> = {
    ours: sync(() => none.fire("tool.pre_call", payload)),
    ours10k: sync(() => tenThousand.fire("tool.pre_call", payload)),
    oursAsync: awaited(tenAsyncHooks(), 20_000),
  };
  const hookable = await importPeer<Hookable>("hookable");
  if (hookable) {
    const hooks = hookable.createHooks();
    for (const run of asyncFunctions) hooks.hook("tool", run);
    candidates.hookable = awaited(() => hooks.callHook("tool", payload), 20_000);
  }
  const gemini0 = await openGeminiHooks([]);
  if (gemini0) candidates.gemini0 = awaited(() => gemini0.fireBeforeToolEvent("Read", payload.tool_input), 2_000);
  const gemini10k = await openGeminiHooks(otherTools(10_000));
  if (gemini10k) candidates.gemini10k = awaited(() => gemini10k.fireBeforeToolEvent("Read", payload.tool_input), 5);

  const ns = await interleave(candidates, { rounds: 9, warmUp: 2 });
  const against = (peer: string, mine: string) => (ns[peer] ?? Number.NaN) / (ns[mine] ?? Number.NaN);
  for (const [name, value] of Object.entries(ns)) printValue(name, value, "ns");
  if (hookable) printBar({ name: "hookable, 10 async ÷ ours", ratio: against("hookable", "oursAsync"), atLeast: 2 });
  if (gemini0) printBar({ name: "gemini-cli, no hooks ÷ ours", ratio: against("gemini0", "ours") });
  if (gemini10k)
    printBar({ name: "gemini-cli, 10,000 hooks ÷ ours", ratio: against("gemini10k", "ours10k"), atLeast: 10_000 });
}

interface Hookable {
  createHooks(): { hook(name: string, run: unknown): void; callHook(name: string, given: unknown): unknown };
}

async function tenBareAwaits(): Promise<void> {
  for (const run of asyncFunctions) await run(payload);
}

function tenAsyncHooks(): () => unknown {
  const hooks = asyncFunctions.map((run, at) => nativeHook({ name: `hook-${at}`, event: "tool.pre_call", run }));
  const engine = createEngine({ hooks });
  return () => engine.fire("tool.pre_call", payload);
}

function otherTools(count: number): unknown[] {
  const hooks = (at: number) => [{ type: "command", command: `true ${at}` }];
  return Array.from({ length: count }, (_, at) => ({ matcher: `Tool${at}`, hooks: hooks(at) }));
}
