import { tmpdir } from "node:os";
import { isAbsolute, resolve } from "node:path";
import type { ExecutorSpec } from "../../engine/hook.ts";
import type { Execution, Executor, Failure, Reply } from "../../engine/ports.ts";
import { valueAt } from "../../engine/select.ts";
import { failed, messageOf } from "../failure.ts";
import { whyNotTrusted } from "./check-bound.ts";
import { hookEnvironment } from "./environment.ts";
import { findCommand } from "./find-command.ts";
import { replyOf } from "./reply.ts";
import { type CommandRequest, type CommandResult, runCommand } from "./run-command.ts";
import { createSpawnHelper } from "./spawn-on-behalf.ts";

type ProcessSpec = Extract<ExecutorSpec, { kind: "process" }>;

export interface ProcessExecutorOptions {
  /** Our own environment: what hooks may inherit of it, and the PATH on which their commands are looked up. */
  readonly environment: NodeJS.ProcessEnv;
  /** Where a long payload may be put for a moment. */
  readonly tempDir?: string;
  /** Resident bytes above which a small helper process starts the hooks. 0 means always, Infinity never. */
  readonly helperAboveBytes?: number;
}

export interface ProcessExecutor {
  readonly execute: Executor;
  /** Cancels what is running and resolves when nothing of it is left. Later runs fail. */
  readonly close: () => Promise<void>;
}

const defaultTimeoutMs = 5000;
const defaultHelperAboveBytes = 150 * 1024 * 1024;
/** Asking for the resident size costs about a hundredth of a hook, and it does not change that fast. */
const runsPerSizeCheck = 8;

/** Makes the executor that runs hooks as child processes. */
export function createProcessExecutor(options: ProcessExecutorOptions): ProcessExecutor {
  const { environment, tempDir = tmpdir(), helperAboveBytes = defaultHelperAboveBytes } = options;
  const environmentFor = hookEnvironment(environment);
  const searchPath = environment.PATH ?? "";
  const isLarge = largeProcessCheck(helperAboveBytes);
  const helper = createSpawnHelper(environment);
  const running = new Map<AbortController, Promise<unknown>>();
  let isClosed = false;

  async function execute(execution: Execution): Promise<Reply> {
    if (execution.signal?.aborted) return failed("killed", "it was canceled before it started");
    if (isClosed) return failed("spawn-error", "hooks are no longer started because of a shutdown");
    const request = requestFor(execution);
    if ("kind" in request) return request;
    const result = await cancelable(request, execution.signal);
    return replyOf(result, request);
  }

  function requestFor({ hook, runId, depth, contract, payload }: Execution): CommandRequest | Failure {
    const { executor, timeoutMs, wire } = hook;
    if (executor.kind !== "process") return failed("not-supported", `it is declared as a ${executor.kind} hook`);
    if (wire === null) return failed("not-supported", "nothing says how to write to it and how to read its answer");
    const refusal = executor.bound === undefined ? null : whyNotTrusted(executor.bound);
    // It was trusted when it was loaded. Whoever changed it since, the agent it guards for one, must not be rid of it by that.
    if (refusal !== null) return contract.deny === "refuses" ? { ...refusal, policy: "block" } : refusal;
    const cwd = directoryOf(executor, payload);
    const command = findCommand(executor.command, cwd, searchPath);
    if ("kind" in command) return command;
    let stdin: string | Failure;
    try {
      stdin = wire.encode(contract, payload);
    } catch (error) {
      return failed("spawn-error", `the payload could not be written for it: ${messageOf(error)}`);
    }
    if (typeof stdin !== "string") return stdin;
    return {
      runId,
      path: command.path,
      args: executor.args,
      env: environmentFor(runId, depth, variablesOf(executor, payload), executor.inherits, executor.without),
      cwd,
      stdin,
      timeoutMs: timeoutMs > 0 ? timeoutMs : defaultTimeoutMs,
      outputLimit: wire.outputLimit,
      replacesBadBytes: wire.replacesBadBytes ?? false,
      tempDir,
    };
  }

  /** Runs the command so that both the dispatch and `close` can end it. */
  async function cancelable(request: CommandRequest, signal: AbortSignal | null): Promise<CommandResult> {
    const controller = new AbortController();
    const cancel = () => controller.abort();
    signal?.addEventListener("abort", cancel, { once: true });
    const run = isLarge() ? helper.run(request, controller.signal) : runCommand(request, controller.signal);
    running.set(controller, run);
    try {
      return await run;
    } finally {
      running.delete(controller);
      signal?.removeEventListener("abort", cancel);
    }
  }

  async function close(): Promise<void> {
    isClosed = true;
    for (const controller of running.keys()) controller.abort();
    await Promise.allSettled(running.values());
    await helper.close();
  }

  return { execute, close };
}

/** What is declared for it, and what the event itself says. */
function variablesOf({ env, envFields }: ProcessSpec, payload: Execution["payload"]): ProcessSpec["env"] {
  if (envFields === undefined) return env;
  const said = Object.entries(envFields).flatMap(([name, field]) => {
    const value = valueAt(payload, field);
    // No operating system can hand a NUL to a program.
    return typeof value === "string" && value !== "" && !value.includes("\0") ? [[name, value] as const] : [];
  });
  return { ...env, ...Object.fromEntries(said) };
}

/** Where the hook runs: some events bring the place with them. */
function directoryOf({ cwd, cwdField }: ProcessSpec, payload: Execution["payload"]): string {
  const place = cwdField && valueAt(payload, cwdField.name);
  return cwdField && typeof place === "string" && isAbsolute(place) ? resolve(place, cwdField.below) : cwd;
}

/**
 * Tells whether this process has grown so large that starting a child from it is slow. On Linux Node forks, and a fork
 * copies the page tables of everything we hold; elsewhere the size does not matter.
 */
function largeProcessCheck(aboveBytes: number): () => boolean {
  if (process.platform !== "linux" || aboveBytes === Number.POSITIVE_INFINITY) return () => false;
  let runs = 0;
  let isLarge = false;
  return () => {
    if (runs++ % runsPerSizeCheck === 0) isLarge = process.memoryUsage.rss() > aboveBytes;
    return isLarge;
  };
}
