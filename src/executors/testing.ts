import { randomUUID } from "node:crypto";
import { contractOf } from "../catalog/catalog.ts";
import type { ExecutorSpec, Hook } from "../engine/hook.ts";
import { everywhere, matchesEverything } from "../engine/matcher.ts";
import type { Execution, Wire } from "../engine/ports.ts";

export { processesOf, until } from "../lib/process/testing.ts";

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
