/*
 * What recording costs the loop that dispatches: ten runs per tick of one millisecond, with and without a recorder.
 *   node bench/records.ts
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Recorder } from "../src/store/recorder.ts";
import { sampleRun } from "../src/store/sample-run.fixture.ts";
import { openRecorder } from "../src/store/sqlite/open-recorder.ts";
import { interleave, median, printBar, printValue } from "./lib/rounds.ts";

const ticks = 400;
const perTick = 10;
const rounds = 7;

const home = mkdtempSync(join(tmpdir(), "hookline-bench-"));
const recorder = openRecorder({ path: join(home, "runs.db"), retention: { maxAgeDays: 365_000 } });
// The samples are made beforehand: what building a record costs belongs to the engine.
const samples = () =>
  Array.from({ length: ticks * perTick }, () =>
    sampleRun({ patch_applied: { tool_input: { file_path: "src/a.ts", content: "x".repeat(200) } } }),
  );

interface Loop {
  readonly recordUs: number;
  readonly tickP50: number;
  readonly tickP99: number;
}

async function loop(record: ((run: ReturnType<typeof sampleRun>) => void) | null): Promise<Loop> {
  const runs = samples();
  const gaps: number[] = [];
  const inRecord: number[] = [];
  let before = performance.now();
  for (let tick = 0; tick < ticks; tick++) {
    await new Promise((resolve) => setTimeout(resolve, 1));
    const now = performance.now();
    gaps.push(now - before);
    before = now;
    if (!record) continue;
    for (let at = 0; at < perTick; at++) record(runs[tick * perTick + at] as (typeof runs)[number]);
    inRecord.push(((performance.now() - now) * 1000) / perTick);
  }
  gaps.sort((a, b) => a - b);
  return { recordUs: median(inRecord), tickP50: median(gaps), tickP99: gaps[Math.floor(gaps.length * 0.99)] ?? 0 };
}

async function timeToDurable(target: Recorder): Promise<number> {
  const taken: number[] = [];
  for (let batch = 0; batch < 100; batch++) {
    const startedAt = performance.now();
    for (let at = 0; at < perTick; at++) target.record(sampleRun());
    await target.flush();
    taken.push(performance.now() - startedAt);
  }
  return median(taken);
}

recorder.record(sampleRun());
await recorder.flush();

const recordUs: number[] = [];
const p50: Record<"none" | "recording", number[]> = { none: [], recording: [] };
const p99 = await interleave(
  {
    none: async () => {
      const seen = await loop(null);
      p50.none.push(seen.tickP50);
      return seen.tickP99;
    },
    recording: async () => {
      const seen = await loop(recorder.record);
      recordUs.push(seen.recordUs);
      p50.recording.push(seen.tickP50);
      await recorder.flush();
      return seen.tickP99;
    },
  },
  { rounds },
);
const durableMs = await timeToDurable(recorder);
await recorder.close();
rmSync(home, { recursive: true, force: true });

printValue("record() in the loop", median(recordUs), "µs per run (at most 2)");
printValue("time to durable, batch of 10", durableMs, "ms");
printValue("tick p50, no recording", median(p50.none), "ms");
printValue("tick p50, recording", median(p50.recording), "ms");
printValue("tick p99, no recording", p99.none, "ms");
printValue("tick p99, recording", p99.recording, "ms");
const holds = [
  printBar({ name: "record(), µs ÷ 1 µs", ratio: median(recordUs), atMost: 2 }),
  printBar({ name: "tick p99, recording ÷ none", ratio: p99.recording / p99.none, atMost: 2 }),
];
if (recorder.dropped > 0) printValue("dropped", recorder.dropped, "runs");
if (holds.includes(false) || recorder.dropped > 0) process.exitCode = 1;
