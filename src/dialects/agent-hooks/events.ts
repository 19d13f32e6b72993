import type { EventName } from "../../catalog/catalog.ts";

/** One trigger of Agent Hooks, and where it stands in our catalog. */
export interface AgentHookEvent {
  readonly name: string;
  /** How newer versions of the format spell it. */
  readonly alias: string | null;
  /** Null for a moment that nothing here fires. */
  readonly event: EventName | null;
  /** Its hooks may have a matcher. */
  readonly isTool: boolean;
}

const moment = (name: string, alias: string | null, event: EventName | null): AgentHookEvent => ({
  name,
  alias,
  event,
  isTool: false,
});
const tool = (name: string, alias: string, event: EventName): AgentHookEvent => ({ name, alias, event, isTool: true });

/** Every trigger, in the order of the specification; the last two are only in newer versions of it. */
export const agentHookEvents: readonly AgentHookEvent[] = [
  moment("session_start", "pre-session", "session.start"),
  moment("session_end", "post-session", "session.end"),
  moment("before_agent", "pre-agent-turn", "input.pre_submit"),
  moment("after_agent", "post-agent-turn", "turn.end"),
  moment("before_stop", "pre-agent-turn-stop", "turn.stopping"),
  tool("before_tool", "pre-tool-call", "tool.pre_call"),
  tool("after_tool", "post-tool-call", "tool.post_call"),
  tool("after_tool_failure", "post-tool-call-failure", "tool.post_error"),
  moment("subagent_start", "pre-subagent", "subagent.start"),
  moment("subagent_stop", "post-subagent", "subagent.stop"),
  moment("pre_compact", "pre-context-compact", "context.pre_compact"),
  moment("post-context-compact", null, "context.post_compact"),
  moment("post-agent-turn-stop", null, null),
];

const bySpelling: ReadonlyMap<string, AgentHookEvent> = new Map(
  agentHookEvents.flatMap((known) =>
    [known.name, ...(known.alias === null ? [] : [known.alias])].map((spelling) => [spelling, known] as const),
  ),
);

/** The trigger of that name, in either spelling, or undefined. */
export function agentHookEvent(spelling: string): AgentHookEvent | undefined {
  return bySpelling.get(spelling);
}

/** All spellings of all triggers. */
export const triggerSpellings: readonly string[] = [...bySpelling.keys()];
