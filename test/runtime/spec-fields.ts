/** For every event of a dialect, the fields that each of its payloads must have. */
type FieldsOf = Readonly<Record<string, string>>;

const dockerTool = "tool_name tool_use_id tool_input tool_category";
const docker: FieldsOf = {
  pre_tool_use: dockerTool,
  tool_response_transform: `${dockerTool} tool_response`,
  post_tool_use: `${dockerTool} tool_response`,
  permission_request: dockerTool,
  session_start: "source",
  user_prompt_submit: "prompt",
  user_steering_messages_submit: "steering_messages",
  user_followup_submit: "prompt",
  turn_start: "",
  turn_end: "reason",
  before_llm_call: "model_id",
  after_llm_call: "model_id usage cost",
  session_end: "reason",
  pre_compact: "source",
  before_compaction: "input_tokens output_tokens context_limit compaction_reason",
  after_compaction: "input_tokens output_tokens context_limit compaction_reason summary",
  subagent_stop: "parent_session_id stop_response",
  on_user_input: "",
  stop: "stop_response last_user_message",
  notification: "notification_level notification_message",
  on_error: "notification_level notification_message",
  on_max_iterations: "notification_level notification_message",
  on_agent_switch: "from_agent to_agent agent_switch_kind from_agent_models",
  on_session_resume: "previous_max_iterations new_max_iterations",
  on_tool_approval_decision: `${dockerTool} approval_decision approval_source`,
  worktree_create: "worktree_path worktree_branch worktree_source_dir",
};

const agentHooksTool = "tool_name tool_input tool_use_id";
const subagent = "subagent_name subagent_type task_description";
const agentHooks: FieldsOf = {
  session_start: "model args",
  session_end: "duration_seconds total_steps exit_reason",
  before_agent: "",
  after_agent: "",
  before_stop: "stop_reason step_count final_message",
  before_tool: agentHooksTool,
  after_tool: `${agentHooksTool} tool_output duration_ms`,
  after_tool_failure: `${agentHooksTool} error duration_ms`,
  subagent_start: subagent,
  subagent_stop: subagent,
  pre_compact: "",
};

const flat = "hook_event_name session_id transcript_path cwd permission_mode";
const claude: FieldsOf = {
  UserPromptSubmit: "event data",
  SessionStart: "event data",
  SessionEnd: "event data",
  PreToolUse: "event data",
  PostToolUse: "event data",
  PostToolUseFailure: "event data",
  Stop: `${flat} stop_hook_active last_assistant_message turn_end_reason`,
  PreCompact: `${flat} trigger custom_instructions compaction_type reason`,
};

const aghTool = "turn_id tool_call_id tool_name tool_namespace read_only tool_input";
const aghPermission = `${aghTool} request_id action resource decision decision_class tool_call`;
const agh: FieldsOf = {
  "session.pre_create": "state",
  "session.post_create": "session_id state created_at updated_at",
  "session.pre_resume": "session_id state",
  "session.post_resume": "session_id state",
  "session.pre_stop": "session_id state",
  "session.post_stop": "session_id state",
  "input.pre_submit": "turn_id input_class message context_blocks",
  "prompt.post_assemble": "turn_id input_class prompt context_blocks",
  "event.pre_record": "record_type content",
  "event.post_record": "record_type sequence content",
  "turn.start": "turn_id input_class user_message",
  "turn.end": "turn_id input_class user_message",
  "message.start": "turn_id message_id role delta_type text",
  "message.delta": "turn_id message_id role delta_type text",
  "message.end": "turn_id message_id role delta_type text",
  "tool.pre_call": aghTool,
  "tool.post_call": `${aghTool} title tool_result`,
  "tool.post_error": `${aghTool} title error`,
  "permission.request": `${aghPermission} options`,
  "permission.resolved": aghPermission,
  "permission.denied": aghPermission,
  "context.pre_compact": "reason strategy context_blocks",
  "context.post_compact": "reason strategy summary context_blocks",
};

const common: FieldsOf = {
  agh: "event timestamp session_name session_type agent_name workspace",
  "docker-agent": "session_id cwd hook_event_name agent_name",
  claude: "",
  "agent-hooks": "event_type timestamp session_id work_dir context",
};

/** Dialect, event and the fields that no payload of the event may lack. */
export const specFields: readonly (readonly [dialect: string, event: string, fields: readonly string[]])[] =
  Object.entries({ agh, "docker-agent": docker, claude, "agent-hooks": agentHooks }).flatMap(([dialect, events]) =>
    Object.entries(events).map(
      ([event, fields]) => [dialect, event, `${common[dialect]} ${fields}`.split(" ").filter(Boolean)] as const,
    ),
  );
