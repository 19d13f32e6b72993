import { z } from "zod";
import { defineEvent } from "./contract.ts";
import { control, hostBlock, nothing, sessionBlock, text, textList, textMap, turnBlock, whole } from "./fields.ts";

const start = { ...sessionBlock, command: text, args: textList, cwd: text, provider: text, model: text };
const process = { ...start, pid: whole, error: text };

export const agentPreStart = defineEvent({
  name: "agent.pre_start",
  family: "agent",
  summary: "The agent's process is about to be started.",
  firedBy: null,
  payload: ["AgentPreStartPayload", start],
  patch: ["AgentStartPatch", { ...control, command: text, args: textList, cwd: text }],
  deny: "refuses",
});

export const agentSpawned = defineEvent({
  name: "agent.spawned",
  family: "agent",
  summary: "The agent's process runs.",
  firedBy: null,
  payload: ["AgentSpawnedPayload", process],
  patch: ["AgentSpawnedPatch", { labels: textMap }],
  detached: true,
});

export const agentCrashed = defineEvent({
  name: "agent.crashed",
  family: "agent",
  summary: "The agent's process ended although nobody asked it to, or ended with an error.",
  firedBy: null,
  payload: ["AgentCrashedPayload", process],
  patch: ["AgentCrashedPatch", { labels: textMap }],
  detached: true,
});

export const agentStopped = defineEvent({
  name: "agent.stopped",
  family: "agent",
  summary: "The agent's process is gone.",
  firedBy: null,
  payload: ["AgentStoppedPayload", process],
  patch: ["AgentStoppedPatch", { labels: textMap }],
  detached: true,
});

const models = z.array(z.object({ provider: text, model: text, base_url: text, unload_api: text })).nullish();

export const agentSwitched = defineEvent({
  name: "agent.switched",
  family: "agent",
  summary: "Another agent takes over the conversation, or hands it back.",
  firedBy:
    "`transfer_task` and its return, `handoff` and `force_handoff`. The hooks of the agent that is left hear it; on a return those of both.",
  payload: [
    "AgentSwitchedPayload",
    {
      ...sessionBlock,
      ...turnBlock,
      ...hostBlock,
      from_agent: text,
      to_agent: text,
      switch_kind: text,
      from_agent_models: models,
    },
  ],
  patch: ["ObservationPatch", nothing],
});
