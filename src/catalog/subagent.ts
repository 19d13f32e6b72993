import { defineEvent } from "./contract.ts";
import { control, hostBlock, sessionBlock, text, turnBlock } from "./fields.ts";

const subagent = {
  ...sessionBlock,
  ...turnBlock,
  ...hostBlock,
  parent_session_id: text,
  subagent_name: text,
  subagent_type: text,
  task_description: text,
};

export const subagentStart = defineEvent({
  name: "subagent.start",
  family: "subagent",
  summary: "An agent is about to hand a task to a sub-agent.",
  firedBy: "`transfer_task`, `run_background_agent` and skills that run on their own.",
  payload: ["SubagentStartPayload", subagent],
  patch: ["SubagentStartPatch", control],
  deny: "refuses",
  powers: ["add-context"],
});

export const subagentStop = defineEvent({
  name: "subagent.stop",
  family: "subagent",
  summary: "A sub-agent has finished, well or not.",
  firedBy: "The end of such a task, well or not.",
  payload: ["SubagentStopPayload", { ...subagent, response: text, error: text }],
  patch: ["SubagentStopPatch", control],
  deny: "stops-chain",
  powers: ["add-context"],
  detached: true,
});
