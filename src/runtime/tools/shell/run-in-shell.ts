import { type ChildProcess, spawn } from "node:child_process";
import { closeSync } from "node:fs";
import { Readable, type Stream } from "node:stream";
import { endGroup, signalGroup } from "../../../lib/process/process-group.ts";
import { sweepRun } from "../../../lib/process/sweep.ts";
import { reasonOf } from "../paths/reason.ts";
import type { MergedPipes } from "./merged-pipe.ts";

export interface ShellCommand {
  readonly shell: string;
  readonly command: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Marks the command's processes, by way of `env`. */
  readonly runId: string;
  readonly timeoutMs: number;
  readonly pipes: MergedPipes;
  readonly onOutput: (chunk: Buffer) => void;
}

export type ShellEnding =
  | { readonly kind: "exited"; readonly code: number; readonly background: Background | null }
  | { readonly kind: "signaled"; readonly signal: string; readonly background: Background | null }
  | { readonly kind: "timed-out" | "canceled" }
  | { readonly kind: "not-started"; readonly why: string };

/** Something that the command left running. */
export interface Background {
  /** Until then it may go on printing, which nobody reads. */
  readonly end: () => void;
}

/** How long a command may take to end by itself when it is asked to. */
const termGraceMs = 2000;
/** How long we wait, after the command's end, for outputs that something else still holds open. */
const drainMs = 200;

/**
 * Runs a command to its end. It resolves whatever happens; when its time is up or it is canceled, not before the last of
 * its processes is gone. What an ordinary end leaves in the background goes on.
 */
export async function runInShell(request: ShellCommand, signal: AbortSignal): Promise<ShellEnding> {
  if (signal.aborted) return { kind: "canceled" };
  const started = await start(request);
  if ("why" in started) return { kind: "not-started", why: started.why };

  const { child, pid, outputs } = started;
  const isListening = { now: true };
  for (const output of outputs) {
    // The other end may vanish in the middle of a read; whatever came before that is what there is.
    output.on("error", () => {});
    output.on("data", (chunk: Buffer) => {
      if (isListening.now) request.onOutput(chunk);
    });
  }
  const ending = await endOf(child, outputs, request.timeoutMs, signal);
  if (ending.kind === "exited") {
    isListening.now = false;
    const background = isClosed(outputs) && !isLeftToGroup(pid) ? null : keepReading(outputs, pid);
    if (ending.signal !== null) return { kind: "signaled", signal: ending.signal, background };
    return { kind: "exited", code: ending.code ?? 0, background };
  }
  await endGroup(pid, { askFirstMs: termGraceMs });
  await sweepRun(request.runId, { after: null, except: new Set() });
  // What it printed in the end is still to be read.
  await new Promise((resolve) => setImmediate(resolve));
  for (const output of outputs) output.destroy();
  return ending;
}

interface Started {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly outputs: readonly Readable[];
}

async function start({ shell, command, cwd, env, pipes }: ShellCommand): Promise<Started | { readonly why: string }> {
  const pipe = await pipes.open();
  try {
    const child = spawn(shell, ["-c", command], {
      cwd,
      env,
      stdio: ["ignore", pipe?.writer ?? "pipe", pipe?.writer ?? "pipe"],
      // A session of its own, so that all of it can be ended at once and a terminal's signals do not reach it.
      detached: process.platform !== "win32",
      windowsHide: true,
    });
    if (child.pid === undefined) {
      const error = await new Promise((resolve) => child.once("error", resolve));
      pipe?.reader.destroy();
      return { why: reasonOf(error) };
    }
    child.on("error", () => {});
    return { child, pid: child.pid, outputs: pipe ? [pipe.reader] : [child.stdout, child.stderr].filter(isReadable) };
  } catch (error) {
    pipe?.reader.destroy();
    return { why: reasonOf(error) };
  } finally {
    if (pipe) closeSync(pipe.writer);
  }
}

function isReadable(stream: Stream | null): stream is Readable {
  return stream instanceof Readable;
}

function isClosed(outputs: readonly Readable[]): boolean {
  return outputs.every((output) => output.readableEnded || output.destroyed);
}

/** A process in the background whose output nobody reads would be ended by its next line. */
function keepReading(outputs: readonly Readable[], pid: number): Background {
  for (const output of outputs) {
    output.resume();
    if ("unref" in output && typeof output.unref === "function") output.unref();
  }
  return {
    end: () => {
      if (isLeftToGroup(pid)) signalGroup(pid, "SIGKILL");
      for (const output of outputs) output.destroy();
    },
  };
}

/** Where the marker cannot be looked for, the group is all there is to find what was left running. */
function isLeftToGroup(pid: number): boolean {
  return process.platform !== "linux" && signalGroup(pid, 0);
}

type Ending =
  | { readonly kind: "exited"; readonly code: number | null; readonly signal: NodeJS.Signals | null }
  | { readonly kind: "timed-out" | "canceled" };

function endOf(
  child: ChildProcess,
  outputs: readonly Readable[],
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Ending> {
  return new Promise((resolve) => {
    let drain: NodeJS.Timeout | undefined;
    const settle = (ending: Ending) => {
      clearTimeout(deadline);
      clearTimeout(drain);
      signal.removeEventListener("abort", cancel);
      resolve(ending);
    };
    const cancel = () => settle({ kind: "canceled" });
    const deadline = setTimeout(() => settle({ kind: "timed-out" }), timeoutMs);
    signal.addEventListener("abort", cancel, { once: true });
    // It may have been canceled while it was being started.
    if (signal.aborted) cancel();
    child.once("exit", (code, endedBy) => {
      clearTimeout(deadline);
      const ending: Ending = { kind: "exited", code, signal: endedBy };
      const settleIfClosed = () => {
        if (isClosed(outputs)) settle(ending);
      };
      for (const output of outputs) output.once("close", settleIfClosed);
      settleIfClosed();
      // What has been printed until now is read first, however late this timer is.
      drain = setTimeout(() => setImmediate(settle, ending), drainMs);
    });
  });
}
