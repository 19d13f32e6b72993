import { z } from "zod";
import { distinctTexts, replaceFields } from "./apply.ts";
import { type ApplyPatch, defineEvent, type Fields } from "./contract.ts";
import { control, denialOutputs, flag, nothing, text, textList, trimmed, whole } from "./fields.ts";

const permissionCategories = {
  tools: textList,
  skills: textList,
  mcp_servers: textList,
  workspace_paths: textList,
  network_channels: textList,
  sandbox_profiles: textList,
};
const permissionSet = z.object(permissionCategories);

const lineage = {
  parent_session_id: text,
  root_session_id: text,
  child_session_id: text,
  workspace_id: text,
  workspace: text,
  agent_name: text,
  spawn_role: text,
  task_id: text,
  run_id: text,
  workflow_id: text,
  coordination_channel_id: text,
  spawn_depth: whole,
  ttl_seconds: whole,
  auto_stop_on_parent: flag,
};
const observed = {
  ...lineage,
  parent_permissions: permissionSet.nullish(),
  child_permissions: permissionSet.nullish(),
  stop_reason: text,
  reap_reason: text,
  error: text,
};

const narrowChild: ApplyPatch = (payload, patch) => {
  const next = replaceFields(payload, patch, ["agent_name", "spawn_role", "ttl_seconds"]);
  // The set is replaced as a whole: a category that the patch leaves out grants nothing.
  if (patch.child_permissions) next.child_permissions = completeSet(patch.child_permissions as Fields);
  return next;
};

function completeSet(set: Fields): Record<string, string[]> {
  return Object.fromEntries(
    Object.keys(permissionCategories).map((category) => [category, distinctTexts(set[category])]),
  );
}

export const spawnPreCreate = defineEvent({
  name: "spawn.pre_create",
  family: "spawn",
  summary: "An agent asked for a child session, which is about to be made.",
  firedBy: null,
  payload: [
    "SpawnPreCreatePayload",
    {
      ...lineage,
      parent_permissions: permissionSet.nullable(),
      child_permissions: permissionSet.nullable(),
      ...denialOutputs,
    },
  ],
  patch: [
    "SpawnCreatePatch",
    {
      ...control,
      agent_name: trimmed,
      spawn_role: trimmed,
      ttl_seconds: whole,
      child_permissions: permissionSet.nullish(),
    },
  ],
  deny: "refuses",
  guard: "spawn-narrowing",
  marksDenial: true,
  sessionField: "child_session_id",
  apply: narrowChild,
});

export const spawnCreated = defineEvent({
  name: "spawn.created",
  family: "spawn",
  summary: "A child session runs.",
  firedBy: null,
  payload: ["SpawnCreatedPayload", observed],
  patch: ["SpawnObservationPatch", nothing],
  sessionField: "child_session_id",
  detached: true,
});

export const spawnParentStopped = defineEvent({
  name: "spawn.parent_stopped",
  family: "spawn",
  summary: "A child session is taken down because its parent stopped.",
  firedBy: null,
  payload: ["SpawnParentStoppedPayload", observed],
  patch: ["SpawnObservationPatch", nothing],
  sessionField: "child_session_id",
  detached: true,
});

export const spawnTtlExpired = defineEvent({
  name: "spawn.ttl_expired",
  family: "spawn",
  summary: "A child session is taken down because its time is up.",
  firedBy: null,
  payload: ["SpawnTTLExpiredPayload", observed],
  patch: ["SpawnObservationPatch", nothing],
  sessionField: "child_session_id",
  detached: true,
});

export const spawnReaped = defineEvent({
  name: "spawn.reaped",
  family: "spawn",
  summary: "A child session has been taken down and cleaned up after.",
  firedBy: null,
  payload: ["SpawnReapedPayload", observed],
  patch: ["SpawnObservationPatch", nothing],
  sessionField: "child_session_id",
  detached: true,
});
