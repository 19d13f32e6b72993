import { readFileSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { BrokenHook } from "../../engine/hook.ts";
import type { TraceStep } from "../../engine/trace.ts";
import type { Verdict } from "../../engine/verdict.ts";
import { Problem } from "../../errors/problem.ts";
import { closest } from "../../lib/closest.ts";
import { isTable } from "../../lib/source-document.ts";
import { explainSteps } from "../explain-run.ts";
import { type Fired, fire } from "../fire.ts";
import type { Hookline } from "../open-hookline.ts";
import { compare } from "./compare.ts";
import type { TestedRun, TestResult } from "./report.ts";
import type { HookTest } from "./test-file.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Carries out one test: real matcher, real processes, real verdict. What goes wrong becomes part of the result. */
export async function runTest(hookline: Hookline, test: HookTest, signal: AbortSignal | null): Promise<TestResult> {
  const startedAt = performance.now();
  const done = (status: TestResult["status"], more: Partial<TestResult>): TestResult => ({
    ...notRun(test),
    status,
    duration_ms: performance.now() - startedAt,
    ...more,
  });
  try {
    choose(hookline, test.hooks);
    const trace: TraceStep[] = [];
    const { session, agent } = test;
    const told = (step: TraceStep) => trace.push(step);
    const fired = await fire(hookline, test.event, payloadOf(test), { session, agent }, signal, told);
    if (signal?.aborted) return done("not-run", {});
    return done(...judge(test, fired, trace));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return done("failed", { error: { code: error.code, what: error.message, fix: error.fix } });
  }
}

/** A test that has not been carried out. */
export function notRun({ name, file, line, event }: HookTest): TestResult {
  return {
    name,
    file,
    line,
    event,
    status: "not-run",
    duration_ms: 0,
    mismatches: [],
    error: null,
    warnings: [],
    runs: [],
  };
}

function judge(test: HookTest, fired: Fired, trace: readonly TraceStep[]): [TestResult["status"], Partial<TestResult>] {
  const { verdict, prepared, unknownFields } = fired;
  const steps = explainSteps(test.event, trace, verdict.runs);
  const untrusted = untrustedIn(verdict);
  // What differs because a hook did not run would only hide why it did not.
  const mismatches = untrusted ? [] : compare(test.expect, { verdict, prepared, inputs: steps });
  const warnings = unknownFields.map(
    ({ field, suggestion }) =>
      `${test.event} has no field ${JSON.stringify(field)}${suggestion ? `; did you mean ${JSON.stringify(suggestion)}?` : "."}`,
  );
  const runs = steps.map(({ reply, ...step }): TestedRun => {
    const isOutput = reply.kind === "output";
    return {
      hook: step.hook,
      outcome: step.outcome,
      failure: step.failure,
      duration_ms: step.duration_ms,
      error: step.error,
      exit_code: isOutput ? reply.exit_code : null,
      stdout: isOutput ? reply.stdout : "",
      stderr: isOutput ? reply.stderr : "",
    };
  });
  const status = mismatches.length === 0 && untrusted === null ? "passed" : "failed";
  return [status, { mismatches, warnings, runs, error: untrusted }];
}

/** A hook that was not allowed to run proves nothing, whatever the test expects. */
function untrustedIn({ runs }: Verdict): TestResult["error"] {
  const names = runs.filter(({ failure }) => failure === "trust-refused").map(({ hook_name }) => hook_name);
  if (names.length === 0) return null;
  const problem = new Problem("HOOKTEST_UNTRUSTED", { hooks: [...new Set(names)].join(", ") });
  return { code: problem.code, what: problem.message, fix: problem.fix };
}

/** Leaves only the hooks that a test is about, so that the verdict is theirs. */
function choose({ engine, loaded }: Hookline, names: readonly string[] | null): void {
  const { hooks, broken } = loaded;
  if (names === null) {
    engine.swap(hooks, broken);
    return;
  }
  const chosen = hooks.filter(({ name }) => names.includes(name));
  for (const name of names) {
    if (chosen.some((hook) => hook.name === name && hook.executor.kind !== "broken")) continue;
    const unreadable = broken.find((declaration) => declaration.name === name);
    if (unreadable) throw brokenProblem(name, unreadable);
    const known = hooks.map((hook) => hook.name);
    throw new Problem("HOOKTEST_HOOK_UNKNOWN", { hook: name, suggestion: closest(name, known) });
  }
  engine.swap(
    chosen,
    broken.filter(({ name }) => name !== null && names.includes(name)),
  );
}

function brokenProblem(hook: string, { file, line, what }: BrokenHook): Problem {
  return new Problem("HOOKTEST_HOOK_BROKEN", { hook, place: file === null ? "no file" : `${file}:${line}`, why: what });
}

/** The file that a test takes its payload from; null when the test has it itself. */
export function payloadFileOf({ file, payload }: HookTest): string | null {
  return typeof payload === "string" ? resolve(dirname(file), payload) : null;
}

function payloadOf(test: HookTest): Fields {
  const path = payloadFileOf(test);
  if (path === null) return test.payload as Fields;
  const refuse = (why: string) => new Problem("HOOKTEST_PAYLOAD_FILE", { path, why });
  let value: unknown;
  try {
    // A pipe would keep us waiting for whoever writes into it.
    if (!statSync(path).isFile()) throw new Error("it is not an ordinary file");
    // Editors on Windows like to start files with a byte order mark.
    value = JSON.parse(readFileSync(path, "utf8").replace(/^\uFEFF/, ""));
  } catch (error) {
    throw refuse(error instanceof Error ? error.message : String(error));
  }
  if (!isTable(value)) throw refuse("it is not a JSON object");
  return value;
}
