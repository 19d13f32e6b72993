/** Facts that all events of one family share. The keys are in canonical order. */
export interface Family {
  readonly title: string;
  /** Matcher key → path of the payload value it reads. Keys of `matcher.autonomy` are written `autonomy.<key>`. */
  readonly matcherFields: Readonly<Record<string, string>>;
  /** True when run records keep what hooks of this family answered. */
  readonly keepsPatch: boolean;
}

const agent = { agent_name: "agent_name" };
const workspaceId = { workspace_id: "workspace_id" };
const place = { ...agent, ...workspaceId, workspace_root: "workspace" };
const correlation = {
  "autonomy.task_id": "task_id",
  "autonomy.run_id": "run_id",
  "autonomy.workflow_id": "workflow_id",
  "autonomy.coordination_channel_id": "coordination_channel_id",
};

const family = (title: string, matcherFields: Record<string, string>, keepsPatch = false): Family => ({
  title,
  matcherFields,
  keepsPatch,
});

export const families = {
  session: family("Sessions", { ...place, session_type: "session_type" }),
  input: family("Input", { ...place, input_class: "input_class" }, true),
  prompt: family("Prompt", { ...place, input_class: "input_class" }, true),
  event: family("Event persistence", { ...agent, acp_event_type: "record_type", turn_id: "turn_id" }),
  automation: family("Automations", { ...agent, ...workspaceId }),
  agent: family("Agent process", place),
  turn: family("Turns", { ...place, input_class: "input_class" }),
  step: family("Steps (one model call each)", place),
  model: family("Model calls", { ...place, model_id: "model_id" }),
  message: family("Messages", { message_role: "role", message_delta_type: "delta_type" }),
  tool: family(
    "Tools",
    { tool_name: "tool_name", tool_namespace: "tool_namespace", tool_read_only: "read_only" },
    true,
  ),
  permission: family("Permissions", { tool_name: "tool_call.kind", decision_class: "decision_class" }, true),
  context: family("Context", { compaction_reason: "reason", compaction_strategy: "strategy" }),
  subagent: family("Sub-agents", { ...place, subagent_name: "subagent_name" }),
  notice: family("Notices", { ...place, notice_level: "level" }),
  worktree: family("Worktrees", place),
  coordinator: family("Coordinator", {
    ...place,
    ...correlation,
    "autonomy.coordinator_session_id": "coordinator_session_id",
  }),
  "task.run": family("Task runs", {
    ...agent,
    ...workspaceId,
    ...correlation,
    "autonomy.release_reason": "release_reason",
  }),
  spawn: family("Spawned sessions", {
    ...place,
    ...correlation,
    "autonomy.parent_session_id": "parent_session_id",
    "autonomy.root_session_id": "root_session_id",
    "autonomy.child_session_id": "child_session_id",
    "autonomy.spawn_role": "spawn_role",
  }),
} as const satisfies Record<string, Family>;

export type FamilyName = keyof typeof families;
