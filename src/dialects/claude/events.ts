import type { EventName } from "../../catalog/catalog.ts";

/**
 * What hooks of a file read: Agentao's payloads, or those of Claude Code, which are flat for all events. Claude Code's own
 * settings files have the second kind.
 */
export type PayloadMode = "agentao" | "claude-code";

export type RuleType = "command" | "prompt";

/** One event as `hooks.json` names it, and where it stands in our catalog. */
export interface ClaudeEvent {
  readonly name: string;
  readonly event: EventName;
  /** How Agentao writes its payload; null for events that only Claude Code has. */
  readonly shape: "envelope" | "flat" | null;
  /** What a rule of Agentao's may be here. */
  readonly types: readonly RuleType[];
  /** The payload field that the text of a group's matcher is about; null where there is nothing to match. */
  readonly groupField: Readonly<Record<PayloadMode, string | null>>;
  /** A matcher key that the payload does not have is left out of account, because there is no matcher for the event. */
  readonly ignoresStrayKeys: boolean;
  /** Nothing that its hooks say or fail to say holds anything up, in this mode. */
  readonly onlyObservedIn: PayloadMode | null;
}

const commands: readonly RuleType[] = ["command"];

const event = (name: string, ours: EventName, more: Partial<ClaudeEvent> = {}): ClaudeEvent => ({
  name,
  event: ours,
  shape: null,
  types: commands,
  groupField: { agentao: null, "claude-code": null },
  ignoresStrayKeys: false,
  onlyObservedIn: null,
  ...more,
});

const onTools = { agentao: "tool_name", "claude-code": "tool_name" };
const inClaudeCode = (field: string) => ({ agentao: null, "claude-code": field });

/** Agentao's eight events, then those that only Claude Code has and that have a counterpart here. */
export const claudeEvents: readonly ClaudeEvent[] = [
  event("UserPromptSubmit", "input.pre_submit", {
    shape: "envelope",
    types: ["command", "prompt"],
    ignoresStrayKeys: true,
  }),
  event("SessionStart", "session.start", { shape: "envelope", groupField: inClaudeCode("source") }),
  event("SessionEnd", "session.end", { shape: "envelope", groupField: inClaudeCode("reason") }),
  event("PreToolUse", "tool.pre_call", { shape: "envelope", groupField: onTools }),
  event("PostToolUse", "tool.post_call", { shape: "envelope", groupField: onTools }),
  event("PostToolUseFailure", "tool.post_error", { shape: "envelope", groupField: onTools }),
  event("Stop", "turn.stopping", { shape: "flat", ignoresStrayKeys: true }),
  event("PreCompact", "context.pre_compact", {
    shape: "flat",
    groupField: { agentao: "trigger", "claude-code": "trigger" },
    onlyObservedIn: "agentao",
  }),
  event("PermissionRequest", "permission.request", { groupField: onTools }),
  event("PermissionDenied", "permission.denied", { groupField: onTools }),
  event("Notification", "notice.raised", { groupField: inClaudeCode("notification_type") }),
  event("SubagentStart", "subagent.start", { groupField: inClaudeCode("agent_type") }),
  event("SubagentStop", "subagent.stop", { groupField: inClaudeCode("agent_type") }),
  event("PostCompact", "context.post_compact", { groupField: inClaudeCode("trigger") }),
  event("StopFailure", "turn.error", { groupField: inClaudeCode("error") }),
];

/** Events of Claude Code for which nothing here fires, and what can be said about each. */
export const unmappedEvents: ReadonlyMap<string, string> = new Map([
  // A hook that has made a worktree once must not be asked to make it again.
  ["WorktreeCreate", "there its hooks make the worktree themselves; ours are told of one that is already there"],
  ...[
    "Setup",
    "InstructionsLoaded",
    "UserPromptExpansion",
    "MessageDisplay",
    "PostToolBatch",
    "TaskCreated",
    "TaskCompleted",
    "TeammateIdle",
    "ConfigChange",
    "CwdChanged",
    "DirectoryAdded",
    "FileChanged",
    "WorktreeRemove",
    "PreModelSwitch",
    "PostModelSwitch",
    "Elicitation",
    "ElicitationResult",
  ].map((name) => [name, "Hookline has no such event"] as const),
]);

const byName: ReadonlyMap<string, ClaudeEvent> = new Map(claudeEvents.map((known) => [known.name, known]));

/** The event of that name, or undefined. */
export function claudeEvent(name: string): ClaudeEvent | undefined {
  return byName.get(name);
}

/** The names that a file of this kind may use. */
export function eventNamesIn(mode: PayloadMode): string[] {
  return claudeEvents.filter(({ shape }) => mode === "claude-code" || shape !== null).map(({ name }) => name);
}

/** Whether a rule is one that Agentao runs: it knows the event, and the type is allowed there. */
export function isSupported(rule: { readonly event: string; readonly type: string; readonly url?: unknown }): boolean {
  const known = claudeEvent(rule.event);
  if (known === undefined || known.shape === null) return false;
  // The one thing we run and Agentao does not, given an address to send it to.
  if (rule.type === "http") return typeof rule.url === "string" && rule.url.trim() !== "";
  return known.types.some((type) => type === rule.type);
}
