import { execFile } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

describe.skipIf(process.platform === "win32")("when file descriptors run out", () => {
  let directory: string;

  beforeAll(() => {
    directory = realpathSync(mkdtempSync(join(tmpdir(), "hookline-exhaustion-")));
  });
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  it("a hook fails by name, nothing leaks, and the next one runs when there are some again", async () => {
    const url = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);
    const program = join(directory, "program.mjs");
    writeFileSync(
      program,
      `import { closeSync, openSync } from "node:fs";
       import { createProcessExecutor } from ${url("../../src/executors/process/executor.ts")};
       import { executionOf, shell } from ${url("../../src/executors/testing.ts")};
       const executor = createProcessExecutor({ environment: process.env, helperAboveBytes: Infinity });
       const run = () => executor.execute(executionOf(shell("echo '{}'", ${JSON.stringify(directory)})));
       const first = await run();
       const taken = [];
       const takeAll = () => { try { for (;;) taken.push(openSync("/dev/null")); } catch {} };
       takeAll();
       const all = taken.length;
       const without = [];
       for (let tries = 0; tries < 10; tries++) without.push(await run());
       takeAll();
       const leaked = all - taken.length;
       for (const file of taken) closeSync(file);
       process.stdout.write(JSON.stringify({ first, without, leaked, last: await run() }));`,
    );
    const limited = `ulimit -n 128 && exec "$0" "$1"`;
    const { stdout } = await promisify(execFile)("/bin/sh", ["-c", limited, process.execPath, program]);
    const { first, without, leaked, last } = JSON.parse(stdout);
    expect(first).toMatchObject({ kind: "output", exitCode: 0 });
    for (const reply of without) {
      expect(reply).toMatchObject({ failure: "spawn-error", detail: expect.stringContaining("too many files open") });
    }
    expect(leaked).toBe(0);
    expect(last).toMatchObject({ kind: "output", exitCode: 0 });
  });
});
