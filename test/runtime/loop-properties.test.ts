import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { processesOf } from "../../src/lib/process/testing.ts";
import { type TemporaryTree, temporaryTree } from "../../src/runtime/tools/testing.ts";
import { complaintsOf } from "./properties/checks.ts";
import { examples } from "./properties/examples.ts";
import { carryOut } from "./properties/live.ts";
import { plan } from "./properties/plan.ts";
import { markedShell, shellPlan } from "./properties/shell.ts";

/*
 * A failure names its seed and the smallest plan that fails. Another seed looks at other sessions:
 * LOOP_SEED=7 LOOP_RUNS=20000 npx vitest run test/runtime/loop-properties.test.ts
 */
const seed = Number(process.env.LOOP_SEED ?? 1);
const numRuns = Number(process.env.LOOP_RUNS ?? 2_200);

const unhandled: unknown[] = [];
const onUnhandled = (error: unknown) => void unhandled.push(error);
let tree: TemporaryTree;
beforeAll(() => {
  process.on("unhandledRejection", onUnhandled);
  tree = temporaryTree();
});
afterAll(() => {
  process.off("unhandledRejection", onUnhandled);
  tree.remove();
});

describe.concurrent("whatever happens to a session", () => {
  it("what was opened is closed once, and nothing runs that was refused", { timeout: 600_000 }, async () => {
    const whatHappened = new Set<string>();
    await fc.assert(
      fc.asyncProperty(plan, async (one) => {
        const aftermath = await carryOut(one);
        expect([...complaintsOf(aftermath), ...unhandled.splice(0).map(String)]).toEqual([]);
        for (const { outcomes } of aftermath.lives) for (const { reason } of outcomes) whatHappened.add(reason);
      }),
      { seed, numRuns, examples: examples.map((one) => [one]) },
    );
    // The plans lead everywhere; otherwise they would show nothing.
    expect([...whatHappened].sort()).toEqual([
      "canceled",
      "error",
      "hook_blocked",
      "hook_stopped",
      "loop_detected",
      "max_iterations",
      "normal",
    ]);
  });

  it("no process of its commands outlives it", { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(shellPlan, async (one) => {
        const mark = randomUUID();
        const aftermath = await carryOut(one, markedShell(tree.root, mark));
        expect(processesOf(mark)).toEqual([]);
        expect([...complaintsOf(aftermath), ...unhandled.splice(0).map(String)]).toEqual([]);
      }),
      { seed, numRuns: 60 },
    );
  });
});
