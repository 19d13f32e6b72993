import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { isGreen, type TestReport } from "../../app/hook-tests/report.ts";
import { runTests, type TestRequest, type TestRun } from "../../app/hook-tests/run-tests.ts";
import { Problem } from "../../errors/problem.ts";
import type { Invocation } from "../command.ts";
import { printError } from "../errors.ts";
import { print } from "../output.ts";
import { placeFrom } from "../place.ts";
import { renderSummary, renderTest } from "../test-view.ts";
import { warnOn } from "../warn.ts";

type TextFlags = "filter" | "junit" | "reporter";
type Switches = "watch" | "bail" | "record" | "home";

export async function test(
  invocation: Invocation & {
    flags: { readonly [K in TextFlags]?: string } & { readonly [K in Switches]?: boolean };
  },
): Promise<number> {
  const { args, flags, terminal, world, format } = invocation;
  const place = placeFrom(invocation);
  const request: TestRequest = {
    paths: args,
    home: flags.home === true,
    filter: flags.filter ?? null,
    bail: flags.bail === true,
    record: flags.record === true,
  };
  const isXml = flags.reporter === "junit";
  if (isXml && format !== "human") throw new Problem("USAGE_FLAGS_CONFLICT", { flags: "--reporter and --output" });
  const isLive = format === "human" && !isXml;

  async function run(signal: AbortSignal | null): Promise<TestRun> {
    const done = await runTests(place, request, {
      warn: warnOn(terminal),
      signal,
      onResult: (result) => {
        if (isLive) terminal.out(`${renderTest(terminal, result, world.cwd)}\n`);
      },
    });
    await show(done.report);
    return done;
  }

  async function show(report: TestReport): Promise<void> {
    if (isXml || flags.junit !== undefined) {
      const { junitXml } = await import("../../app/hook-tests/junit.ts");
      const xml = junitXml(report, world.cwd);
      if (flags.junit !== undefined) writeReport(resolve(world.cwd, flags.junit), xml);
      if (isXml) {
        terminal.out(xml);
        return;
      }
    }
    await print(invocation, {
      human: () => `\n${renderSummary(terminal, report, world.cwd)}`,
      // One line for each test is what a stream of lines is for.
      json: () => (format === "jsonl" ? report.tests : report),
    });
  }

  if (!flags.watch) return isGreen((await run(world.signal)).report) ? 0 : 1;

  const { watchTests } = await import("../../app/hook-tests/watch-tests.ts");
  const signal = world.signal ?? new AbortController().signal;
  const runAndWait = async () => {
    const files = await run(signal).then(
      (done) => done.files,
      (error: unknown) => {
        // A file that is being edited is not right at every moment; the next change may put it right.
        if (!(error instanceof Problem)) throw error;
        printError(error, format, terminal);
        return [];
      },
    );
    if (isLive && !signal.aborted) terminal.out("\nWaiting for changes. Ctrl-C ends.\n");
    return { files };
  };
  await watchTests(place, request, runAndWait, signal);
  return 0;
}

function writeReport(path: string, xml: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, xml);
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code ?? String(error);
    throw new Problem("HOOKTEST_REPORT_UNWRITABLE", { path, why }, { cause: error });
  }
}
