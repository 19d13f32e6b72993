import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { complaintsOf } from "./properties/checks.ts";
import { carryOut } from "./properties/live.ts";
import { plan } from "./properties/plan.ts";

/** Another seed looks at other sessions: `LOOP_SEED=7 LOOP_RUNS=20000 npx vitest run test/runtime/loop-properties.test.ts`. */
const seed = Number(process.env.LOOP_SEED ?? 1);
const numRuns = Number(process.env.LOOP_RUNS ?? 2_500);

const unhandled: unknown[] = [];
const onUnhandled = (error: unknown) => void unhandled.push(error);
beforeAll(() => void process.on("unhandledRejection", onUnhandled));
afterAll(() => void process.off("unhandledRejection", onUnhandled));

describe("whatever happens to a session", () => {
  it("everything that was opened is closed once, and nothing runs that was refused", { timeout: 600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(plan, async (one) => {
        const aftermath = await carryOut(one);
        expect([...complaintsOf(aftermath), ...unhandled.splice(0).map(String)]).toEqual([]);
      }),
      { seed, numRuns },
    );
  });
});
