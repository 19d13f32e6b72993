/*
 * What the agent loop costs: a turn with 100 tool calls of a scripted model, against a loop written by hand, with functions
 * as hooks, and with a process as a hook; then whether memory stays flat over 10,000 calls.
 *
 * Each comparison runs in a process of its own, because the compiler optimises for what it has seen.
 * Run with: node bench/agent.ts [loop | in-process | process | memory]
 */
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Tool } from "../src/agent/tool.ts";
import { openHookline } from "../src/app/open-hookline.ts";
import { placeOf } from "../src/app/place.ts";
import { catalog } from "../src/catalog/catalog.ts";
import { createEngine } from "../src/engine/engine.ts";
import { nativeHook } from "../src/engine/native-hook.ts";
import { createScriptedModel } from "../src/models/scripted/create-scripted-model.ts";
import type { Hooks } from "../src/runtime/session-hooks.ts";
import { openRecorder } from "../src/store/sqlite/open-recorder.ts";
import { type AgentPlace, instruction, openOwnAgent, openPlace, prompt, readingScript } from "./lib/agent-world.ts";
import { openBareAgent } from "./lib/bare-loop.ts";
import { type Candidate, interleave, printBar, printValue } from "./lib/rounds.ts";

const calls = 100;
const shapes = [
  { name: "100 steps of 1 call", steps: 100, callsPerStep: 1 },
  { name: "10 steps of 10 calls", steps: 10, callsPerStep: 10 },
] as const;
type Shape = (typeof shapes)[number];
/** Starts fast and says nothing, so that hardly anything but the spawning is measured. */
const program = "/bin/true";
/** About what the hook is sent. */
const written = JSON.stringify({ event: "tool.pre_call", tool_name: "read_file", text: "x".repeat(600) });
/** After how many calls memory is looked at. */
const looks = [2_000, 6_000, 10_000];

const comparisons = {
  loop: compareLoops,
  "in-process": compareInProcess,
  process: compareProcess,
  memory: watchMemory,
};

const wanted = process.argv[2];
if (wanted === undefined) {
  const outcomes = Object.keys(comparisons).map(holdsInOwnProcess);
  process.exitCode = outcomes.every(Boolean) ? 0 : 1;
} else if (Object.hasOwn(comparisons, wanted)) {
  const place = await openPlace();
  const holds = await comparisons[wanted as keyof typeof comparisons](place);
  place.remove();
  process.exitCode = holds ? 0 : 1;
} else throw new Error(`There is no comparison ${wanted}; there are ${Object.keys(comparisons).join(", ")}.`);

function holdsInOwnProcess(name: string): boolean {
  try {
    execFileSync(process.execPath, ["--expose-gc", import.meta.filename, name], { stdio: "inherit" });
    return true;
  } catch {
    return false;
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

interface Closing {
  readonly measure: Candidate;
  readonly close: () => unknown;
}

/** Microseconds of one call, in a turn of a new session. */
function ownTurn(place: AgentPlace, shape: Shape, hooks: Hooks, tools: readonly Tool[] = place.tools): Closing {
  const script = readingScript(shape.steps, shape.callsPerStep);
  const agent = openOwnAgent({ place, script, hooks, tools, database: place.newPath("own.db") });
  return {
    measure: async () => {
      const session = await agent.start();
      const startedAt = performance.now();
      const { reason } = await session.submit(prompt);
      const took = performance.now() - startedAt;
      if (reason !== "normal" || session.record().totals.tool_calls !== calls)
        throw new Error(`it ended with ${reason}`);
      await session.stop("other");
      return (took * 1000) / calls;
    },
    close: agent.close,
  };
}

function bareTurn(place: AgentPlace, shape: Shape): Closing {
  const models = createScriptedModel(readingScript(shape.steps, shape.callsPerStep));
  const agent = openBareAgent({ models, tools: place.tools, instruction, path: place.newPath("bare.db") });
  let sessions = 0;
  return {
    measure: async () => {
      const startedAt = performance.now();
      await agent.runTurn(`session-${++sessions}`, prompt);
      return ((performance.now() - startedAt) * 1000) / calls;
    },
    close: agent.close,
  };
}

async function measured<K extends string>(candidates: Record<K, Closing>, rounds: number): Promise<Record<K, number>> {
  const measures = Object.entries<Closing>(candidates).map(([name, { measure }]) => [name, measure] as const);
  const medians = await interleave(Object.fromEntries(measures) as Record<K, Candidate>, { rounds, warmUp: 5 });
  for (const { close } of Object.values<Closing>(candidates)) await close();
  return medians;
}

async function compareLoops(place: AgentPlace): Promise<boolean> {
  say(
    "The bare loop asks the same scripted model, calls the same read_file on the same small files, keeps the messages, and",
  );
  say(
    "commits each answer (usage, message, calls) and each result to the same table. No events, no approvals, no session record.",
  );
  const holds: boolean[] = [];
  for (const shape of shapes) {
    const us = await measured({ bare: bareTurn(place, shape), own: ownTurn(place, shape, createEngine()) }, 41);
    printValue(`${shape.name}: bare loop`, us.bare, "µs per call");
    printValue(`${shape.name}: ours, no hooks`, us.own, "µs per call");
    holds.push(printBar({ name: `${shape.name}: ours, no hooks ÷ bare loop`, ratio: us.own / us.bare, atMost: 1.5 }));
  }
  return holds.every(Boolean);
}

function tenHooksOnEverything() {
  return catalog.flatMap(({ name: event }) =>
    Array.from({ length: 10 }, (_, at) => nativeHook({ name: `hook-${at}`, event, run: () => undefined })),
  );
}

async function compareInProcess(place: AgentPlace): Promise<boolean> {
  const recorder = openRecorder({ path: place.newPath("runs.db") });
  const hooks = tenHooksOnEverything();
  const ten = createEngine({ hooks });
  const recorded = createEngine({ hooks, record: recorder.record });
  const holds: boolean[] = [];
  for (const shape of shapes) {
    const us = await measured(
      {
        none: ownTurn(place, shape, createEngine()),
        ten: ownTurn(place, shape, ten),
        recorded: ownTurn(place, shape, recorded),
      },
      21,
    );
    printValue(`${shape.name}: no hooks`, us.none, "µs per call");
    printValue(`${shape.name}: 10 functions on every event`, us.ten, "µs per call");
    printValue(`${shape.name}: the same, each run recorded`, us.recorded, "µs per call");
    holds.push(printBar({ name: `${shape.name}: 10 hooks per event ÷ none`, ratio: us.ten / us.none, atMost: 1.3 }));
    printBar({ name: `${shape.name}: the same, recorded ÷ none`, ratio: us.recorded / us.none });
  }
  await Promise.all([ten.close(), recorded.close()]);
  await recorder.close();
  return holds.every(Boolean);
}

async function compareProcess(place: AgentPlace): Promise<boolean> {
  const home = place.newPath("home");
  mkdirSync(home);
  writeFileSync(
    join(home, "config.toml"),
    `[[hooks.declarations]]\nname = "look"\nevent = "tool.pre_call"\nmode = "sync"\ncommand = "${program}"\n`,
  );
  const environment = { PATH: process.env.PATH, HOME: home, HOOKLINE_HOME: home };
  const here = placeOf(environment, place.root, null);
  const hookline = await openHookline(here, (what) => say(what));
  let runs = 0;
  hookline.watchRuns(() => runs++);
  const [shape] = shapes;
  const spawning = place.tools.map((tool): Tool => {
    const call: Tool["call"] = async (input, context) => {
      await bareSpawn(place.root);
      return tool.call(input, context);
    };
    return { ...tool, call };
  });
  const rounds = 15;
  const us = await measured(
    { floor: ownTurn(place, shape, createEngine(), spawning), hook: ownTurn(place, shape, hookline.engine) },
    rounds,
  );
  await hookline[Symbol.asyncDispose]();
  if (runs < rounds * calls) throw new Error(`the hook ran only ${runs} times`);
  printValue(`no hooks, a bare spawn of ${program} per call`, us.floor, "µs per call");
  printValue(`${program} as a hook on tool.pre_call, recorded`, us.hook, "µs per call");
  return printBar({ name: "one process hook per call ÷ bare spawn", ratio: us.hook / us.floor, atMost: 1.15 });
}

function bareSpawn(cwd: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, [], { cwd, stdio: "pipe" });
    child.on("error", reject);
    child.stdin.on("error", () => {});
    child.stdout.resume();
    child.stderr.resume();
    child.on("close", () => resolve());
    child.stdin.end(written);
  });
}

async function watchMemory(place: AgentPlace): Promise<boolean> {
  const total = looks.at(-1) ?? 0;
  const perTurn = 1_000;
  const database = place.newPath("own.db");
  // Each answer without calls ends a turn.
  const turns = Array.from({ length: total / perTurn }, () => readingScript(perTurn, 1).answers ?? []);
  const script = { answers: turns.flat(), context_limit: 32_000, compaction_summary: "The notes say little." };
  const engine = createEngine({ hooks: tenHooksOnEverything() });
  const agent = openOwnAgent({ place, script, hooks: engine, database });
  const session = await agent.start();
  let compactions = 0;
  session.watch(({ kind }) => {
    if (kind === "compaction_ended") compactions++;
  });
  const heap: number[] = [];
  const file: number[] = [];
  for (let done = perTurn; done <= total; done += perTurn) {
    const { reason } = await session.submit(prompt);
    if (reason !== "normal") throw new Error(`it ended with ${reason}`);
    if (!looks.includes(done)) continue;
    // What is remembered of the conversation varies with how long ago it was shortened.
    await session.compact();
    heap.push(heapInUse());
    file.push(statSync(database).size);
    printValue(`${done.toLocaleString("en")} calls: heap`, (heap.at(-1) ?? 0) / 1e6, "MB");
    printValue(`${done.toLocaleString("en")} calls: sessions in the store`, (file.at(-1) ?? 0) / 1e6, "MB");
  }
  await session.stop("other");
  await agent.close();
  await engine.close();
  const growth = (sizes: readonly number[]) => ((sizes.at(-1) ?? 0) - (sizes[0] ?? 0)) / (total - (looks[0] ?? 0));
  printValue("compactions", compactions, "");
  printValue("heap, growth per call", growth(heap), "bytes");
  printValue("store, growth per call", growth(file), "bytes");
  const holds = [
    printBar({
      name: "heap after 10,000 calls ÷ after 2,000",
      ratio: (heap.at(-1) ?? 0) / (heap[0] ?? 0),
      atMost: 1.05,
    }),
    printBar({ name: "heap growth ÷ store growth", ratio: Math.max(0, growth(heap)) / growth(file), atMost: 0.05 }),
  ];
  return holds.every(Boolean);
}

function heapInUse(): number {
  const { gc } = globalThis;
  if (gc === undefined) throw new Error("Run it with --expose-gc.");
  for (let pass = 0; pass < 3; pass++) gc();
  return process.memoryUsage().heapUsed;
}
