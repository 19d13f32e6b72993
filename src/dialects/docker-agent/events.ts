import type { EventName } from "../../catalog/catalog.ts";

/** The fields of `hook_specific_output` that only some events understand. */
export type SpecificField =
  | "permission_decision"
  | "updated_input"
  | "updated_messages"
  | "updated_tool_response"
  | "summary"
  | "metadata";

/** What docker-agent says about one of its events, and where it stands in our catalog. */
export interface DockerEvent {
  readonly name: string;
  /** The catalog events it listens to: one, or two where docker-agent does not tell success and failure apart. */
  readonly events: readonly EventName[];
  /** Its hooks stand under entries with a matcher for the tool's name, which the payload has here; null for a flat list. */
  readonly toolPath: string | null;
  /** A hook can stop what is about to happen. */
  readonly blocks: boolean;
  /** A block also ends the agent's run. */
  readonly endsRun: boolean;
  /** A hook can demand that a person is asked. */
  readonly asks: boolean;
  /** How long what its hooks say stays in the conversation (`cli`: it is only shown); null when they cannot add to it. */
  readonly context: "session" | "turn" | "cli" | null;
  /** An answer that cannot be read is a failure here, not a text: somebody waits for a verdict. */
  readonly decides: boolean;
  /** Each hook sees what the one before it rewrote, so they run one after another. */
  readonly rewrites: boolean;
  /** The payload field with the directory in which its hooks run; null for where the agent works. */
  readonly runsIn: string | null;
  readonly fields: readonly SpecificField[];
}

const event = (name: string, events: readonly EventName[], more: Partial<DockerEvent> = {}): DockerEvent => ({
  name,
  events,
  toolPath: null,
  blocks: false,
  endsRun: false,
  asks: false,
  context: null,
  decides: false,
  rewrites: false,
  runsIn: null,
  fields: [],
  ...more,
});

/** Every event of docker-agent, in the order of its documentation. */
export const dockerEvents: readonly DockerEvent[] = [
  event("pre_tool_use", ["tool.pre_call"], {
    toolPath: "tool_name",
    blocks: true,
    asks: true,
    decides: true,
    rewrites: true,
    fields: ["permission_decision", "updated_input"],
  }),
  event("tool_response_transform", ["tool.transform_result"], {
    toolPath: "tool_name",
    rewrites: true,
    fields: ["updated_tool_response"],
  }),
  event("post_tool_use", ["tool.post_call", "tool.post_error"], {
    toolPath: "tool_name",
    blocks: true,
    endsRun: true,
    context: "turn",
  }),
  event("permission_request", ["permission.request"], {
    toolPath: "tool_name|tool_call.kind",
    blocks: true,
    decides: true,
    fields: ["permission_decision", "updated_input", "metadata"],
  }),
  event("session_start", ["session.start"], { context: "session" }),
  event("user_prompt_submit", ["input.pre_submit"], { blocks: true, context: "turn" }),
  event("user_steering_messages_submit", ["input.steering"], { blocks: true, context: "turn" }),
  event("user_followup_submit", ["input.followup"], { blocks: true, context: "turn" }),
  event("turn_start", ["step.start"], { context: "turn" }),
  event("turn_end", ["step.end"]),
  event("before_llm_call", ["model.pre_call"], {
    blocks: true,
    decides: true,
    rewrites: true,
    fields: ["updated_messages"],
  }),
  event("after_llm_call", ["model.post_call"]),
  event("session_end", ["session.end"]),
  event("pre_compact", ["context.pre_compact"], { blocks: true, context: "turn" }),
  event("before_compaction", ["context.compacting"], { blocks: true, decides: true, fields: ["summary"] }),
  event("after_compaction", ["context.post_compact"]),
  event("subagent_stop", ["subagent.stop"]),
  event("on_user_input", ["session.awaiting_input"]),
  event("stop", ["turn.stopping"], { context: "turn" }),
  event("notification", ["notice.raised"]),
  event("on_error", ["turn.error"]),
  event("on_max_iterations", ["turn.limit_reached"]),
  event("on_agent_switch", ["agent.switched"]),
  event("on_session_resume", ["turn.limit_extended"]),
  event("on_tool_approval_decision", ["permission.decided"]),
  event("worktree_create", ["worktree.created"], { blocks: true, context: "cli", runsIn: "worktree_path" }),
];

const byName: ReadonlyMap<string, DockerEvent> = new Map(dockerEvents.map((known) => [known.name, known]));

/** The event of that name, or undefined. */
export function dockerEvent(name: string): DockerEvent | undefined {
  return byName.get(name);
}

/** The event as hooks of the preempting lane know it: they judge and explain, they rewrite nothing. */
export function inPreemptLane(known: DockerEvent): DockerEvent {
  return { ...known, rewrites: false, fields: ["permission_decision", "metadata"] };
}
