import type { EventName } from "../../catalog/catalog.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What an example guard looks for: the smallest thing that makes sense on its event and reaches every dialect. */
export interface Sample {
  /** What the script searches for in the JSON it reads. */
  readonly word: string;
  /** What it does, as the end of a sentence that begins with its name. */
  readonly does: string;
  /** Why it refuses, or what it puts in place of what it takes away. */
  readonly reason: string;
  readonly refused: Fields;
  readonly passed: Fields;
}

const secretFile = {
  word: '.env"',
  does: "refuses to touch files named .env",
  reason: "Files named .env hold secrets.",
};
const editOf = (path: string) => ({ tool_name: "Edit", tool_input: { path } });
const permissionTo = (path: string) => ({ ...editOf(path), tool_call: { id: "call_1", kind: "Edit", title: path } });

const key = {
  word: "PRIVATE KEY",
  does: "refuses messages with a private key in them",
  reason: "The message seems to contain a private key.",
};
const withKey = "Use this: -----BEGIN PRIVATE KEY-----";
const withoutKey = "Please fix the tests.";

const throwaway = {
  word: '"throwaway"',
  does: 'refuses sessions named "throwaway"',
  reason: "Give the session a name that says what it is for.",
  refused: { session_name: "throwaway" },
  passed: { session_name: "review" },
};
const expensive = { word: '"large-model"', reason: "The large model is too expensive here." };
const automation = {
  word: "delete",
  does: "refuses automated runs that should delete something",
  reason: "Automated runs must not delete anything.",
};

/** One for every event that somebody can refuse, or whose result can be taken away. */
const samples: Readonly<Partial<Record<EventName, Sample>>> = {
  "session.pre_create": throwaway,
  "session.pre_resume": throwaway,
  "session.pre_stop": {
    ...throwaway,
    word: '"release"',
    does: 'refuses to stop sessions named "release"',
    reason: "A release must not be stopped halfway.",
    refused: { session_name: "release" },
  },
  "input.pre_submit": { ...key, refused: { message: withKey }, passed: { message: withoutKey } },
  "input.steering": {
    ...key,
    refused: { steering_messages: [withKey] },
    passed: { steering_messages: [withoutKey] },
  },
  "input.followup": { ...key, refused: { message: withKey }, passed: { message: withoutKey } },
  "automation.job.pre_fire": {
    ...automation,
    refused: { job_id: "job_1", prompt: "Please delete old branches." },
    passed: { job_id: "job_1", prompt: "Please list old branches." },
  },
  "automation.trigger.pre_fire": {
    ...automation,
    refused: { trigger_id: "trigger_1", prompt: "Please delete old branches." },
    passed: { trigger_id: "trigger_1", prompt: "Please list old branches." },
  },
  "agent.pre_start": {
    word: '"--unsafe"',
    does: "refuses agents that are started with --unsafe",
    reason: "Agents are not started with --unsafe here.",
    refused: { command: "agent", args: ["--unsafe"] },
    passed: { command: "agent", args: ["--quiet"] },
  },
  "turn.stopping": {
    word: "TODO",
    does: "sends the agent back to work while its answer has a TODO in it",
    reason: "There is still a TODO in your answer. Finish it first.",
    refused: { response: "Done, but there is a TODO left." },
    passed: { response: "Done." },
  },
  "model.pre_call": {
    ...expensive,
    does: "refuses calls of the large model",
    refused: { model_id: "large-model" },
    passed: { model_id: "small-model" },
  },
  "tool.pre_call": { ...secretFile, refused: editOf(".env"), passed: editOf("README.md") },
  "tool.transform_result": {
    word: "PRIVATE KEY",
    does: "takes private keys out of what tools answer",
    reason: "(The result had a private key in it and was taken out by a hook.)",
    refused: { tool_name: "Read", tool_result: "-----BEGIN PRIVATE KEY-----" },
    passed: { tool_name: "Read", tool_result: "nothing special" },
  },
  "permission.request": { ...secretFile, refused: permissionTo(".env"), passed: permissionTo("README.md") },
  "context.pre_compact": {
    word: '"auto"',
    does: "refuses to shorten the conversation unless somebody asks for it",
    reason: "The conversation is only shortened by hand here.",
    refused: { trigger: "auto" },
    passed: { trigger: "manual" },
  },
  "context.compacting": {
    word: '"threshold"',
    does: "refuses to shorten the conversation only because it is long",
    reason: "The conversation is only shortened when it has to be.",
    refused: { reason: "threshold" },
    passed: { reason: "overflow" },
  },
  "subagent.start": {
    word: "deploy",
    does: "refuses to hand deployments to a sub-agent",
    reason: "Deployments are not for sub-agents.",
    refused: { subagent_name: "helper", task_description: "deploy to production" },
    passed: { subagent_name: "helper", task_description: "read the logs" },
  },
  "worktree.created": {
    word: '"main"',
    does: "refuses to work on the branch main",
    reason: "Work on a branch of your own, not on main.",
    refused: { worktree_branch: "main" },
    passed: { worktree_branch: "fix-login" },
  },
  "coordinator.pre_spawn": {
    ...expensive,
    does: "refuses coordinators that use the large model",
    refused: { model: "large-model" },
    passed: { model: "small-model" },
  },
  "task.run.pre_claim": {
    word: '"release"',
    does: "keeps runs of the release workflow from being claimed",
    reason: "Releases are claimed by hand.",
    refused: { workflow_id: "release", criteria: {} },
    passed: { workflow_id: "nightly", criteria: {} },
  },
  "spawn.pre_create": {
    word: '"deployer"',
    does: "refuses child sessions that should deploy",
    reason: "Child sessions must not deploy.",
    refused: { spawn_role: "deployer", parent_permissions: null, child_permissions: null },
    passed: { spawn_role: "reader", parent_permissions: null, child_permissions: null },
  },
};

/** The least that an event's payload must say, where that is more than nothing. */
const leastPayloads: Readonly<Partial<Record<EventName, Fields>>> = {
  "automation.job.post_fire": { job_id: "job_1" },
  "automation.trigger.post_fire": { trigger_id: "trigger_1" },
  "automation.run.completed": { run_id: "run_1" },
  "automation.run.failed": { run_id: "run_1" },
  "permission.resolved": { tool_call: { id: "call_1", kind: "Edit" } },
  "permission.denied": { tool_call: { id: "call_1", kind: "Edit" } },
  "task.run.post_claim": { claimed_at: "2026-01-01T00:00:00Z" },
};

/** What a guard on the event could look for; null where nothing can be refused. */
export function sampleOf(event: EventName): Sample | null {
  return samples[event] ?? null;
}

/** A payload that any hook on the event can be shown. */
export function plainPayload(event: EventName): Fields {
  return samples[event]?.passed ?? leastPayloads[event] ?? {};
}

/** What an example hook adds to the conversation. */
export const contextText = "House rule: run the tests before you say that you are done.";
