import type { EventName } from "../catalog/catalog.ts";
import type { EventContract } from "../catalog/contract.ts";
import type { Effects } from "../engine/effects.ts";
import type { ExecutorSpec } from "../engine/hook.ts";
import type { Condition } from "../engine/matcher.ts";
import type { Failure, Wire } from "../engine/ports.ts";
import type { AdapterCall, AdapterRules } from "./adapter-call.ts";

export const dialectNames = ["agh", "docker-agent", "claude", "agent-hooks"] as const;
export type DialectName = (typeof dialectNames)[number];

type Fields = Readonly<Record<string, unknown>>;

/** What a hook is asked, in our terms. */
export interface Question {
  readonly event: EventName;
  readonly payload: Fields;
}

/** What a program says when it ends. */
export interface Said {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  /** What the answer asked for and the dialect has no words for. */
  readonly unsaid: readonly string[];
}

/** What a hook's surroundings decide about how it runs. */
export interface Surroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly isOnPath: (program: string) => boolean;
  /** Bytes an answer may have; null leaves it to the dialect. */
  readonly outputLimit: number | null;
  /** Where the agent works. */
  readonly cwd: string;
}

/**
 * A dialect from the other side: what its hooks can be made to read and say by a program that is no hook of its own. The
 * dialect's wire goes from us to a hook; this goes from an agent of that dialect to us, and back.
 */
export interface Translation {
  readonly name: DialectName;
  /** One word as the command of a hook is a text for a shell; it is a program with arguments otherwise. */
  readonly usesShell: boolean;
  /** What an event of the dialect is called in the catalog; empty for a name that it does not have. */
  readonly eventsOf: (event: string) => readonly EventName[];
  /** What the dialect calls an event of the catalog; null when it has no such event. */
  readonly nameOf: (event: EventName) => string | null;
  /** `name` is what the hook is called, which some answers speak of. */
  readonly wireOf: (call: AdapterCall, name: string, around: Surroundings) => Wire;
  /** How a hook of the dialect runs that stands in a declaration which runs like `outer`. */
  readonly executorOf: (call: AdapterCall, name: string, outer: ProcessSpec, around: Surroundings) => ProcessSpec;
  /** A condition in the dialect's words; null when it has no such key, or the pattern is bad. */
  readonly conditionOf: (contract: EventContract, key: string, pattern: string) => Condition | null;
  readonly blocksOnFailure: (event: string, rules: AdapterRules) => boolean;
  /** Null when this is not what the dialect's hooks read. */
  readonly readPayload: (written: Fields, expected: readonly EventName[]) => Question | null;
  readonly writeReply: (question: Question, answer: Effects | Failure) => Said;
}

export type ProcessSpec = Extract<ExecutorSpec, { kind: "process" }>;
