import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { contractOf } from "../catalog/catalog.ts";
import type { ExecutorSpec, Hook } from "../engine/hook.ts";
import { everywhere, matchesEverything } from "../engine/matcher.ts";
import type { Execution, Wire } from "../engine/ports.ts";
import { belongsToRun } from "./process/environment.ts";
import { allPids } from "./process/process-group.ts";

/** One run of a hook on `tool.pre_call`, ready to be given to an executor; for tests and benchmarks. */
export function executionOf(executor: ExecutorSpec, options: ExecutionOptions = {}): Execution {
  const { payload = {}, timeoutMs = 0, outputLimit = 8192, depth = 1, signal = null, runId = randomUUID() } = options;
  const hook: Hook = {
    name: "tested",
    event: "tool.pre_call",
    dialect: "agh",
    source: "config",
    skillSource: null,
    mode: "sync",
    required: false,
    onFailure: "open",
    priority: 500,
    timeoutMs,
    matcher: matchesEverything,
    scope: everywhere,
    tieBreak: "name",
    lane: "default",
    together: false,
    executor,
    wire: { ...plainWire, outputLimit },
    metadata: {},
    origin: { file: null, line: null },
  };
  return { runId, hook, contract: contractOf("tool.pre_call"), payload, depth, signal };
}

export interface ExecutionOptions {
  readonly payload?: Readonly<Record<string, unknown>>;
  readonly timeoutMs?: number;
  readonly outputLimit?: number;
  readonly depth?: number;
  readonly signal?: AbortSignal | null;
  readonly runId?: string;
}

/** Compact JSON in; answers are left to the dialects. */
const plainWire: Wire = {
  encode: (_contract, payload) => JSON.stringify(payload),
  decode: () => ({}),
  outputLimit: 8192,
};

/** A hook that runs a script with /bin/sh. */
export function shell(script: string, cwd: string, env: Readonly<Record<string, string>> = {}): ExecutorSpec {
  return { kind: "process", command: "/bin/sh", args: ["-c", script], env, inherits: "safe-names", cwd };
}

/** What is alive of a run. Only Linux can tell; elsewhere the list is empty. */
export function processesOf(runId: string): number[] {
  if (process.platform !== "linux") return [];
  return allPids().filter((pid) => {
    try {
      return belongsToRun(readFileSync(`/proc/${pid}/environ`, "latin1"), runId);
    } catch {
      return false;
    }
  });
}

/** Waits until something holds, for as long as a slow machine may need. */
export async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; !holds(); tries++) {
    if (tries > 2000) throw new Error("waited in vain");
    await delay(10);
  }
}
