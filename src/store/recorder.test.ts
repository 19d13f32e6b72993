import { describe, expect, it, vi } from "vitest";
import type { Outcome } from "../engine/run.ts";
import { Problem } from "../errors/problem.ts";
import { type Batch, createRecorder, type Sink } from "./recorder.ts";
import { runColumns } from "./run-row.ts";
import { sampleRun } from "./sample-run.fixture.ts";

/** A sink whose answers the test gives, one by one. */
function heldSink() {
  const writes: { batch: Batch; isLast: boolean; answer: PromiseWithResolvers<void> }[] = [];
  const sink: Sink = {
    write(batch, isLast) {
      const answer = Promise.withResolvers<void>();
      writes.push({ batch, isLast, answer });
      return answer.promise;
    },
    announce: () => {},
    writeLast: () => {},
    close: async () => {},
  };
  return { sink, writes };
}

const full = () => new Problem("RUN_STORE_FULL", { file: "runs.db" });
const turn = () => new Promise((resolve) => setImmediate(resolve));
const hooksOf = ({ cells }: Batch) =>
  cells.filter((_, at) => at % runColumns.length === runColumns.indexOf("hook_name"));

describe("recorder", () => {
  it("sends what one turn of the loop brought as one batch, after the turn", async () => {
    const { sink, writes } = heldSink();
    const recorder = createRecorder(sink);
    recorder.record(sampleRun({ hook_name: "a" }));
    recorder.record(sampleRun({ hook_name: "b" }));
    expect(writes).toHaveLength(0);
    await turn();
    expect(writes.map(({ batch }) => hooksOf(batch))).toEqual([["a", "b"]]);
  });

  it("has two batches under way at most", async () => {
    const { sink, writes } = heldSink();
    const recorder = createRecorder(sink);
    for (const hook_name of ["a", "b", "c", "d"]) {
      recorder.record(sampleRun({ hook_name }));
      await turn();
    }
    expect(writes.map(({ batch }) => hooksOf(batch))).toEqual([["a"], ["b"]]);
    writes[0]?.answer.resolve();
    await turn();
    expect(writes.map(({ batch }) => hooksOf(batch))).toEqual([["a"], ["b"], ["c", "d"]]);
  });

  it("flush waits for what was recorded before it, not for what comes after", async () => {
    const { sink, writes } = heldSink();
    const recorder = createRecorder(sink);
    recorder.record(sampleRun());
    const flushed = recorder.flush();
    recorder.record(sampleRun());
    await turn();
    writes[0]?.answer.resolve();
    await flushed;
    expect(recorder.health().waiting).toBe(1);
  });

  it("flush of nothing is done at once", async () => {
    await createRecorder(heldSink().sink).flush();
  });

  it("a batch that failed is handed over again, the same one", async () => {
    const { sink, writes } = heldSink();
    const recorder = createRecorder(sink);
    recorder.record(sampleRun());
    const flushed = recorder.flush();
    writes[0]?.answer.reject(full());
    await expect(flushed).rejects.toMatchObject({ code: "RUN_STORE_FULL" });
    expect(recorder.health()).toMatchObject({ state: "failing", waiting: 1, problem: { code: "RUN_STORE_FULL" } });
    await vi.waitFor(() => expect(writes).toHaveLength(2));
    expect(writes[1]?.batch).toBe(writes[0]?.batch);
    writes[1]?.answer.resolve();
    await recorder.flush();
    expect(recorder.health()).toMatchObject({ state: "ok", waiting: 0, problem: null });
  });

  it("drops beyond its bound, counts it, and takes runs again when there is room", async () => {
    const { sink, writes } = heldSink();
    const recorder = createRecorder(sink, { maxWaiting: 2 });
    for (let run = 0; run < 5; run++) recorder.record(sampleRun());
    expect(recorder.dropped).toBe(3);
    await turn();
    writes[0]?.answer.resolve();
    await recorder.flush();
    recorder.record(sampleRun());
    await turn();
    expect(writes[1]?.batch).toMatchObject({ runs: 1, dropped: 3 });
  });

  it("close marks the last batch as such, and refuses what comes later", async () => {
    const { sink, writes } = heldSink();
    const recorder = createRecorder(sink);
    recorder.record(sampleRun());
    const closed = recorder.close();
    expect(writes.map(({ isLast }) => isLast)).toEqual([true]);
    recorder.record(sampleRun());
    writes[0]?.answer.resolve();
    await closed;
    await recorder.close();
    expect(recorder.health()).toMatchObject({ state: "closed", dropped: 1 });
  });

  it("C175 a run with an impossible outcome is not kept, is counted, and takes nothing with it", async () => {
    const { sink, writes } = heldSink();
    const recorder = createRecorder(sink);
    recorder.record(sampleRun({ outcome: "exploded" as Outcome, hook_name: "bad" }));
    recorder.record(sampleRun({ hook_name: "good" }));
    await turn();
    expect(writes.map(({ batch }) => hooksOf(batch))).toEqual([["good"]]);
    expect(recorder.health()).toMatchObject({ refused: 1, refusal: { code: "RUN_OUTCOME_UNKNOWN" } });
  });

  it.each<[what: string, patch: unknown]>([
    ["too deep to encode", JSON.parse("[".repeat(60_000) + "]".repeat(60_000))],
    ["not JSON", { big: 1n }],
  ])("a patch that is %s costs the patch, not the run", async (_what, patch_applied) => {
    const { sink, writes } = heldSink();
    const recorder = createRecorder(sink);
    recorder.record(sampleRun({ patch_applied }));
    await turn();
    expect(writes[0]?.batch.cells[runColumns.indexOf("patch_applied")]).toBe('"[not recordable]"');
  });
});
