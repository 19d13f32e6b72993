import { describe, expect, it } from "vitest";
import { sampleRun } from "./live-events.fixture.ts";
import { emptyTally, tallyRuns } from "./run-tally.ts";
import { summaryTable } from "./summary-table.ts";

describe("the summary of hooks", () => {
  it("has a row per hook, dialect and event, with what came of its runs", () => {
    const tally = tallyRuns([
      sampleRun({ duration_ms: 1000 }),
      sampleRun({ outcome: "denied", duration_ms: 500 }),
      sampleRun({ event: "tool.post_call", outcome: "failed" }),
      sampleRun({ dialect: "claude" }),
    ]);
    expect(summaryTable({ width: 100, color: false }, tally)).toBe(
      `HOOK   DIALECT  EVENT           RUNS  OUTCOMES              TIME
guard  agh      tool.pre_call      2  1 applied, 1 denied   1.5s
guard  agh      tool.post_call     1  failed               4.0ms
guard  claude   tool.pre_call      1  applied              4.0ms`,
    );
  });

  it("is coloured by the worst that happened", () => {
    const tally = tallyRuns([sampleRun({}), sampleRun({ outcome: "failed" })]);
    expect(summaryTable({ width: 100, color: true }, tally)).toContain("\u001b[33m1 applied, 1 failed");
  });

  it("says so when there was none", () => {
    expect(summaryTable({ width: 100, color: false }, emptyTally)).toBe("No hook ran.");
  });
});
