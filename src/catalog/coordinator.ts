import { replaceFields } from "./apply.ts";
import { type ApplyPatch, defineEvent } from "./contract.ts";
import { control, denialOutputs, nothing, text, trimmed } from "./fields.ts";

const coordinator = {
  workspace_id: text,
  workspace: text,
  agent_name: text,
  coordinator_session_id: text,
  task_id: text,
  run_id: text,
  workflow_id: text,
  coordination_channel_id: text,
  provider: text,
  model: text,
};
const observed = { ...coordinator, decision_kind: text, decision: text, stop_reason: text, error: text };

const choice = { agent_name: trimmed, provider: trimmed, model: trimmed };

/** A blank means "as configured", which is what the payload already says. */
const applyChoice: ApplyPatch = (payload, patch) =>
  replaceFields(
    payload,
    patch,
    Object.keys(choice).filter((field) => patch[field] !== ""),
  );

export const coordinatorPreSpawn = defineEvent({
  name: "coordinator.pre_spawn",
  family: "coordinator",
  summary: "A coordinator session is about to be made for a workspace.",
  firedBy: null,
  payload: ["CoordinatorPreSpawnPayload", { ...coordinator, reason: text, ...denialOutputs }],
  patch: ["CoordinatorSpawnPatch", { ...control, ...choice }],
  deny: "refuses",
  marksDenial: true,
  sessionField: "coordinator_session_id",
  apply: applyChoice,
});

export const coordinatorSpawned = defineEvent({
  name: "coordinator.spawned",
  family: "coordinator",
  summary: "A coordinator session runs.",
  firedBy: null,
  payload: ["CoordinatorSpawnedPayload", observed],
  patch: ["CoordinatorObservationPatch", nothing],
  sessionField: "coordinator_session_id",
  detached: true,
});

export const coordinatorDecision = defineEvent({
  name: "coordinator.decision",
  family: "coordinator",
  summary: "It was decided whether a workspace gets a coordinator, and why.",
  firedBy: null,
  payload: ["CoordinatorDecisionPayload", observed],
  patch: ["CoordinatorObservationPatch", nothing],
  sessionField: "coordinator_session_id",
  detached: true,
});

export const coordinatorStopped = defineEvent({
  name: "coordinator.stopped",
  family: "coordinator",
  summary: "A coordinator session has stopped.",
  firedBy: null,
  payload: ["CoordinatorStoppedPayload", observed],
  patch: ["CoordinatorObservationPatch", nothing],
  sessionField: "coordinator_session_id",
  detached: true,
});

export const coordinatorFailed = defineEvent({
  name: "coordinator.failed",
  family: "coordinator",
  summary: "Starting or looking after a coordinator failed.",
  firedBy: null,
  payload: ["CoordinatorFailedPayload", observed],
  patch: ["CoordinatorObservationPatch", nothing],
  sessionField: "coordinator_session_id",
  detached: true,
});
