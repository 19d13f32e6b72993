import { existsSync } from "node:fs";
import { relative } from "node:path";
import { finding, Problem } from "../../errors/problem.ts";
import { openFileReader } from "../../sources/file-reader.ts";
import { userHooksFolder } from "../../sources/load-agent-hooks.ts";
import { lockPath } from "../../sources/trust/lock-file.ts";
import { resolveWorkspace } from "../../sources/workspace.ts";
import { type Hookline, openHookline, type Warn } from "../open-hookline.ts";
import type { Place } from "../place.ts";
import { findTests } from "./find-tests.ts";
import type { TestReport, TestResult } from "./report.ts";
import { notRun, payloadFileOf, runTest } from "./run-test.ts";
import { type HookTest, type HookTestFile, readTestFile } from "./test-file.ts";
import { sourcesOf } from "./watched-files.ts";

export interface TestRequest {
  /** Files and folders to look in; none means the workspace. */
  readonly paths: readonly string[];
  /** Looks in the user's own folders as well. */
  readonly home: boolean;
  /** Only tests with this text in their name or in the name of their file. */
  readonly filter: string | null;
  /** Stops after the first test that fails. */
  readonly bail: boolean;
  /** Keeps the runs in the user's records like any others. */
  readonly record: boolean;
}

export interface TestRun {
  readonly report: TestReport;
  /** Every file that had a part in it: tests, payloads, declarations, scripts. */
  readonly files: readonly string[];
}

/** Told of every test as it ends. */
export type OnResult = (result: TestResult) => void;

/** Runs the tests of a place one after another, each in the workspace itself. */
export async function runTests(
  place: Place,
  request: TestRequest,
  { warn, onResult, signal }: { readonly warn: Warn; readonly onResult: OnResult; readonly signal: AbortSignal | null },
): Promise<TestRun> {
  const startedAt = performance.now();
  const { files: paths } = findTests(testRoots(place, request), place.cwd);
  const read = paths.map(readFile);
  const all = read.flatMap(({ tests }) => tests);
  const chosen = all.filter((test) => isWanted(test, request.filter, place.cwd));
  const problems = read.flatMap(({ findings }) => findings);
  if (problems.length === 0) tellNothing(place, request, all.length, chosen.length);
  await using benches = openBenches(place, warn, request.record);
  const tests: TestResult[] = [];
  for (const test of chosen) {
    const isOver = signal?.aborted || (request.bail && tests.some(({ status }) => status === "failed"));
    const result = isOver ? notRun(test) : await runTest(await benches.withEnvironment(test.env), test, signal);
    tests.push(result);
    onResult(result);
  }
  const count = (status: TestResult["status"]) => tests.filter((result) => result.status === status).length;
  return {
    report: {
      files: paths.length,
      passed: count("passed"),
      failed: count("failed"),
      not_run: count("not-run"),
      duration_ms: performance.now() - startedAt,
      tests,
      problems,
    },
    files: [...paths, ...chosen.flatMap((test) => payloadFileOf(test) ?? []), ...benches.sources()],
  };
}

/** Where tests are looked for: the given paths, or the workspace; with `home` the user's folders too. */
export function testRoots(place: Place, { paths, home }: Pick<TestRequest, "paths" | "home">): readonly string[] {
  const own = paths.length > 0 ? paths : [resolveWorkspace(place.workspace, place).root];
  const users = [place.home, userHooksFolder(place.environment)].filter((folder) => folder !== null);
  return home ? [...own, ...users.filter((folder) => existsSync(folder))] : own;
}

function readFile(file: string): HookTestFile {
  const { read, findings } = openFileReader({ signed: false });
  const text = read(file);
  if (text !== null) return readTestFile(file, text);
  const gone = finding("FILE_UNREADABLE", { file, line: 1 }, { why: "it is gone" });
  return { file, tests: [], findings: findings.length > 0 ? findings : [gone] };
}

function isWanted({ name, file }: HookTest, filter: string | null, cwd: string): boolean {
  if (filter === null) return true;
  const wanted = filter.toLowerCase();
  // The folders that everything lies in say nothing about a test.
  return name.toLowerCase().includes(wanted) || relative(cwd, file).toLowerCase().includes(wanted);
}

/** A run without tests must not look like one in which all went well. */
function tellNothing(place: Place, request: TestRequest, tests: number, chosen: number): void {
  if (tests === 0) throw new Problem("HOOKTEST_NONE_FOUND", { where: testRoots(place, request).join(", ") });
  if (chosen === 0) throw new Problem("HOOKTEST_FILTER_EMPTY", { filter: request.filter ?? "", tests });
}

interface Benches extends AsyncDisposable {
  readonly withEnvironment: (env: HookTest["env"]) => Promise<Hookline>;
  readonly sources: () => readonly string[];
}

/** Opens the workspace once for every environment that tests ask for. */
function openBenches(place: Place, warn: Warn, keepsRecords: boolean): Benches {
  const open = new Map<string, Hookline>();
  return {
    async withEnvironment(env) {
      const key = JSON.stringify(Object.entries(env).sort());
      let bench = open.get(key);
      if (!bench) {
        bench = await openHookline(place, warn, { keepsRecords, processVariables: env });
        open.set(key, bench);
      }
      return bench;
    },
    sources: () =>
      [...open.values()].flatMap(({ loaded, workspace }) => [
        ...sourcesOf(loaded),
        // Tests fail until somebody trusts the hooks; as soon as that is done they are worth another try.
        lockPath(place.home, workspace.root),
      ]),
    async [Symbol.asyncDispose]() {
      for (const bench of open.values()) await bench[Symbol.asyncDispose]();
    },
  };
}
