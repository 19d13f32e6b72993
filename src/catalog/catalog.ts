import type { z } from "zod";
import { agentCrashed, agentPreStart, agentSpawned, agentStopped, agentSwitched } from "./agent.ts";
import {
  automationJobPostFire,
  automationJobPreFire,
  automationRunCompleted,
  automationRunFailed,
  automationTriggerPostFire,
  automationTriggerPreFire,
} from "./automation.ts";
import { contextCompacting, contextPostCompact, contextPreCompact } from "./context.ts";
import type { EventContract } from "./contract.ts";
import {
  coordinatorDecision,
  coordinatorFailed,
  coordinatorPreSpawn,
  coordinatorSpawned,
  coordinatorStopped,
} from "./coordinator.ts";
import { eventPostRecord, eventPreRecord } from "./event.ts";
import { inputFollowup, inputPreSubmit, inputSteering } from "./input.ts";
import { messageDelta, messageEnd, messageStart } from "./message.ts";
import { modelPostCall, modelPreCall } from "./model.ts";
import { noticeRaised } from "./notice.ts";
import { permissionDecided, permissionDenied, permissionRequest, permissionResolved } from "./permission.ts";
import { promptPostAssemble } from "./prompt.ts";
import {
  sessionAwaitingInput,
  sessionEnd,
  sessionPostCreate,
  sessionPostResume,
  sessionPostStop,
  sessionPreCreate,
  sessionPreResume,
  sessionPreStop,
  sessionStart,
} from "./session.ts";
import { spawnCreated, spawnParentStopped, spawnPreCreate, spawnReaped, spawnTtlExpired } from "./spawn.ts";
import { stepEnd, stepStart } from "./step.ts";
import { subagentStart, subagentStop } from "./subagent.ts";
import {
  taskRunCompleted,
  taskRunEnqueued,
  taskRunFailed,
  taskRunLeaseExpired,
  taskRunLeaseExtended,
  taskRunLeaseRecovered,
  taskRunPostClaim,
  taskRunPreClaim,
  taskRunReleased,
} from "./task-run.ts";
import { toolPostCall, toolPostError, toolPreCall, toolTransformResult } from "./tool.ts";
import { turnEnd, turnError, turnLimitExtended, turnLimitReached, turnStart, turnStopping } from "./turn.ts";
import { worktreeCreated } from "./worktree.ts";

/** Every event, in canonical order. Everything else that is said about events is derived from this list. */
export const catalog = [
  sessionPreCreate,
  sessionPostCreate,
  sessionPreResume,
  sessionPostResume,
  sessionPreStop,
  sessionPostStop,
  sessionStart,
  sessionEnd,
  sessionAwaitingInput,
  inputPreSubmit,
  inputSteering,
  inputFollowup,
  promptPostAssemble,
  eventPreRecord,
  eventPostRecord,
  automationJobPreFire,
  automationJobPostFire,
  automationTriggerPreFire,
  automationTriggerPostFire,
  automationRunCompleted,
  automationRunFailed,
  agentPreStart,
  agentSpawned,
  agentCrashed,
  agentStopped,
  agentSwitched,
  turnStart,
  turnEnd,
  turnStopping,
  turnError,
  turnLimitReached,
  turnLimitExtended,
  stepStart,
  stepEnd,
  modelPreCall,
  modelPostCall,
  messageStart,
  messageDelta,
  messageEnd,
  toolPreCall,
  toolPostCall,
  toolPostError,
  toolTransformResult,
  permissionRequest,
  permissionResolved,
  permissionDenied,
  permissionDecided,
  contextPreCompact,
  contextPostCompact,
  contextCompacting,
  subagentStart,
  subagentStop,
  noticeRaised,
  worktreeCreated,
  coordinatorPreSpawn,
  coordinatorSpawned,
  coordinatorDecision,
  coordinatorStopped,
  coordinatorFailed,
  taskRunEnqueued,
  taskRunPreClaim,
  taskRunPostClaim,
  taskRunLeaseExtended,
  taskRunLeaseExpired,
  taskRunLeaseRecovered,
  taskRunReleased,
  taskRunCompleted,
  taskRunFailed,
  spawnPreCreate,
  spawnCreated,
  spawnParentStopped,
  spawnTtlExpired,
  spawnReaped,
] as const;

type Contract = (typeof catalog)[number];
export type EventName = Contract["name"];
type ContractByName = { readonly [C in Contract as C["name"]]: C };

/** The payload as hooks see it, with `event` and `timestamp` filled in. */
export type EventPayload<N extends EventName = EventName> = z.output<ContractByName[N]["payload"]>;
export type EventPatch<N extends EventName = EventName> = z.output<ContractByName[N]["patch"]>;

type StampField = "event" | "timestamp";
/** What a caller hands to `fire`: the payload, where the engine's own two fields may be left out. */
export type FirePayload<N extends EventName> = "timestamp" extends keyof EventPayload<N>
  ? Omit<EventPayload<N>, StampField> & Partial<Pick<EventPayload<N>, StampField & keyof EventPayload<N>>>
  : EventPayload<N>;

/** The catalog for code that treats all events alike. */
export const contracts = catalog as unknown as readonly (EventContract & { readonly name: EventName })[];

const byName: ReadonlyMap<string, EventContract> = new Map(contracts.map((contract) => [contract.name, contract]));

/** True when `name` is an event of the catalog. */
export function isEventName(name: string): name is EventName {
  return byName.has(name);
}

/** The contract of an event. */
export function contractOf(name: EventName): EventContract {
  const contract = byName.get(name);
  if (!contract) throw new TypeError(`No contract for event ${JSON.stringify(name)}.`);
  return contract;
}

export { patchDenies } from "./deny.ts";
