import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { closeSync } from "node:fs";
import type { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { endGroup } from "../../lib/process/process-group.ts";
import { mayHaveDescendants, sweepRun } from "../../lib/process/sweep.ts";
import { codeOf } from "../failure.ts";
import { Capture, type CapturedText, excerptLimit } from "./capture.ts";
import { openPayloadFile } from "./payload-file.ts";
import { explainSpawnError } from "./spawn-error.ts";

/** One program to run. Only plain data, because it may be run by the helper process. */
export interface CommandRequest {
  readonly runId: string;
  /** Absolute. */
  readonly path: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly stdin: string;
  readonly timeoutMs: number;
  /** How much of stdout is kept. */
  readonly outputLimit: number;
  /** Bytes of stdout that are no UTF-8 are replaced rather than refused. */
  readonly replacesBadBytes: boolean;
  /** Where a long `stdin` may be put for a moment. */
  readonly tempDir: string;
}

export type CommandResult =
  | ({ readonly kind: "exited"; readonly exitCode: number } & CommandOutput)
  | ({ readonly kind: "signaled"; readonly signal: string } & CommandOutput)
  | { readonly kind: "timed-out" | "canceled"; readonly stderrBytes: number }
  | { readonly kind: "not-started"; readonly why: string };

export interface CommandOutput {
  readonly stdout: CapturedText;
  readonly stdoutBytes: number;
  readonly stderr: string;
  readonly stderrBytes: number;
}

export const termGraceMs = 250;
export const drainMs = 200;
/** Node takes a longer time for a mistake and fires at once. */
export const longestTimerMs = 0x7fff_ffff;
const longestPipedPayload = 16 * 1024;
/** A run this long may have seen the pids wrap around, so that its descendants can have lower ones than it had. */
const pidsMayHaveWrappedAfterMs = 1000;

const maxTries = 3;
const retryAfterMs = 20;
/** No process to be had, or the file still open for writing in a process that is just being started. */
const passingShortages: ReadonlySet<string> = new Set(["EAGAIN", "ETXTBSY"]);

/** Our own children, each of which carries the marker of its own run and needs no second look in another's sweep. */
const children = new Set<number>();

/**
 * Runs one program to its end: spawns, feeds, keeps the deadline, captures, and clears away all that it left behind.
 * Resolves whatever happens, and never before the last of the run's processes is gone.
 */
export async function runCommand(request: CommandRequest, signal: AbortSignal | null): Promise<CommandResult> {
  if (signal?.aborted) return { kind: "canceled", stderrBytes: 0 };
  const started = await start(request);
  if ("error" in started) return { kind: "not-started", why: explainSpawnError(started.error, request) };

  const { child, pid, startedAt } = started;
  const stdout = new Capture(child.stdout, request.outputLimit);
  const stderr = new Capture(child.stderr, excerptLimit);
  feed(child, request.stdin);
  const ending = await endOf(child, request.timeoutMs, signal);
  children.delete(pid);
  const mayHaveWrapped = performance.now() - startedAt > pidsMayHaveWrappedAfterMs;
  const among = { after: mayHaveWrapped ? null : pid, except: children };
  if (ending.kind !== "exited" || mayHaveDescendants(among)) {
    await endGroup(pid, { askFirstMs: ending.kind === "exited" ? 0 : termGraceMs });
    await sweepRun(request.runId, among);
  }
  letGo(child);

  if (ending.kind !== "exited") return { kind: ending.kind, stderrBytes: stderr.bytes };
  const output: CommandOutput = {
    stdout: stdout.text(request.replacesBadBytes),
    stdoutBytes: stdout.bytes,
    stderr: stderr.excerpt(),
    stderrBytes: stderr.bytes,
  };
  return ending.signal === null
    ? { kind: "exited", exitCode: ending.code ?? 0, ...output }
    : { kind: "signaled", signal: ending.signal, ...output };
}

type Child = ChildProcess & { readonly stdout: Readable; readonly stderr: Readable };

interface Started {
  readonly child: Child;
  readonly pid: number;
  readonly startedAt: number;
}

/** Starts the program, and tries again when the system was only short of something for a moment. */
async function start(request: CommandRequest): Promise<Started | { readonly error: unknown }> {
  for (let tries = 1; ; tries++) {
    const startedAt = performance.now();
    const child = spawnOnce(request);
    if (isRunning(child)) {
      children.add(child.pid);
      return { child, pid: child.pid, startedAt };
    }
    // Node throws some failures to start, and reports others by an event of a child without a pid.
    const error = "error" in child ? child.error : await new Promise((resolve) => child.once("error", resolve));
    if (!("error" in child)) letGo(child);
    if (tries === maxTries || !passingShortages.has(codeOf(error) ?? "")) return { error };
    await delay(retryAfterMs);
  }
}

function isRunning(child: ChildProcess | { readonly error: unknown }): child is Child & { readonly pid: number } {
  return "pid" in child && child.pid !== undefined && child.stdout != null && child.stderr != null;
}

function spawnOnce(request: CommandRequest): ChildProcess | { readonly error: unknown } {
  const isLong = Buffer.byteLength(request.stdin) > longestPipedPayload;
  const payloadFile = isLong ? openPayloadFile(request.stdin, request.tempDir) : null;
  const options: SpawnOptions = {
    cwd: request.cwd,
    env: request.env,
    stdio: [payloadFile ?? "pipe", "pipe", "pipe"],
    // A group of its own, so that all of it can be ended at once. On Windows it would open a console window instead.
    detached: process.platform !== "win32",
    windowsHide: true,
  };
  try {
    return spawn(request.path, request.args, options);
  } catch (error) {
    return { error };
  } finally {
    if (payloadFile !== null) closeSync(payloadFile);
  }
}

function feed(child: ChildProcess, stdin: string): void {
  // A child that is gone or that closes its stdin without reading is no error of ours, nor of the hook.
  child.stdin?.on("error", () => {});
  child.on("error", () => {});
  child.stdin?.end(stdin);
}

type Ending =
  | { readonly kind: "exited"; readonly code: number | null; readonly signal: NodeJS.Signals | null }
  | { readonly kind: "timed-out" | "canceled" };

/**
 * Waits for the program to end and its pipes to close, for its deadline, or for the cancellation. A grandchild that
 * keeps the pipes open after the program's end holds the answer up for no longer than the drain.
 */
function endOf(child: ChildProcess, timeoutMs: number, signal: AbortSignal | null): Promise<Ending> {
  return new Promise((resolve) => {
    let drain: NodeJS.Timeout | undefined;
    const settle = (ending: Ending) => {
      clearTimeout(deadline);
      clearTimeout(drain);
      signal?.removeEventListener("abort", cancel);
      resolve(ending);
    };
    const cancel = () => settle({ kind: "canceled" });
    const deadline = setTimeout(() => settle({ kind: "timed-out" }), Math.min(timeoutMs, longestTimerMs));
    signal?.addEventListener("abort", cancel, { once: true });
    // It may have been canceled while it was being started.
    if (signal?.aborted) cancel();
    child.once("exit", (code, endedBy) => {
      clearTimeout(deadline);
      signal?.removeEventListener("abort", cancel);
      const ending: Ending = { kind: "exited", code, signal: endedBy };
      child.once("close", () => settle(ending));
      drain = setTimeout(() => settle(ending), drainMs);
    });
  });
}

function letGo(child: ChildProcess): void {
  // Without a free file descriptor Node hands out a child that has no streams at all, whatever its type says.
  for (const stream of child.stdio ?? []) stream?.destroy();
}
