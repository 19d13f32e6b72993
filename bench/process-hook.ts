/*
 * One process hook through our executor, against a bare child_process.spawn that writes the same JSON and reads the
 * reply: how much does all the care cost? Then the same again from a process that has grown to 600 MB.
 *
 *   node bench/process-hook.ts
 */
import { fork, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createProcessExecutor } from "../src/executors/process/executor.ts";
import { executionOf } from "../src/executors/testing.ts";
import { interleave, medianTime, printBar, printValue, throughput } from "./lib/rounds.ts";

const pairs = 200;
const rounds = 31;
const concurrency = 8;
const runsAtOnce = 32;

const payload = {
  event: "tool.pre_call",
  tool_name: "Bash",
  tool_input: { command: "git status --short", description: "Show the working tree".repeat(15) },
};
/** `cat` starts fast and answers with what it read, so that hardly anything but the spawning is measured. */
const program = "/bin/cat";
const cwd = tmpdir();

const executor = createProcessExecutor({ environment: process.env });
const execution = executionOf({ kind: "process", command: program, args: [], env: {}, inherits: "safe-names", cwd });

/** The same with two files of 4 KiB that are checked before it starts, as for a trusted hook of a workspace. */
const folder = mkdtempSync(join(tmpdir(), "hookline-bench-"));
const bound = ["a", "b"].map((name) => {
  const path = join(folder, name);
  const text = name.repeat(4096);
  writeFileSync(path, text);
  const sha256 = createHash("sha256").update(text).digest("hex");
  return { path, sha256, copy: { path, sha256 } };
});
const checked = executionOf({
  kind: "process",
  command: program,
  args: [],
  env: {},
  inherits: "safe-names",
  cwd,
  bound,
});

async function trusted(): Promise<void> {
  const reply = await executor.execute({ ...checked, payload });
  if (reply?.kind !== "output") throw new Error(`unexpected reply ${JSON.stringify(reply)}`);
}

async function ours(): Promise<void> {
  const reply = await executor.execute({ ...execution, payload });
  if (reply?.kind !== "output" || reply.stdout.length < 100)
    throw new Error(`unexpected reply ${JSON.stringify(reply)}`);
}

function bare(): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, [], { cwd, stdio: "pipe" });
    const chunks: Buffer[] = [];
    child.on("error", reject);
    child.stdin.on("error", () => {});
    child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.stderr.resume();
    child.on("close", () => {
      JSON.parse(Buffer.concat(chunks).toString("utf8"));
      resolve();
    });
    child.stdin.end(JSON.stringify(payload));
  });
}

/** Grows this process by `megabytes`, half of them on the heap and half outside, and returns what must be kept. */
function ballast(megabytes: number): unknown[] {
  const half = (megabytes / 2) * 1024 * 1024;
  const buffers = Array.from({ length: half / 1_048_576 }, (_, at) => Buffer.alloc(1_048_576, at + 1));
  const arrays = Array.from({ length: half / 8_388_608 }, () => Array.from({ length: 1_048_576 }, (_, at) => at + 0.5));
  return [buffers, arrays];
}

/** Another process that stays small, so that small and large can take turns. It measures one run per message. */
function smallProcess() {
  const child = fork(import.meta.filename, ["small"]);
  const measure = async () => {
    child.send("measure");
    const [took] = await once(child, "message");
    return Number(took);
  };
  return { measure, end: () => child.disconnect() };
}

if (process.argv[2] === "small") {
  process.on("message", async () => process.send?.(await medianTime(1, ours)));
  process.once("disconnect", () => executor.close());
} else {
  await compare();
}

async function compare(): Promise<void> {
  const alone = await interleave(
    { ours: () => medianTime(1, ours), trusted: () => medianTime(1, trusted), bare: () => medianTime(1, bare) },
    { rounds: pairs, warmUp: 20 },
  );
  const atOnce = await interleave(
    {
      ours: () => throughput(runsAtOnce, concurrency, ours),
      bare: () => throughput(runsAtOnce, concurrency, bare),
    },
    { rounds, warmUp: 2 },
  );
  const smallMegabytes = process.memoryUsage.rss() / 1e6;

  const small = smallProcess();
  const kept = ballast(450);
  const grown = await interleave(
    { large: () => medianTime(1, ours), small: small.measure, bare: () => medianTime(1, bare) },
    { rounds: pairs / 2, warmUp: 20 },
  );
  const largeMegabytes = process.memoryUsage.rss() / 1e6;
  kept.length = 0;
  small.end();
  await executor.close();
  rmSync(folder, { recursive: true, force: true });

  printValue(`this process (${smallMegabytes.toFixed(0)} MB): bare spawn`, alone.bare, "ms");
  printValue("this process: hook", alone.ours, "ms");
  printValue("this process: hook with two trusted files", alone.trusted, "ms");
  printValue(`${concurrency} at once: bare spawns`, atOnce.bare, "per s");
  printValue(`${concurrency} at once: hooks`, atOnce.ours, "per s");
  printValue(`grown to ${largeMegabytes.toFixed(0)} MB: bare spawn`, grown.bare, "ms");
  printValue("grown: hook", grown.large, "ms");
  printValue("a small process in turn with it: hook", grown.small, "ms");
  const holds = [
    printBar({ name: "hook ÷ bare spawn", ratio: alone.ours / alone.bare, atMost: 1.1 }),
    printBar({ name: "hook with two trusted files ÷ hook", ratio: alone.trusted / alone.ours, atMost: 1.25 }),
    printBar({ name: `${concurrency} at once: hooks ÷ bare spawns`, ratio: atOnce.ours / atOnce.bare, atLeast: 0.9 }),
    printBar({ name: "hook in a large process ÷ in a small one", ratio: grown.large / grown.small, atMost: 2 }),
    printBar({ name: "bare spawn in a large process ÷ hook there", ratio: grown.bare / grown.large }),
  ];
  process.exitCode = holds.every(Boolean) ? 0 : 1;
}
