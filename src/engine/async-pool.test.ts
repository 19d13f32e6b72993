import { describe, expect, it } from "vitest";
import { createAsyncPool, type PoolTask } from "./async-pool.ts";

/** A task that runs until it is told to end. */
function gate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  let started = false;
  let signal: AbortSignal | null = null;
  let abandoned = false;
  const task: PoolTask = {
    run: (given) => {
      started = true;
      signal = given;
      return promise;
    },
    abandoned: () => {
      abandoned = true;
    },
  };
  return { task, open: resolve, isStarted: () => started, isAbandoned: () => abandoned, signal: () => signal };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("async pool", () => {
  it.each([
    ["left out", {}],
    ["zero", { workers: 0, capacity: 0, drainMs: 0 }],
    ["negative", { workers: -1, capacity: -5, drainMs: -1 }],
  ])("C130 defaults of 4 workers and 64 places when options are %s", async (_when, options) => {
    const pool = createAsyncPool(options);
    const gates = Array.from({ length: 4 + 64 + 1 }, gate);
    const taken = gates.map(({ task }) => pool.submit(task));
    await settled();
    expect(gates.filter((one) => one.isStarted())).toHaveLength(4);
    expect(taken.filter(Boolean)).toHaveLength(68);
    expect(pool.capacity).toBe(64);
    for (const one of gates) one.open();
    await pool.idle();
  });

  it("C131 all workers start", async () => {
    const pool = createAsyncPool({ workers: 3 });
    const gates = Array.from({ length: 3 }, gate);
    for (const { task } of gates) pool.submit(task);
    await settled();
    expect(gates.every((one) => one.isStarted())).toBe(true);
    for (const one of gates) one.open();
    await pool.close();
  });

  it("C132 a full queue refuses at once and tells its depth", async () => {
    const pool = createAsyncPool({ workers: 1, capacity: 2 });
    const gates = Array.from({ length: 4 }, gate);
    expect(gates.map(({ task }) => pool.submit(task))).toEqual([true, true, true, false]);
    expect(pool.depth()).toBe(2);
    for (const one of gates) one.open();
    await pool.close();
  });

  it("C133 close waits for queued tasks", async () => {
    const pool = createAsyncPool({ workers: 1 });
    const done: number[] = [];
    for (const n of [1, 2, 3]) {
      pool.submit({ run: () => settled().then(() => void done.push(n)), abandoned: () => {} });
    }
    expect(await pool.close()).toEqual({ abandoned: 0 });
    expect(done).toEqual([1, 2, 3]);
  });

  it("C134 close gives up at the deadline, cancels what runs, abandons what waits, and returns although a task ignores it", async () => {
    const pool = createAsyncPool({ workers: 1, drainMs: 20 });
    const stubborn = gate();
    const waiting = gate();
    pool.submit(stubborn.task);
    pool.submit(waiting.task);
    expect(await pool.close()).toEqual({ abandoned: 1 });
    expect(stubborn.signal()?.aborted).toBe(true);
    expect(waiting.isAbandoned()).toBe(true);
    expect(waiting.isStarted()).toBe(false);
    expect(await pool.close()).toEqual({ abandoned: 1 });
    stubborn.open();
  });

  it("C135 a throwing task is contained and its worker goes on", async () => {
    const errors: unknown[] = [];
    const pool = createAsyncPool({ workers: 1, onError: (error) => errors.push(error) });
    let ran = false;
    pool.submit({
      run: () => {
        throw new Error("boom");
      },
      abandoned: () => {},
    });
    pool.submit({ run: () => Promise.reject(new Error("late boom")), abandoned: () => {} });
    pool.submit({
      run: () => {
        ran = true;
      },
      abandoned: () => {},
    });
    await pool.close();
    expect(errors.map(String)).toEqual(["Error: boom", "Error: late boom"]);
    expect(ran).toBe(true);
  });

  it("C136 many submissions at once are all run; closing an empty pool is clean", async () => {
    const pool = createAsyncPool({ workers: 4, capacity: 500 });
    let ran = 0;
    await Promise.all(
      Array.from({ length: 400 }, async () => {
        await settled();
        pool.submit({ run: async () => void ran++, abandoned: () => {} });
      }),
    );
    await pool.idle();
    expect(ran).toBe(400);
    expect(await createAsyncPool().close()).toEqual({ abandoned: 0 });
  });

  it("refuses tasks once it is closing", async () => {
    const pool = createAsyncPool();
    await pool.close();
    expect(pool.submit(gate().task)).toBe(false);
  });
});
