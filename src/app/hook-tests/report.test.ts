import { describe, expect, it } from "vitest";
import { finding } from "../../errors/problem.ts";
import { isGreen, type TestReport } from "./report.ts";

const report: TestReport = { files: 1, passed: 1, failed: 0, not_run: 0, duration_ms: 1, tests: [], problems: [] };

describe("a run of tests went well", () => {
  it.each<[what: string, changes: Partial<TestReport>, green: boolean]>([
    ["when tests passed", {}, true],
    ["but not when one failed", { failed: 1 }, false],
    ["nor when one was not run", { not_run: 1 }, false],
    ["nor when there was none", { passed: 0 }, false],
    ["nor when a file was wrong", { problems: [finding("HOOKTEST_EMPTY", { file: "a", line: 1 }, {})] }, false],
  ])("%s", (_what, changes, green) => {
    expect(isGreen({ ...report, ...changes })).toBe(green);
  });
});
