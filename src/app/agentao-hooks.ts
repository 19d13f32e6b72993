import { randomUUID } from "node:crypto";
import type { EventName } from "../catalog/catalog.ts";
import type { HookAttachmentRecord } from "../dialects/claude/reply/attachments.ts";
import type { Engine } from "../engine/engine.ts";
import type { Clock } from "../engine/ports.ts";
import type { Verdict } from "../engine/verdict.ts";
import {
  compactionFields,
  type FiredFields,
  lifecycleFields,
  type PluginHookFired,
  pluginHookFired,
  promptFields,
  stopFields,
  toolFields,
} from "../hosts/agentao/fired-event.ts";
import { type PromptTurn, promptTurn } from "../hosts/agentao/prompt-turn.ts";
import {
  type LifecycleHookResult,
  lifecycleResult,
  observedResult,
  type PreToolUseHookResult,
  promptResult,
  type StopHookResult,
  stopResult,
  toolResult,
  type UserPromptSubmitResult,
} from "../hosts/agentao/results.ts";
import {
  freshStopGate,
  passStopGate,
  type StopGateOptions,
  type StopGateState,
  type StopPassage,
  type TurnEndReason,
} from "../hosts/agentao/stop-gate.ts";
import type { ReplayRecorder } from "../store/replay/recorder.ts";
import { type DispatchWorld, type Dispatched as Done, dispatchFor } from "./agentao/dispatch.ts";

/** Whose hooks are fired: what every payload says of the session. */
export interface AgentaoSession {
  readonly sessionId: string;
  readonly cwd: string;
  readonly permissionMode?: string;
  readonly agentName?: string;
  /** The workspace whose hooks apply; without it only the user's own do. */
  readonly workspace?: { readonly id: string; readonly root: string };
}

export interface AgentaoHooksOptions {
  readonly engine: Engine;
  readonly session: AgentaoSession;
  /** Told after every dispatch that selected a hook. What it throws is swallowed. */
  readonly onEvent?: (event: PluginHookFired) => unknown;
  /** Gets the same events, for the session's file. */
  readonly replay?: Pick<ReplayRecorder, "record">;
  readonly stopGate?: StopGateOptions;
  /** Gives the attachment of a Stop hook that exits with 2 the fifth name that Agentao's code has. */
  readonly fifthAttachmentName?: boolean;
  readonly clock?: Clock;
}

/** What one moment of the session belongs to. */
export interface Moment {
  readonly turnId?: string;
  readonly signal?: AbortSignal;
}

export interface ToolCall extends Moment {
  /** In Agentao's or in Claude Code's spelling. */
  readonly toolName: string;
  readonly toolInput: unknown;
  readonly toolUseId?: string;
}

export interface TurnEnd extends Moment {
  readonly reason: TurnEndReason;
  /** The last answer as the model gave it; it may be empty. */
  readonly answer: string;
}

export interface Compaction extends Moment {
  readonly compactionType: string;
  readonly reason: string;
  readonly trigger?: "auto" | "manual";
}

/** What a dispatch came to: in Agentao's words, and as the verdict over the hooks of all dialects. */
export interface Dispatched<R, N extends EventName> {
  readonly result: R;
  readonly verdict: Verdict<N>;
  /** What listeners were told; null when no hook was selected. */
  readonly fired: PluginHookFired | null;
}

type Lifecycle<N extends EventName> = Promise<Dispatched<LifecycleHookResult<HookAttachmentRecord>, N>>;

/** The moments at which Agentao's chat loop asks its hooks. */
export interface AgentaoHooks {
  /** `turn` is what the chat call does next, with the message as hooks of other dialects may have rewritten it. */
  readonly userPromptSubmit: (
    prompt: Moment & { readonly message: string },
  ) => Promise<
    Dispatched<UserPromptSubmitResult<HookAttachmentRecord>, "input.pre_submit"> & { readonly turn: PromptTurn }
  >;
  readonly sessionStart: (start?: Moment & { readonly source?: string }) => Lifecycle<"session.start">;
  readonly sessionEnd: (end?: Moment & { readonly reason?: string }) => Lifecycle<"session.end">;
  /** `verdict.payload.tool_input` is what the tool is called with. */
  readonly preToolUse: (
    call: ToolCall,
  ) => Promise<Dispatched<PreToolUseHookResult<HookAttachmentRecord>, "tool.pre_call">>;
  readonly postToolUse: (call: ToolCall & { readonly toolOutput: unknown }) => Lifecycle<"tool.post_call">;
  readonly postToolUseFailure: (call: ToolCall & { readonly error: string }) => Lifecycle<"tool.post_error">;
  /** `gate` is what the passage before it in the same chat call answered; the first has none. */
  readonly stop: (
    end: TurnEnd,
    gate?: StopGateState,
  ) => Promise<Dispatched<StopHookResult<HookAttachmentRecord>, "turn.stopping"> & { readonly passage: StopPassage }>;
  readonly preCompact: (compaction: Compaction) => Lifecycle<"context.pre_compact">;
}

const systemClock: Clock = { now: () => performance.now(), wall: Date.now };

/** Makes the hooks of one session ready for Agentao's chat loop. */
export function createAgentaoHooks(options: AgentaoHooksOptions): AgentaoHooks {
  const { engine, session, clock = systemClock, fifthAttachmentName = false } = options;
  const world: DispatchWorld = {
    engine,
    clock,
    attachments: { uuid: randomUUID, wall: clock.wall, fifthName: fifthAttachmentName },
  };
  const about = sessionFields(session);
  const inTurn = ({ turnId }: Moment) => ({ ...about, ...(turnId !== undefined && { turn_id: turnId }) });

  function announce<N extends EventName>(
    hookEvent: string,
    { firedFacts }: Done<N>,
    fields: FiredFields,
    { turnId }: Moment,
  ): PluginHookFired | null {
    const event = pluginHookFired(hookEvent, firedFacts, fields);
    if (event === null) return null;
    options.replay?.record(event.type, event.data, turnId === undefined ? {} : { turnId });
    emit(options.onEvent, event);
    return event;
  }

  async function userPromptSubmit(prompt: Moment & { readonly message: string }) {
    const hookEvent = "UserPromptSubmit";
    const payload = { ...inTurn(prompt), message: prompt.message };
    const done = await dispatchFor(world, "input.pre_submit", payload, { hookEvent, signal: prompt.signal });
    const result = promptResult(done.facts);
    const fired = announce(hookEvent, done, promptFields(result), prompt);
    const turn = promptTurn(result, done.verdict.payload.message ?? prompt.message);
    return { result, verdict: done.verdict, fired, turn };
  }

  async function preToolUse(call: ToolCall) {
    const hookEvent = "PreToolUse";
    const payload = { ...inTurn(call), ...callFields(call) };
    const done = await dispatchFor(world, "tool.pre_call", payload, { hookEvent, ...momentOf(call) });
    const result = toolResult(done.facts);
    const fired = announce(hookEvent, done, toolFields(result, call.toolName), call);
    return { result, verdict: done.verdict, fired };
  }

  async function stop(end: TurnEnd, gate: StopGateState = freshStopGate) {
    const hookEvent = "Stop";
    const payload = { ...inTurn(end), ...endFields(end, gate) };
    const done = await dispatchFor(world, "turn.stopping", payload, { hookEvent, signal: end.signal });
    const result = stopResult(done.facts);
    const passage = passStopGate(gate, end, result, options.stopGate);
    const fired = announce(hookEvent, done, stopFields(result, passage.outcome, end.reason), end);
    return { result, verdict: done.verdict, fired, passage };
  }

  async function preCompact(compaction: Compaction) {
    const hookEvent = "PreCompact";
    const { compactionType, reason, trigger = "auto" } = compaction;
    const payload = { ...inTurn(compaction), trigger, reason, strategy: compactionType, custom_instructions: "" };
    const done = await dispatchFor(world, "context.pre_compact", payload, { hookEvent, signal: compaction.signal });
    const result = observedResult(done.facts);
    const fired = announce(hookEvent, done, compactionFields(compactionType, trigger), compaction);
    return { result, verdict: done.verdict, fired };
  }

  /** The moments at which hooks are heard but do not hold anything up. */
  function heard<N extends EventName>(hookEvent: string, done: Done<N>, moment: Moment) {
    const result = lifecycleResult(done.facts);
    return { result, verdict: done.verdict, fired: announce(hookEvent, done, lifecycleFields(result), moment) };
  }

  return {
    userPromptSubmit,
    preToolUse,
    stop,
    preCompact,
    sessionStart: async (start = {}) => {
      const payload = { ...about, source: start.source ?? "startup" };
      const moment = { hookEvent: "SessionStart", signal: start.signal };
      return heard("SessionStart", await dispatchFor(world, "session.start", payload, moment), start);
    },
    sessionEnd: async (end = {}) => {
      const payload = { ...about, reason: end.reason ?? "exit" };
      const moment = { hookEvent: "SessionEnd", signal: end.signal };
      return heard("SessionEnd", await dispatchFor(world, "session.end", payload, moment), end);
    },
    postToolUse: async (call) => {
      const payload = { ...inTurn(call), ...callFields(call), tool_result: call.toolOutput };
      const moment = { hookEvent: "PostToolUse", ...momentOf(call) };
      return heard("PostToolUse", await dispatchFor(world, "tool.post_call", payload, moment), call);
    },
    postToolUseFailure: async (call) => {
      const payload = { ...inTurn(call), ...callFields(call), error: call.error };
      const moment = { hookEvent: "PostToolUseFailure", ...momentOf(call) };
      return heard("PostToolUseFailure", await dispatchFor(world, "tool.post_error", payload, moment), call);
    },
  };
}

function sessionFields({ sessionId, cwd, permissionMode, agentName, workspace }: AgentaoSession) {
  return {
    session_id: sessionId,
    cwd,
    permission_mode: permissionMode ?? "workspace-write",
    ...(agentName !== undefined && { agent_name: agentName }),
    ...(workspace && { workspace_id: workspace.id, workspace: workspace.root }),
  };
}

function callFields({ toolName, toolInput, toolUseId }: ToolCall) {
  return {
    tool_name: toolName,
    tool_input: toolInput,
    ...(toolUseId !== undefined && { tool_call_id: toolUseId }),
  };
}

function momentOf({ toolUseId, signal }: ToolCall) {
  return { ...(toolUseId !== undefined && { toolUseId }), signal };
}

function endFields({ reason, answer }: TurnEnd, { reentries }: StopGateState) {
  return {
    response: answer,
    stop_reason: reason,
    stop_hook_active: reentries > 0,
    stop_block_count: reentries,
    at_max_iterations: reason === "max_iterations",
  };
}

/** A listener that fails must not fail the turn, whether it throws now or later. */
function emit(listener: AgentaoHooksOptions["onEvent"], event: PluginHookFired): void {
  try {
    Promise.resolve(listener?.(event)).catch(() => undefined);
  } catch {
    // Nothing depends on it.
  }
}
