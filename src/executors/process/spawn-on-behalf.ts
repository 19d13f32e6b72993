import { type ChildProcess, fork } from "node:child_process";
import { killGraceMs } from "../../lib/process/process-group.ts";
import { sweepRun } from "../../lib/process/sweep.ts";
import { type FromHelper, helperProgram, type ToHelper } from "./helper-messages.ts";
import {
  type CommandRequest,
  type CommandResult,
  drainMs,
  longestTimerMs,
  runCommand,
  termGraceMs,
} from "./run-command.ts";

export interface SpawnHelper {
  /** Runs the command in the helper process, which is started when there is none. Resolves whatever happens. */
  readonly run: typeof runCommand;
  readonly close: () => Promise<void>;
}

/** How long the helper may take to end a run whose time is up before we take it for hung; its own start is in there. */
const endingMs = drainMs + termGraceMs + 2 * killGraceMs + 3000;

interface Pending {
  readonly settle: (result: CommandResult) => void;
  /** Clears away what the lost helper left of this run, and settles it. */
  readonly lose: (how: string) => Promise<void>;
}

interface Helper {
  readonly process: ChildProcess;
  readonly pending: Map<number, Pending>;
  readonly ended: Promise<void>;
}

/** Keeps at most one helper process, and a new one when it is lost. */
export function createSpawnHelper(environment: NodeJS.ProcessEnv): SpawnHelper {
  let current: Helper | null = null;
  let lastId = 0;

  function liveHelper(): Helper | null {
    current ??= startHelper(environment, () => {
      current = null;
    });
    return current;
  }

  function run(request: CommandRequest, signal: AbortSignal | null): Promise<CommandResult> {
    if (signal?.aborted) return Promise.resolve({ kind: "canceled", stderrBytes: 0 });
    const helper = liveHelper();
    // A slow start is better than none.
    if (helper === null) return runCommand(request, signal);
    return ask(helper, ++lastId, request, signal);
  }

  async function close(): Promise<void> {
    const helper = current;
    if (helper === null) return;
    if (helper.process.connected) helper.process.disconnect();
    helper.process.ref();
    const tooLate = setTimeout(() => helper.process.kill("SIGKILL"), endingMs);
    await helper.ended;
    clearTimeout(tooLate);
  }

  return { run, close };
}

function ask(helper: Helper, id: number, request: CommandRequest, signal: AbortSignal | null): Promise<CommandResult> {
  const { process: child, pending } = helper;
  return new Promise((resolve) => {
    let overdue: "timed-out" | "canceled" | null = null;
    const settle = (result: CommandResult) => {
      pending.delete(id);
      clearTimeout(backstop);
      signal?.removeEventListener("abort", cancel);
      if (pending.size === 0) child.channel?.unref();
      resolve(result);
    };
    const lose = async (how: string) => {
      await sweepRun(request.runId, { after: null, except: new Set() });
      settle(overdue === null ? lost(how) : { kind: overdue, stderrBytes: 0 });
    };
    // A helper that does not keep the deadline itself is hung, and with it all that it runs.
    const giveUp = (kind: "timed-out" | "canceled") => {
      overdue = kind;
      child.kill("SIGKILL");
    };
    const cancel = () => {
      clearTimeout(backstop);
      backstop = setTimeout(giveUp, endingMs, "canceled");
      tell(helper, { kind: "cancel", id });
    };
    let backstop = setTimeout(giveUp, Math.min(request.timeoutMs + endingMs, longestTimerMs), "timed-out");
    signal?.addEventListener("abort", cancel, { once: true });
    pending.set(id, { settle, lose });
    // Waiting for an answer keeps us alive; merely having a helper does not.
    child.channel?.ref();
    tell(helper, { kind: "run", id, request });
  });
}

function lost(how: string): CommandResult {
  return {
    kind: "not-started",
    why: `the helper process that starts hooks ended unexpectedly (${how}), and this hook with it`,
  };
}

/** A message that cannot be delivered means that the helper is gone, and its end settles all that is pending. */
function tell({ process: child }: Helper, message: ToHelper): void {
  child.send(message, (error) => {
    if (error) child.kill("SIGKILL");
  });
}

function startHelper(environment: NodeJS.ProcessEnv, onEnd: () => void): Helper | null {
  const child = fork(helperProgram(), [], {
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    env: helperEnvironment(environment),
    // No debugger port or preloaded module of ours, and no share in the signals that a terminal sends to our group.
    execArgv: [],
    detached: true,
  });
  child.on("error", () => {});
  if (child.pid === undefined) return null;
  const pending = new Map<number, Pending>();
  child.on("message", (answer: FromHelper) => pending.get(answer.id)?.settle(answer.result));
  const ended = new Promise<void>((resolve) => {
    child.once("exit", async (code, signal) => {
      onEnd();
      await Promise.all([...pending.values()].map((run) => run.lose(signal ?? `exit code ${code}`)));
      resolve();
    });
  });
  child.unref();
  child.channel?.unref();
  return { process: child, pending, ended };
}

/** What Node itself may need to start, and the marker of the run that we may be part of. */
function helperEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { PATH, HOME, LD_LIBRARY_PATH, HOOKLINE_RUN } = environment;
  return Object.fromEntries(
    Object.entries({ PATH, HOME, LD_LIBRARY_PATH, HOOKLINE_RUN }).filter(([, value]) => value !== undefined),
  );
}
