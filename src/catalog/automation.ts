import { z } from "zod";
import { defineUnstampedEvent } from "./contract.ts";
import { flag, nothing, object, requiredText, text, trimmed, whole } from "./fields.ts";

const schedule = z.object({ mode: text, expr: text, interval: text, time: text }).nullish();
const owner = { agent_name: text, workspace_id: text };
const job = { job_id: requiredText, job_name: text, ...owner };
// `event` is what set the trigger off, such as "webhook"; it is not the name of the hook event.
const trigger = { trigger_id: requiredText, trigger_name: text, event: text, ...owner };
const started = { run_id: text, session_id: text };
const run = { run_id: requiredText, job_id: text, trigger_id: text, ...owner, session_id: text, attempt: whole };

/** `cancel` is this family's deny: the run is kept as canceled and its caller sees no error. */
const firePatch = { prompt: trimmed, cancel: flag };

export const automationJobPreFire = defineUnstampedEvent({
  name: "automation.job.pre_fire",
  family: "automation",
  summary: "A job is due, or was started by hand, and is about to be dispatched.",
  firedBy: null,
  payload: ["AutomationJobPreFirePayload", { ...job, prompt: text, schedule, attempt: whole }],
  patch: ["AutomationFirePatch", firePatch],
  deny: "refuses",
});

export const automationJobPostFire = defineUnstampedEvent({
  name: "automation.job.post_fire",
  family: "automation",
  summary: "A job has handed its work to a session or a run.",
  firedBy: null,
  payload: ["AutomationJobPostFirePayload", { ...job, ...started }],
  patch: ["AutomationObservationPatch", nothing],
  sync: false,
  detached: true,
});

export const automationTriggerPreFire = defineUnstampedEvent({
  name: "automation.trigger.pre_fire",
  family: "automation",
  summary: "A trigger went off and its run is about to be dispatched.",
  firedBy: null,
  payload: ["AutomationTriggerPreFirePayload", { ...trigger, prompt: text, payload: object, attempt: whole }],
  patch: ["AutomationFirePatch", firePatch],
  deny: "refuses",
});

export const automationTriggerPostFire = defineUnstampedEvent({
  name: "automation.trigger.post_fire",
  family: "automation",
  summary: "A trigger has handed its work to a session or a run.",
  firedBy: null,
  payload: ["AutomationTriggerPostFirePayload", { ...trigger, ...started }],
  patch: ["AutomationObservationPatch", nothing],
  sync: false,
  detached: true,
});

export const automationRunCompleted = defineUnstampedEvent({
  name: "automation.run.completed",
  family: "automation",
  summary: "An automated run ended well.",
  firedBy: null,
  payload: ["AutomationRunCompletedPayload", { ...run, duration_ms: whole }],
  patch: ["AutomationObservationPatch", nothing],
  sync: false,
  detached: true,
});

export const automationRunFailed = defineUnstampedEvent({
  name: "automation.run.failed",
  family: "automation",
  summary: "An automated run ended with an error.",
  firedBy: null,
  payload: ["AutomationRunFailedPayload", { ...run, error: text, will_retry: flag }],
  patch: ["AutomationObservationPatch", nothing],
  sync: false,
  detached: true,
});
