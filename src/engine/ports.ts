import type { EventContract } from "../catalog/contract.ts";
import type { Effects, Usage } from "./effects.ts";
import type { ExecutorKind, Hook } from "./hook.ts";
import type { FailureName, RunRecord } from "./run.ts";

type Payload = Readonly<Record<string, unknown>>;

/** A run that gave no usable answer, and why. Failures are values; nothing on the dispatch path throws them. */
export interface Failure {
  readonly kind: "failure";
  readonly failure: FailureName;
  /** One sentence for a person, without the hook's name. */
  readonly detail: string;
  /** What this failure does to the operation, whatever the hook says about its failures in general. */
  readonly policy?: Hook["onFailure"];
  /** What the user is told besides. */
  readonly warning?: string;
  /** What it cost all the same, for hooks that ask a model. */
  readonly usage?: Usage;
}

/** What a finished process said. `stdout` is complete: a reply over the limit is a `truncated` failure instead. */
export interface ProcessOutput {
  readonly kind: "output";
  readonly exitCode: number;
  readonly stdout: string;
  /** At most 8 KiB, ending in `...[truncated]` when there was more. Untrusted text. */
  readonly stderr: string;
  readonly stderrBytes: number;
}

/** What an executor brings back: what a process said, effects (or nothing: no opinion) of a hook in this process, or a failure. */
export type Reply = ProcessOutput | Failure | NativeReply;

/** One hook about to be run. */
export interface Execution {
  readonly runId: string;
  readonly hook: Hook;
  readonly contract: EventContract;
  readonly payload: Payload;
  /** 1 for a hook of the outermost dispatch. */
  readonly depth: number;
  readonly signal: AbortSignal | null;
}

/**
 * Runs one hook and answers with its reply; it never judges. What it throws is recorded as the hook's failure.
 * An executor owns the hook's time limit (`hook.timeoutMs`); the engine adds none.
 */
export type Executor = (execution: Execution) => Reply | Promise<Reply>;

export type Executors = Readonly<Partial<Record<ExecutorKind, Executor>>>;

/** A dialect's two translations: payload → what the hook reads, reply → what it asks for. Pure. */
export interface Wire {
  readonly encode: (contract: EventContract, payload: Payload) => string | Failure;
  /** `payload` is what the hooks before this one made of it, for answers that change a part of it. */
  readonly decode: (contract: EventContract, output: ProcessOutput, payload?: Payload) => Effects | Failure;
  /** Replies over this many bytes fail as `truncated`. */
  readonly outputLimit: number;
  /** Bytes that are no UTF-8 are replaced instead of making the reply unreadable. */
  readonly replacesBadBytes?: boolean;
}

/** An in-process hook. Returning nothing means: no opinion. */
export type NativeFunction = (payload: Payload, context: NativeContext) => NativeReply | Promise<NativeReply>;

// biome-ignore lint/suspicious/noConfusingVoidType: a hook without a return statement is the commonest kind.
export type NativeReply = Effects | undefined | void;

export interface NativeContext {
  readonly event: string;
  readonly depth: number;
  readonly signal: AbortSignal;
}

/** Takes a record and returns at once; keeping it is the recorder's business. */
export type RecordRun = (record: RunRecord) => void;

export interface Clock {
  /** Milliseconds that never go back. */
  readonly now: () => number;
  /** Milliseconds since 1970. */
  readonly wall: () => number;
}
