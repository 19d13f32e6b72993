/*
 * What it costs to run a built-in hook through the engine instead of calling its function.
 *   node bench/builtins.ts
 */
import { createWorld } from "../src/app/world.ts";
import { builtins } from "../src/builtins/all.ts";
import type { Builtin } from "../src/builtins/builtin.ts";
import { builtinHook } from "../src/engine/builtin-hook.ts";
import { createEngine } from "../src/engine/engine.ts";
import { createBuiltinExecutor } from "../src/executors/builtin.ts";
import { type Candidate, interleave, printBar, printValue } from "./lib/rounds.ts";

const loops = 100_000;
const mostUs = 5;
const world = createWorld({ home: "/nonexistent", environment: {} });
const addDate = builtins.get("add_date") as Builtin;
const payload = { session_id: "sess_1", cwd: "/src", iteration: 1 };
const input = { event: "step.start", payload, args: [], env: {}, cwd: "/src", signal: null } as const;

function engineWith(timeoutMs: number, record: boolean) {
  return createEngine({
    hooks: [builtinHook({ name: "date", event: "step.start", builtin: "add_date", timeoutMs })],
    executors: { builtin: createBuiltinExecutor(builtins, world) },
    ...(record ? { record: () => {} } : {}),
  });
}

/** Microseconds of one call, over many. */
function each(work: () => unknown): Candidate {
  return () => {
    let kept: unknown;
    const startedAt = performance.now();
    for (let at = 0; at < loops; at++) kept = work();
    const took = performance.now() - startedAt;
    if (kept === input) throw new Error("never: only keeps the loop from being optimised away");
    return (took * 1000) / loops;
  };
}

const plain = engineWith(0, false);
const limited = engineWith(60_000, false);
const recorded = engineWith(60_000, true);
const measured = await interleave(
  {
    bare: each(() => addDate.run(input, world)),
    plain: each(() => plain.fire("step.start", payload)),
    limited: each(() => limited.fire("step.start", payload)),
    recorded: each(() => recorded.fire("step.start", payload)),
  },
  { rounds: 15, warmUp: 3 },
);

for (const [name, value] of Object.entries(measured)) printValue(name, value, "µs");
for (const name of ["plain", "limited", "recorded"] as const) {
  const over = measured[name] - measured.bare;
  printValue(`add_date, ${name}: over a bare call`, over, "µs");
  printBar({ name: `add_date, ${name}: over a bare call ÷ ${mostUs} µs`, ratio: over / mostUs, atMost: 1 });
}
