/* `hookline/agentao`: the moments, results, events and replay files of Agentao's chat loop, for those who have one. */

export {
  type AgentaoHooks,
  type AgentaoHooksOptions,
  type AgentaoSession,
  type Compaction,
  createAgentaoHooks,
  type Dispatched,
  type Moment,
  type ToolCall,
  type TurnEnd,
} from "./app/agentao-hooks.ts";
export type { HookAttachmentRecord } from "./dialects/claude/reply/attachments.ts";
export type { FiredData, PluginHookFired } from "./hosts/agentao/fired-event.ts";
export {
  type PreparedUserTurn,
  type PromptTurn,
  prepareUserTurn,
  type TurnMessage,
} from "./hosts/agentao/prompt-turn.ts";
export type {
  LifecycleHookResult,
  PreToolUseHookResult,
  StopHookResult,
  UserPromptSubmitResult,
} from "./hosts/agentao/results.ts";
export {
  freshStopGate,
  type StopGateOptions,
  type StopGateState,
  type StopOutcome,
  type StopPassage,
  type TurnEndReason,
} from "./hosts/agentao/stop-gate.ts";
export { type AskRules, type ToolTurn, toolTurn } from "./hosts/agentao/tool-turn.ts";
export { openReplay, type ReplayOptions, type ReplayRecorder, type TurnIds } from "./store/replay/recorder.ts";
export { type CaptureFlags, loadReplaySettings, type ReplaySettings } from "./store/replay/settings.ts";
