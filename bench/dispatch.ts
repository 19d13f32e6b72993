/*
 * What a dispatch costs when no process has to be started: against a Map miss, against bare awaits, and against two peers.
 * Run with: node bench/dispatch.ts
 */
import { createEngine, type Engine } from "../src/engine/engine.ts";
import { nativeHook } from "../src/engine/native-hook.ts";
import { importPeer, openGeminiHooks } from "./lib/gemini.ts";
import { type Candidate, interleave, printBar, printValue } from "./lib/rounds.ts";

const payload = { tool_name: "Read", tool_namespace: "fs", read_only: true, tool_input: { path: "src/a.ts" } };
const loops = 200_000;

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
    if (kept === map) throw new Error("never: only keeps the loop from being optimised away");
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

const map = new Map(Array.from({ length: 73 }, (_, at) => [`event.${at}`, at]));
const noHooks = createEngine();
const ten = engineWith(10);
const tenThousand = engineWith(10_000);

const asyncFunctions = Array.from({ length: 10 }, () => async (given: unknown) => void given);
const tenAsync = createEngine({
  hooks: asyncFunctions.map((run, at) => nativeHook({ name: `hook-${at}`, event: "tool.pre_call", run })),
});
const tenSync = createEngine({
  hooks: asyncFunctions.map((_, at) =>
    nativeHook({ name: `hook-${at}`, event: "tool.pre_call", run: () => undefined }),
  ),
});

const candidates = {
  mapMiss: sync(() => map.get(payload.tool_name)),
  noHooks: sync(() => noHooks.fire("tool.pre_call", payload)),
  ten: sync(() => ten.fire("tool.pre_call", payload)),
  tenThousand: sync(() => tenThousand.fire("tool.pre_call", payload)),
  tenAwaits: awaited(async () => {
    for (const run of asyncFunctions) await run(payload);
  }, 20_000),
  tenAsync: awaited(() => tenAsync.fire("tool.pre_call", payload), 20_000),
  tenSync: awaited(() => tenSync.fire("tool.pre_call", payload), 20_000),
} satisfies Record<string, Candidate>;

const own = await interleave(candidates, { rounds: 15, warmUp: 3 });
for (const [name, value] of Object.entries(own)) printValue(name, value, "ns");
printBar({ name: "no hook of the event ÷ Map miss", ratio: own.noHooks / own.mapMiss, atMost: 4 });
printBar({ name: "10 hooks, none applies ÷ Map miss", ratio: own.ten / own.mapMiss, atMost: 4 });
printBar({ name: "10,000 hooks, none applies ÷ 10 hooks", ratio: own.tenThousand / own.ten, atMost: 1.5 });
printBar({ name: "10 async functions ÷ 10 bare awaits", ratio: own.tenAsync / own.tenAwaits, atMost: 1.6 });
printBar({ name: "10 sync functions ÷ 10 bare awaits", ratio: own.tenSync / own.tenAwaits });

// The peers come second: what they load (hundreds of megabytes, async hooks) would weigh on the floors as well.
const peers: Record<string, Candidate> = {};
const hookable = await importPeer<{
  createHooks: () => { hook(name: string, run: unknown): void; callHook(name: string, given: unknown): unknown };
}>("hookable");
if (hookable) {
  const hooks = hookable.createHooks();
  for (const run of asyncFunctions) hooks.hook("tool", run);
  peers.hookable = awaited(() => hooks.callHook("tool", payload), 20_000);
}
const otherTools = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    matcher: `Tool${at}`,
    hooks: [{ type: "command", command: `true ${at}` }],
  }));
for (const [name, count, times] of [
  ["gemini0", 0, 2_000],
  ["gemini10k", 10_000, 5],
] as const) {
  const gemini = await openGeminiHooks(otherTools(count));
  if (gemini) peers[name] = awaited(() => gemini.fireBeforeToolEvent("Read", payload.tool_input), times);
}
const { noHooks: ours, tenThousand: ours10k, tenAsync: oursAsync } = candidates;
const both = await interleave({ ours, ours10k, oursAsync, ...peers } as Record<string, Candidate>, {
  rounds: 9,
  warmUp: 2,
});
const against = (peer: string, mine: string) => (both[peer] ?? Number.NaN) / (both[mine] ?? Number.NaN);
for (const name of Object.keys(peers)) printValue(name, both[name] ?? Number.NaN, "ns");
if (peers.hookable)
  printBar({ name: "hookable, 10 async ÷ ours", ratio: against("hookable", "oursAsync"), atLeast: 2 });
if (peers.gemini0) printBar({ name: "gemini-cli, no hooks ÷ ours", ratio: against("gemini0", "ours") });
if (peers.gemini10k)
  printBar({ name: "gemini-cli, 10,000 hooks ÷ ours", ratio: against("gemini10k", "ours10k"), atLeast: 10_000 });
