import { isAbsolute, relative } from "node:path";
import type { Finding } from "../../errors/problem.ts";
import type { TestReport, TestResult } from "./report.ts";

/** Writes a report in the XML form that CI systems read. Files are named from `cwd`, which is how CI finds them again. */
export function junitXml(report: TestReport, cwd: string): string {
  const { duration_ms } = report;
  const named = <T extends { readonly file: string | null }>(one: T) => ({ ...one, file: pathFrom(cwd, one.file) });
  const tests = report.tests.map(named);
  const problems = report.problems.map(named);
  const files = [...new Set([...tests.map(({ file }) => file), ...problems.map(({ file }) => file ?? "")])];
  const failed = tests.filter(({ status }) => status === "failed").length;
  const skipped = tests.filter(({ status }) => status === "not-run").length;
  const totals = { tests: tests.length + problems.length, failures: failed, errors: problems.length, skipped };
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes({ name: "hookline test", ...totals, time: seconds(duration_ms) })}>`,
    ...files.flatMap((file) =>
      suite(
        file,
        tests.filter((test) => test.file === file),
        problems.filter((problem) => (problem.file ?? "") === file),
      ),
    ),
    "</testsuites>",
    "",
  ].join("\n");
}

function pathFrom(cwd: string, file: string | null): string {
  const path = relative(cwd, file ?? "");
  return path.startsWith("..") || isAbsolute(path) ? (file ?? "") : path;
}

function suite(file: string, tests: readonly TestResult[], problems: readonly Finding[]): string[] {
  const totals = {
    tests: tests.length + problems.length,
    failures: tests.filter(({ status }) => status === "failed").length,
    errors: problems.length,
    skipped: tests.filter(({ status }) => status === "not-run").length,
  };
  const time = seconds(tests.reduce((sum, { duration_ms }) => sum + duration_ms, 0));
  return [
    `  <testsuite${attributes({ name: file, ...totals, time })}>`,
    ...tests.flatMap(testCase),
    ...problems.flatMap((problem) => brokenCase(file, problem)),
    "  </testsuite>",
  ];
}

function testCase(test: TestResult): string[] {
  const { name, file, line, status, duration_ms } = test;
  const open = `    <testcase${attributes({ name, classname: file, file, line, time: seconds(duration_ms) })}`;
  if (status === "passed") return [`${open}/>`];
  if (status === "not-run") return [`${open}>`, "      <skipped/>", "    </testcase>"];
  const text = failureText(test);
  const [message = ""] = text.split("\n");
  return [
    `${open}>`,
    `      <failure${attributes({ message, type: test.error?.code ?? "mismatch" })}>${escaped(text)}</failure>`,
    "    </testcase>",
  ];
}

function brokenCase(file: string, { code, line, what, fix }: Finding): string[] {
  return [
    `    <testcase${attributes({ name: "test file", classname: file, file, line: line ?? 1, time: "0" })}>`,
    `      <error${attributes({ message: what, type: code })}>${escaped(`${what}\n${fix}`)}</error>`,
    "    </testcase>",
  ];
}

/** A failure in plain text: what differs, then what each hook did. */
export function failureText({ mismatches, error, runs }: TestResult): string {
  return [
    ...(error ? [error.what, error.fix] : []),
    ...mismatches.flatMap(({ field, expected, got }) => [`${field}: expected ${expected}, got ${got}`]),
    ...runs.flatMap(({ hook, outcome, failure, error: why, stderr }) => [
      `${hook}: ${outcome}${failure ? ` (${failure})` : ""}${why ? `: ${why}` : ""}`,
      ...(stderr.trim() === "" ? [] : [`stderr of ${hook}: ${stderr.trim()}`]),
    ]),
  ].join("\n");
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escaped(String(value))}"`)
    .join("");
}

// XML 1.0 has no way to write these, not even escaped.
const forbidden =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escaped(text: string): string {
  return text.replaceAll(forbidden, "\uFFFD").replaceAll(/[&<>"]/g, (char) => entities[char] ?? char);
}
