import { mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aghWire } from "../../src/dialects/agh/wire.ts";
import { createEngine } from "../../src/engine/engine.ts";
import type { Hook } from "../../src/engine/hook.ts";
import type { RunRecord } from "../../src/engine/run.ts";
import { createProcessExecutor, type ProcessExecutor } from "../../src/executors/process/executor.ts";
import { executionOf, processesOf, until } from "../../src/executors/testing.ts";
import { type Misbehaviour, misbehaviours } from "./misbehaviours.ts";

const hooksInAll = 200;
const atOnce = 8;
const isLinux = process.platform === "linux";

describe.each([
  ["this process", Number.POSITIVE_INFINITY],
  ["the helper process", 0],
] as const)(`${hooksInAll} hooks that misbehave, started by %s`, (_starter, helperAboveBytes) => {
  let root: string;
  let executor: ProcessExecutor;
  const rejections: unknown[] = [];
  const noteRejection = (reason: unknown) => void rejections.push(reason);

  beforeAll(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), "hookline-faults-")));
    executor = createProcessExecutor({ environment: process.env, helperAboveBytes });
    process.on("unhandledRejection", noteRejection);
  });
  afterAll(async () => {
    await executor.close();
    process.off("unhandledRejection", noteRejection);
    rmSync(root, { recursive: true, force: true });
  });

  it("are all recorded by the right name, and leave no process, no file descriptor and no memory behind", {
    timeout: 120_000,
  }, async () => {
    expect(misbehaviours.length).toBeGreaterThanOrEqual(20);
    // One of each first, so that what is made once and kept (code, pools, the helper) does not count as a leak.
    await runAll(misbehaviours);
    const before = { files: openFiles(), memory: memory(), resident: process.memoryUsage.rss() };

    const records = await runAll(Array.from({ length: hooksInAll }, (_, at) => misbehaviourAt(at)));

    const wrong = records.filter(({ expected, record }) => record?.failure !== expected.failure);
    expect(wrong.map(({ expected, record }) => [expected.name, record?.failure, record?.error])).toEqual([]);
    expect(records.every(({ record }) => record?.outcome === (record?.failure ? "failed" : "applied"))).toBe(true);
    expect(records).toHaveLength(hooksInAll);
    expect(records.flatMap(({ left }) => left)).toEqual([]);
    expect(rejections).toEqual([]);
    await until(() => openFiles() <= before.files);
    // Floods of several GB went through; what is kept of them is a few KB each.
    expect((memory() - before.memory) / 1e6).toBeLessThan(50);
    expect((process.memoryUsage.rss() - before.resident) / 1e6).toBeLessThan(250);
  });

  async function runAll(kinds: readonly Misbehaviour[]) {
    const results: { expected: Misbehaviour; record: RunRecord | undefined; left: number[] }[] = [];
    const queue = kinds.map((kind, at) => [kind, at] as const);
    const lane = async () => {
      for (let next = queue.shift(); next; next = queue.shift()) results.push(await runOne(...next));
    };
    await Promise.all(Array.from({ length: atOnce }, lane));
    return results;
  }

  async function runOne(expected: Misbehaviour, at: number) {
    const directory = mkdtempSync(join(root, `${at}-`));
    const spec = expected.make(directory);
    const { hook } = executionOf(spec, { timeoutMs: expected.timeoutMs ?? 20_000 });
    const records: RunRecord[] = [];
    const engine = createEngine({
      hooks: [{ ...hook, name: `${expected.name} ${at}`, wire: aghWire() } satisfies Hook],
      executors: { process: executor.execute },
      record: (record) => void records.push(record),
    });
    const payload = { tool_name: "Bash", tool_input: { text: "x".repeat(expected.payloadBytes ?? 10) } };
    await engine.fire("tool.pre_call", payload as Parameters<typeof engine.fire<"tool.pre_call">>[1]);
    await engine.close();
    const [record] = records;
    return { expected, record, left: record ? processesOf(record.run_id) : [] };
  }
});

function misbehaviourAt(at: number): Misbehaviour {
  return misbehaviours[at % misbehaviours.length] as Misbehaviour;
}

function openFiles(): number {
  return isLinux ? readdirSync("/proc/self/fd").length : 0;
}

/** Everything this process holds on to, in and outside the heap. */
function memory(): number {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
