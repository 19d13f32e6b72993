/*
 * The public face of the library: everything an embedder may rely on, by name. Hooks out of files are in
 * `hookline/sources`, records in `hookline/store` and the built-in hooks in `hookline/builtins`: an engine that is given its
 * hooks needs none of them.
 */

export {
  catalog,
  contractOf,
  type EventName,
  type EventPatch,
  type EventPayload,
  type FirePayload,
  isEventName,
} from "./catalog/catalog.ts";
export { checkPayload, type PayloadCheck, type PayloadIssue, type UnknownField } from "./catalog/check-payload.ts";
export type { DenyEffect, EventContract, Power } from "./catalog/contract.ts";
export { type FamilyName, families } from "./catalog/families.ts";
export { type EventEntry, type EventFilter, listEvents } from "./catalog/list-events.ts";
export { aghWire } from "./dialects/agh/wire.ts";
export { type BuiltinHookDefinition, builtinHook } from "./engine/builtin-hook.ts";
export type { ContextText, Effects, Message } from "./engine/effects.ts";
export { createEngine, type Engine, type EngineOptions, type FireOptions } from "./engine/engine.ts";
export type { Explanation } from "./engine/explain.ts";
export {
  type BrokenHook,
  type ExecutorKind,
  type ExecutorSpec,
  type Hook,
  type HookMode,
  type HookSource,
  hookModes,
  hookSources,
} from "./engine/hook.ts";
export { type EffectsOn, type NativeHookDefinition, nativeHook } from "./engine/native-hook.ts";
export {
  decideByRules,
  type PermissionRules,
  parsePermissionRules,
  type RuleDecision,
  type RuleSet,
  satisfiesPreemptAsk,
} from "./engine/permission-rules.ts";
export type {
  Clock,
  Execution,
  Executor,
  Executors,
  Failure,
  NativeContext,
  NativeFunction,
  ProcessOutput,
  RecordRun,
  Reply,
  Wire,
} from "./engine/ports.ts";
export { type FailureName, failureNames, type Outcome, outcomes, type Run, type RunRecord } from "./engine/run.ts";
export type { Mismatch } from "./engine/select.ts";
export type { Decision, Verdict, VerdictProblem, VerdictProblemCode } from "./engine/verdict.ts";
export { type Finding, Problem, type ProblemCode, type Severity } from "./errors/problem.ts";
export {
  createProcessExecutor,
  type ProcessExecutor,
  type ProcessExecutorOptions,
} from "./executors/process/executor.ts";
