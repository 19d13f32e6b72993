type Fields = Readonly<Record<string, unknown>>;
type Source = (payload: Fields) => unknown;

const from = (field: string): Source => {
  return (payload) => payload[field];
};

const tool: Readonly<Record<string, Source>> = {
  tool_name: ({ tool_name, tool_call }) => tool_name || (tool_call as Fields | null | undefined)?.kind,
  tool_use_id: ({ tool_call_id, tool_call }) => tool_call_id || (tool_call as Fields | null | undefined)?.id,
  tool_input: ({ tool_input }) => (isObject(tool_input) ? tool_input : undefined),
  tool_category: from("tool_category"),
  safety_policy: from("safety_policy"),
};
const notice = { notification_level: from("level"), notification_message: from("message") };
const tokens = {
  input_tokens: from("input_tokens"),
  output_tokens: from("output_tokens"),
  context_limit: from("context_limit"),
  compaction_reason: from("reason"),
};

/** What each event adds to the common fields: docker-agent's name for a field, and where we have its value. */
const extras: Readonly<Record<string, Readonly<Record<string, Source>>>> = {
  "tool.pre_call": tool,
  "tool.transform_result": { ...tool, tool_response: from("tool_result"), tool_error: from("is_error") },
  "tool.post_call": { ...tool, tool_response: from("tool_result") },
  "tool.post_error": { ...tool, tool_response: from("error"), tool_error: () => true },
  "permission.request": tool,
  "permission.decided": { ...tool, approval_decision: from("decision"), approval_source: from("decision_source") },
  "session.start": { source: from("source") },
  "session.end": { reason: from("reason") },
  "input.pre_submit": { prompt: from("message") },
  "input.steering": { steering_messages: from("steering_messages") },
  "input.followup": { prompt: from("message") },
  "step.end": { reason: from("reason") },
  "model.pre_call": { iteration: from("iteration"), model_id: from("model_id"), messages: from("messages") },
  "model.post_call": {
    model_id: from("model_id"),
    stop_response: from("response"),
    last_user_message: from("last_user_message"),
    usage: from("usage"),
    cost: from("cost"),
  },
  "context.pre_compact": { source: from("trigger") },
  "context.compacting": tokens,
  "context.post_compact": { ...tokens, summary: from("summary") },
  "subagent.stop": {
    // To docker-agent this is an event of the child that is sent to the hooks of its parent.
    agent_name: ({ subagent_name, agent_name }) => subagent_name || agent_name,
    parent_session_id: from("parent_session_id"),
    stop_response: from("response"),
  },
  "turn.stopping": { stop_response: from("response"), last_user_message: from("last_user_message") },
  "notice.raised": notice,
  "turn.error": { ...notice, notification_level: () => "error" },
  "turn.limit_reached": { ...notice, notification_level: () => "warning" },
  "agent.switched": {
    from_agent: from("from_agent"),
    to_agent: from("to_agent"),
    agent_switch_kind: from("switch_kind"),
    from_agent_models: from("from_agent_models"),
  },
  "turn.limit_extended": {
    previous_max_iterations: from("previous_max_iterations"),
    new_max_iterations: from("new_max_iterations"),
  },
  "worktree.created": {
    worktree_path: from("worktree_path"),
    worktree_branch: from("worktree_branch"),
    worktree_source_dir: from("worktree_source_dir"),
    cwd: ({ worktree_path, cwd }) => worktree_path || cwd,
  },
};

/** Fields for which zero and the empty text are values; of all others they are left out, as Go does. */
const keptWhenEmpty: ReadonlySet<string> = new Set(["cost", "tool_response"]);

export interface PayloadOptions {
  /** What a payload without a directory of its own says about where the agent works. */
  readonly cwd: string;
  /** The conversation is large, and most hooks never look at it. */
  readonly includeMessages: boolean;
}

/** Translates a payload of ours into the flat object that docker-agent's hooks read. */
export function dockerPayload(
  hookEventName: string,
  event: string,
  payload: Fields,
  { cwd, includeMessages }: PayloadOptions,
): Record<string, unknown> {
  const written: Record<string, unknown> = {
    session_id: payload.session_id ?? "",
    cwd: payload.cwd || cwd,
    hook_event_name: hookEventName,
  };
  put(written, "agent_name", payload.agent_name);
  for (const [field, read] of Object.entries(extras[event] ?? {})) {
    if (field === "messages" && !includeMessages) continue;
    put(written, field, read(payload));
  }
  return written;
}

function put(written: Record<string, unknown>, field: string, value: unknown): void {
  if (value === undefined || value === null) return;
  if (keptWhenEmpty.has(field) || !isEmpty(value)) written[field] = value;
}

function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (isObject(value)) return Object.keys(value).length === 0;
  return value === "" || value === 0 || value === false;
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
