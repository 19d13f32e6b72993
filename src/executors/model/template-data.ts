import type { EventContract } from "../../catalog/contract.ts";

type Fields = Readonly<Record<string, unknown>>;

/**
 * What a prompt's template sees: the payload as the hook's dialect writes it. A dialect leaves out what is empty, but a
 * template may name it all the same; a name that no payload has is a mistake, and the template engine says so.
 */
export function templateData(contract: EventContract, payload: Fields): Fields {
  const absent = Object.fromEntries([...contract.payloadFields].map((name) => [name, ""]));
  return { ...absent, ...emptyValues, ...payload };
}

/** The fields of a docker-agent hook's input, by their JSON names, as they are when they are empty. */
const emptyValues: Fields = {
  session_id: "",
  cwd: "",
  hook_event_name: "",
  agent_name: "",
  model_id: "",
  iteration: 0,
  last_user_message: "",
  tool_category: "",
  tool_name: "",
  tool_use_id: "",
  tool_input: {},
  safety_policy: "",
  tool_response: null,
  tool_error: false,
  messages: [],
  source: "",
  reason: "",
  stop_response: "",
  prompt: "",
  steering_messages: [],
  parent_session_id: "",
  notification_level: "",
  notification_message: "",
  from_agent: "",
  to_agent: "",
  agent_switch_kind: "",
  from_agent_models: [],
  previous_max_iterations: 0,
  new_max_iterations: 0,
  approval_decision: "",
  approval_source: "",
  usage: null,
  cost: null,
  input_tokens: 0,
  output_tokens: 0,
  context_limit: 0,
  compaction_reason: "",
  summary: "",
  worktree_path: "",
  worktree_branch: "",
  worktree_source_dir: "",
};
