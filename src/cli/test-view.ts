import type { TestedRun, TestReport, TestResult } from "../app/hook-tests/report.ts";
import type { Finding } from "../errors/problem.ts";
import { printable, printableLine } from "../lib/printable.ts";
import { shortPath } from "../lib/short-path.ts";
import { durationText } from "./duration-text.ts";
import { outcomeStyle } from "./outcome-style.ts";
import { paint, type Terminal } from "./terminal.ts";
import { wrap } from "./wrap.ts";

type Page = Pick<Terminal, "width" | "color">;

/** One test as it ends: a line when it passed; what was expected, what came and what the hooks did when it failed. */
export function renderTest(page: Page, test: TestResult, cwd: string): string {
  const [mark, style] = marks[test.status];
  const place = `${shortPath(test.file, cwd)}:${test.line}`;
  const took = test.status === "not-run" ? "" : `  ${durationText(test.duration_ms)}`;
  // Where nothing was asked, nothing was proved but that nobody was asked.
  const idle = test.status === "passed" && test.runs.length === 0 ? "  no hook ran" : "";
  const head = `${paint(page, style, mark)} ${printableLine(test.name)}${paint(page, "dim", took + idle)}`;
  return [
    test.status === "failed" ? `${head}  ${paint(page, "dim", printableLine(place))}` : head,
    ...test.warnings.flatMap((text) => labelled(page, "warning", "yellow", text)),
    ...(test.status === "failed" ? failureLines(page, test) : []),
  ].join("\n");
}

const marks = {
  passed: ["ok  ", "green"],
  failed: ["FAIL", "red"],
  "not-run": ["--  ", "dim"],
} as const;

function failureLines(page: Page, { error, mismatches, runs }: TestResult): string[] {
  return [
    ...(error ? [...labelled(page, "problem", "red", error.what), ...labelled(page, "fix", "cyan", error.fix)] : []),
    ...mismatches.flatMap(({ field, expected, got }) => [
      `     ${paint(page, "bold", printableLine(field))}`,
      ...side(page, "expected", "green", expected),
      ...side(page, "got", "red", got),
    ]),
    ...(runs.length === 0 ? ["     no hook ran"] : runs.flatMap((run) => runLines(page, run))),
  ];
}

function side(page: Page, label: string, style: "green" | "red", text: string): string[] {
  return block(page, 7, paint(page, style, label.padEnd(8)), 8, printable(text).split("\n"));
}

function labelled(page: Page, label: string, style: "red" | "cyan" | "yellow", text: string): string[] {
  return block(page, 5, paint(page, style, label.padEnd(8)), 8, [printableLine(text)]);
}

function runLines(page: Page, run: TestedRun): string[] {
  const outcome = paint(page, outcomeStyle[run.outcome], run.outcome);
  const exit = run.exit_code === null ? "" : `  exit ${run.exit_code}`;
  const took = run.duration_ms === null ? "" : `  ${durationText(run.duration_ms)}`;
  return [
    `     ${outcome}  ${printableLine(run.hook)}${paint(page, "dim", exit + took)}`,
    ...(run.error === null ? [] : block(page, 7, "", 0, [printableLine(run.error)])),
    ...excerpt(page, "stdout", run.stdout),
    ...excerpt(page, "stderr", run.stderr),
  ];
}

const mostLines = 12;

function excerpt(page: Page, label: string, text: string): string[] {
  const lines = printable(text.trim()).split("\n");
  if (lines.join("") === "") return [];
  const shown =
    lines.length <= mostLines ? lines : [...lines.slice(0, mostLines), `… ${lines.length - mostLines} more`];
  return block(page, 7, paint(page, "dim", label.padEnd(8)), 8, shown);
}

/** A label with lines to the right of it. */
function block(page: Page, indent: number, label: string, labelWidth: number, lines: readonly string[]): string[] {
  const gap = labelWidth === 0 ? 0 : 2;
  const left = indent + labelWidth + gap;
  const wrapped = lines.flatMap((line) => wrap(line, Math.max(20, page.width - left)));
  return wrapped.map((line, index) =>
    index === 0 ? `${" ".repeat(indent)}${label}${" ".repeat(gap)}${line}` : " ".repeat(left) + line,
  );
}

/** What is wrong with test files, and how many tests came to what. */
export function renderSummary(page: Page, report: TestReport, cwd: string): string {
  const { passed, failed, not_run, problems, duration_ms, files } = report;
  const parts = [
    paint(page, "green", `${passed} passed`),
    ...(failed > 0 ? [paint(page, "red", `${failed} failed`)] : []),
    ...(not_run > 0 ? [paint(page, "dim", `${not_run} not run`)] : []),
    ...(problems.length > 0
      ? [paint(page, "red", counted(problems.length, "problem in test files", "problems in test files"))]
      : []),
  ];
  return [
    ...problems.flatMap((problem) => [...problemLines(page, problem, cwd), ""]),
    `${parts.join(", ")}  (${counted(files, "file", "files")}, ${durationText(duration_ms)})`,
  ].join("\n");
}

function problemLines(page: Page, { file, line, what, fix }: Finding, cwd: string): string[] {
  const place = file === null ? "(no file)" : `${shortPath(file, cwd)}:${line ?? 1}`;
  return [
    paint(page, "bold", printableLine(place)),
    ...labelled(page, "error", "red", what),
    ...labelled(page, "fix", "cyan", fix),
  ];
}

function counted(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}
