import { z } from "zod";
import { distinctTexts } from "./apply.ts";
import { type ApplyPatch, defineEvent, type Fields } from "./contract.ts";
import { control, denialOutputs, nothing, requiredTime, text, textList, time, whole } from "./fields.ts";

/** The bearer token of a lease is no part of this, and must never be. */
const taskRun = {
  task_id: text,
  run_id: text,
  workspace_id: text,
  workflow_id: text,
  coordination_channel_id: text,
  network_channel: text,
  agent_name: text,
  session_id: text,
  actor_kind: text,
  actor_id: text,
  origin_kind: text,
  origin_ref: text,
  task_status: text,
  run_status: text,
  attempt: whole,
  lease_until: time,
  release_reason: text,
  error: text,
};
const transition = {
  ...taskRun,
  previous_run_status: text,
  previous_session_id: text,
  recovery_action: text,
  recovery_reason: text,
};

const criteria = z.object({
  workspace_id: text,
  claimer_session_id: text,
  agent_name: text,
  required_capabilities: textList,
  priority_min: whole,
  coordination_channel_id: text,
});

/** A claim can only become pickier: capabilities are added, the least priority rises. */
const narrowCriteria: ApplyPatch = (payload, patch) => {
  const before = (payload.criteria ?? {}) as Fields;
  const after: Record<string, unknown> = { ...before };
  if (Array.isArray(patch.add_required_capabilities)) {
    const required = Array.isArray(before.required_capabilities) ? before.required_capabilities : [];
    after.required_capabilities = distinctTexts([...required, ...patch.add_required_capabilities]);
  }
  if (typeof patch.priority_min === "number") {
    const current = typeof before.priority_min === "number" ? before.priority_min : 0;
    after.priority_min = Math.max(current, patch.priority_min);
  }
  return { ...payload, criteria: after };
};

export const taskRunEnqueued = defineEvent({
  name: "task.run.enqueued",
  family: "task.run",
  summary: "A run of a task waits in the queue.",
  firedBy: null,
  payload: ["TaskRunEnqueuedPayload", { ...taskRun, idempotency_key: text }],
  patch: ["TaskRunObservationPatch", nothing],
  detached: true,
});

export const taskRunPreClaim = defineEvent({
  name: "task.run.pre_claim",
  family: "task.run",
  summary: "Somebody is about to claim a queued run; a hook may refuse or make the claim pickier.",
  firedBy: null,
  payload: ["TaskRunPreClaimPayload", { ...taskRun, criteria, ...denialOutputs }],
  patch: ["TaskRunPreClaimPatch", { ...control, add_required_capabilities: textList, priority_min: whole }],
  deny: "refuses",
  guard: "claim-narrowing",
  marksDenial: true,
  apply: narrowCriteria,
});

export const taskRunPostClaim = defineEvent({
  name: "task.run.post_claim",
  family: "task.run",
  summary: "A run was claimed and the claim is committed.",
  firedBy: null,
  payload: ["TaskRunPostClaimPayload", { ...taskRun, claimed_at: requiredTime }],
  patch: ["TaskRunObservationPatch", nothing],
  detached: true,
});

export const taskRunLeaseExtended = defineEvent({
  name: "task.run.lease_extended",
  family: "task.run",
  summary: "The claimer showed a sign of life and keeps the run.",
  firedBy: null,
  payload: ["TaskRunLeaseExtendedPayload", transition],
  patch: ["TaskRunObservationPatch", nothing],
  detached: true,
});

export const taskRunLeaseExpired = defineEvent({
  name: "task.run.lease_expired",
  family: "task.run",
  summary: "The claimer gave no sign of life in time.",
  firedBy: null,
  payload: ["TaskRunLeaseExpiredPayload", transition],
  patch: ["TaskRunObservationPatch", nothing],
  detached: true,
});

export const taskRunLeaseRecovered = defineEvent({
  name: "task.run.lease_recovered",
  family: "task.run",
  summary: "A run whose claimer was lost is back in the queue or closed.",
  firedBy: null,
  payload: ["TaskRunLeaseRecoveredPayload", transition],
  patch: ["TaskRunObservationPatch", nothing],
  detached: true,
});

export const taskRunReleased = defineEvent({
  name: "task.run.released",
  family: "task.run",
  summary: "The claimer gave a run back.",
  firedBy: null,
  payload: ["TaskRunReleasedPayload", transition],
  patch: ["TaskRunObservationPatch", nothing],
  detached: true,
});

export const taskRunCompleted = defineEvent({
  name: "task.run.completed",
  family: "task.run",
  summary: "The claimer finished a run.",
  firedBy: null,
  payload: ["TaskRunCompletedPayload", transition],
  patch: ["TaskRunObservationPatch", nothing],
  detached: true,
});

export const taskRunFailed = defineEvent({
  name: "task.run.failed",
  family: "task.run",
  summary: "The claimer reported that a run failed.",
  firedBy: null,
  payload: ["TaskRunFailedPayload", transition],
  patch: ["TaskRunObservationPatch", nothing],
  detached: true,
});
