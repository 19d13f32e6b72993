import type { FailureName, Outcome } from "../../engine/run.ts";
import type { Finding } from "../../errors/problem.ts";
import type { Mismatch } from "./compare.ts";

/** What one hook did during a test. */
export interface TestedRun {
  readonly hook: string;
  readonly outcome: Outcome;
  readonly failure: FailureName | null;
  readonly duration_ms: number | null;
  readonly error: string | null;
  readonly exit_code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What came of one test. */
export interface TestResult {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly event: string;
  /** `not-run`: another test failed before it, or the user stopped the run. */
  readonly status: "passed" | "failed" | "not-run";
  readonly duration_ms: number;
  readonly mismatches: readonly Mismatch[];
  /** Why the test could not be carried out at all. */
  readonly error: { readonly code: string; readonly what: string; readonly fix: string } | null;
  readonly warnings: readonly string[];
  readonly runs: readonly TestedRun[];
}

export interface TestReport {
  readonly files: number;
  readonly passed: number;
  readonly failed: number;
  readonly not_run: number;
  readonly duration_ms: number;
  readonly tests: readonly TestResult[];
  /** What is wrong with test files that could not be used. */
  readonly problems: readonly Finding[];
}

/** Whether everything is as it should be: tests were run, and all of them passed. */
export function isGreen({ passed, failed, not_run, problems }: TestReport): boolean {
  return passed > 0 && failed === 0 && not_run === 0 && problems.length === 0;
}
