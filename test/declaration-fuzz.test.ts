import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Worker } from "node:worker_threads";
import { describe, expect, it } from "vitest";
import { type LoadedHooks, loadHooks } from "../src/sources/load-hooks.ts";
import { complaintAbout, fileNumber, load, request } from "./declaration-fuzz/check.ts";
import { fuzzHome, fuzzRoot } from "./declaration-fuzz/memory-reader.ts";
import { type Seed, seeds } from "./declaration-fuzz/seeds.ts";
import type { Order, Result } from "./declaration-fuzz/worker.ts";

const count = Number(process.env.HOOKLINE_FUZZ_FILES ?? 50_000);
/** Longer than any machine is busy with other things while it reads one small file. */
const hangMs = 20_000;

describe("declaration files", () => {
  it.each(seeds.map((seed, number) => ({ number, ...seed })))(
    "$dialect: $path ($number) is read as it stands",
    (seed) => {
      const loaded = load(seed);
      expect(complaintAbout(seed, loaded)).toBeNull();
      expect(loaded.broken).toEqual([]);
    },
  );

  it(`${count} mutated files: no crash, no hang, every rejected one has a problem with a line, no guard vanishes`, {
    timeout: 300_000,
  }, async () => {
    const workers = Math.min(2, availableParallelism());
    const results = await Promise.all(Array.from({ length: workers }, (_, from) => readFiles(from, count, workers)));
    const complaints = results.flatMap((result) => result.complaints);
    expect(complaints.map(describeComplaint).join("\n\n")).toBe("");
    const rejected = results.reduce((sum, result) => sum + result.rejected, 0);
    // A fuzz whose files are all rejected at the first character, or none of them, shows nothing.
    expect(rejected).toBeGreaterThan(count / 5);
    expect(rejected).toBeLessThan(count);
  });

  it("files on a disk are read like files in memory", () => {
    for (let number = 0; number < 300; number++) {
      const file = fileNumber(number * 101);
      expect(summaryOf(loadFromDisk(file)), describeComplaint({ number, what: "the disk differs" })).toEqual(
        summaryOf(load(file)),
      );
    }
  });
});

/** Reads every `step`th file in a thread of its own, which is ended when it stays with one file for too long. */
function readFiles(from: number, to: number, step: number): Promise<Result> {
  const at = new SharedArrayBuffer(4);
  const position = new Int32Array(at);
  const order: Order = { from, to, step, at };
  const worker = new Worker(new URL("./declaration-fuzz/worker.ts", import.meta.url), { workerData: order });
  return new Promise((done, fail) => {
    let last = { number: -2, since: 0 };
    const watch = setInterval(() => {
      const number = Atomics.load(position, 0);
      if (number !== last.number) last = { number, since: performance.now() };
      if (number < 0 || performance.now() - last.since < hangMs) return;
      finish();
      void worker.terminate();
      done({ rejected: 0, complaints: [{ number, what: `it was still being read after ${hangMs} ms` }] });
    }, 250);
    const finish = () => clearInterval(watch);
    worker.once("message", (result: Result) => {
      finish();
      done(result);
    });
    worker.once("error", (error) => {
      finish();
      fail(error);
    });
  });
}

function describeComplaint({ number, what }: { readonly number: number; readonly what: string }): string {
  const { path, text } = fileNumber(number);
  return `file ${number} (${path}): ${what}\n${JSON.stringify(text)}`;
}

function loadFromDisk({ path, text }: Seed): LoadedHooks {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "hookline-fuzz-")));
  const [root, home] = [join(base, "workspace"), join(base, "home")];
  try {
    const file = path.replace(fuzzRoot, root).replace(fuzzHome, home);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    const workspace = { id: "ws", name: "workspace", root, additionalRoots: [] };
    return loadHooks({ ...request, home, workspace, cwd: root, environment: { ...request.environment, HOME: home } });
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

/** What the same text must come to wherever it stands. */
function summaryOf({ hooks, broken, findings }: LoadedHooks) {
  return {
    hooks: hooks.map(({ event, dialect, origin }) => [event, dialect, origin.line]),
    broken: broken.map(({ event, line }) => [event, line]),
    findings: findings.map(({ code, line }) => [code, line]),
  };
}
