import { describe, expect, it } from "vitest";
import { type Element, parseXml } from "../../../test/support/parse-xml.ts";
import { junitXml } from "./junit.ts";
import type { TestReport, TestResult } from "./report.ts";

const result = (name: string, more: Partial<TestResult> = {}): TestResult => ({
  name,
  file: "/w/hooks/a.hooktest.yaml",
  line: 3,
  event: "tool.pre_call",
  status: "passed",
  duration_ms: 12.3456,
  mismatches: [],
  error: null,
  warnings: [],
  runs: [],
  ...more,
});

const nasty = "a \"quoted\" <b> & 'c' ]]> \u001b[31m\u0000 \ud800 ü\uffff\nsecond line";
const report: TestReport = {
  files: 2,
  passed: 1,
  failed: 1,
  not_run: 1,
  duration_ms: 50,
  tests: [
    result("passes"),
    result(nasty, {
      status: "failed",
      mismatches: [{ field: "decision", expected: "deny", got: "none" }],
      runs: [
        {
          hook: nasty,
          outcome: "failed",
          failure: "exit-code",
          duration_ms: 1,
          error: nasty,
          exit_code: 1,
          stdout: "",
          stderr: nasty,
        },
      ],
    }),
    result("waits", { status: "not-run" }),
  ],
  problems: [
    { file: "/w/b.hooktest.yaml", line: 7, code: "HOOKTEST_EMPTY", severity: "error", what: nasty, fix: nasty },
  ],
};

describe("a JUnit report", () => {
  const root = parseXml(junitXml(report, "/w"));
  const all = (element: Element, name: string): Element[] => [
    ...element.children.filter((child) => child.name === name),
    ...element.children.flatMap((child) => all(child, name)),
  ];

  it("counts what there is", () => {
    expect(root.name).toBe("testsuites");
    expect(root.attributes).toMatchObject({ tests: "4", failures: "1", errors: "1", skipped: "1", time: "0.050" });
    expect(root.children.map(({ attributes }) => [attributes.name, attributes.tests])).toEqual([
      ["hooks/a.hooktest.yaml", "3"],
      ["b.hooktest.yaml", "1"],
    ]);
  });

  it("has one case for each test, with its time and place", () => {
    const cases = all(root, "testcase");
    expect(cases).toHaveLength(4);
    expect(cases[0]?.attributes).toEqual({
      name: "passes",
      classname: "hooks/a.hooktest.yaml",
      file: "hooks/a.hooktest.yaml",
      line: "3",
      time: "0.012",
    });
  });

  it("tells why a test failed, whatever is in the text", () => {
    const [failure] = all(root, "failure");
    expect(failure?.attributes).toEqual({ message: "decision: expected deny, got none", type: "mismatch" });
    expect(failure?.text).toContain("a \"quoted\" <b> & 'c' ]]> \uFFFD[31m\uFFFD \uFFFD ü\uFFFD\nsecond line");
    expect(all(root, "error")[0]?.attributes.type).toBe("HOOKTEST_EMPTY");
    expect(all(root, "skipped")).toHaveLength(1);
  });

  it("tells a test that could not be carried out by its code", () => {
    const error = { code: "HOOKTEST_UNTRUSTED", what: "Not trusted.", fix: "Trust it." };
    const xml = junitXml({ ...report, tests: [result("a", { status: "failed", error })], problems: [] }, "/w");
    expect(all(parseXml(xml), "failure")[0]).toMatchObject({
      attributes: { message: "Not trusted.", type: "HOOKTEST_UNTRUSTED" },
      text: "Not trusted.\nTrust it.",
    });
  });
});
