import type { ChatToolCall } from "../../agent/chat-message.ts";
import type { FileChange, Tool, ToolInput, ToolResult } from "../../agent/tool.ts";
import type { Entry } from "../../agent/transcript.ts";
import type { Approval } from "../approval/approval.ts";
import { approveCall } from "../approval/approve-call.ts";
import { denialText } from "../approval/denial-text.ts";
import type { Turn } from "./turn.ts";

type Outcome = Extract<Entry, { type: "tool_result" }>["content"]["outcome"];

/** What a call means for the calls after it. */
export interface CallEffect {
  /** A hook ends the run, for this reason. */
  readonly stop: string | null;
  readonly isRejected: boolean;
}

const goOn: CallEffect = { stop: null, isRejected: false };

/** Brings one tool call to its result: approval, the tool itself, and the hooks around both. */
export async function runCall(turn: Turn, call: ChatToolCall, tool: Tool | undefined): Promise<CallEffect> {
  const { desk } = turn;
  const input = parseInput(call.function.arguments);
  const title = titleOf(call, tool, input);
  desk.tell({ kind: "tool_called", tool_call_id: call.id, tool_name: call.function.name, title, tool_input: input });
  if (tool === undefined) {
    const text = `There is no tool "${call.function.name}". Use one of the tools you were given.`;
    await settle(turn, { call, tool: null, input: null }, { text, isError: true }, "not-available");
    return goOn;
  }
  if (input === null) {
    const text = `The arguments of ${tool.name} are not a JSON object. Call it again with valid JSON.`;
    await settle(turn, { call, tool, input: null }, { text, isError: true }, "not-available");
    return goOn;
  }
  const approval = await approveCall(
    { id: call.id, tool, input, title },
    {
      hooks: desk.hooks,
      grants: turn.grants,
      team: desk.world.team.permissions,
      safetyPolicy: turn.safetyPolicy,
      operator: desk.operator,
      tell: desk.tell,
      signal: turn.signal,
      promptTurn: (work) => work(),
    },
  );
  desk.contexts.forNextCall(desk.contexts.sort(approval.contexts));
  const decided = { call, tool, input: approval.input };
  const permission: Entry = { type: "permission", content: permissionOf(call.id, approval) };
  if (approval.decision !== "allow") {
    const outcome = approval.decision === "canceled" ? "canceled" : "denied";
    await settle(turn, decided, { text: denialText(approval), isError: true }, outcome, [permission]);
    return { stop: approval.stop?.reason ?? null, isRejected: approval.source === "user_rejected" };
  }
  const stop = await runTool(
    turn,
    decided,
    approval.inputChanged ? titleOf(call, tool, approval.input) : title,
    permission,
  );
  return { stop: stop ?? approval.stop?.reason ?? null, isRejected: false };
}

/** Closes a call that is not even looked at, because the batch it belongs to is over. */
export async function skipCall(
  turn: Turn,
  call: ChatToolCall,
  tool: Tool | undefined,
  why: "canceled" | "stopped",
): Promise<void> {
  const { desk } = turn;
  const input = parseInput(call.function.arguments);
  const title = titleOf(call, tool, input);
  desk.tell({ kind: "tool_called", tool_call_id: call.id, tool_name: call.function.name, title, tool_input: input });
  const reason =
    why === "canceled" ? "The turn was canceled before this call." : "A hook stopped the run before this call.";
  if (tool !== undefined && input !== null) {
    await desk.hooks.fire("permission.decided", {
      ...toolFields(turn, { call, tool, input }),
      decision: "canceled",
      decision_class: tool.decisionClass,
      decision_source: "context_canceled",
      reason,
    });
    desk.tell({
      kind: "permission_decided",
      tool_call_id: call.id,
      decision: "canceled",
      source: "context_canceled",
      reason,
    });
  }
  const content = { tool_call_id: call.id, decision: "canceled", source: "context_canceled", reason } as const;
  const permission: Entry[] = tool !== undefined && input !== null ? [{ type: "permission", content }] : [];
  await settle(turn, { call, tool: tool ?? null, input }, { text: reason, isError: true }, why, permission);
}

/** A call, with what is known of it. */
interface KnownCall<T = Tool | null, I = ToolInput | null> {
  readonly call: ChatToolCall;
  readonly tool: T;
  readonly input: I;
}

async function runTool(
  turn: Turn,
  known: KnownCall<Tool, ToolInput>,
  title: string,
  permission: Entry,
): Promise<string | null> {
  const { desk, signal } = turn;
  const { call, tool, input } = known;
  // Who allowed a change must be on record before it happens. What only reads changes nothing, and one write is enough.
  if (!tool.readOnly) await desk.write(permission);
  const startedAt = performance.now();
  const result = await callTool(turn, call, tool, input);
  const durationMs = performance.now() - startedAt;
  const outcome = signal.aborted && result.isError ? "canceled" : "ran";
  const seen = await settle(turn, known, result, outcome, tool.readOnly ? [permission] : []);
  if (outcome === "canceled" || tool.isManaged) return null;
  const fields = { ...toolFields(turn, known), title, duration_ms: durationMs };
  // A call that was completed is told of in any case; only hooks that are at work when the user cancels are cut off.
  const options = signal.aborted ? {} : { signal };
  const verdict = result.isError
    ? await desk.hooks.fire("tool.post_error", { ...fields, error: seen }, options)
    : await desk.hooks.fire("tool.post_call", { ...fields, tool_result: seen }, options);
  desk.contexts.forNextCall(desk.contexts.sort(verdict.contexts));
  const told = textOf(
    verdict.event === "tool.post_error"
      ? verdict.payload.error
      : (verdict.payload as { tool_result?: unknown }).tool_result,
  );
  if (told !== seen) {
    const content = { kind: "result_replaced", tool_call_id: call.id, text: told, by: verdict.event } as const;
    await desk.write({ type: "system", content });
  }
  return verdict.stop?.reason ?? null;
}

const canceledText = "The call was canceled.";

async function callTool(turn: Turn, call: ChatToolCall, tool: Tool, input: ToolInput): Promise<ToolResult> {
  const { desk, signal } = turn;
  // The user may have canceled since the call was approved.
  if (signal.aborted) return { text: canceledText, isError: true };
  try {
    return await tool.call(input, {
      callId: call.id,
      sessionId: desk.record().id,
      signal,
      output: (text) => desk.tell({ kind: "tool_output", tool_call_id: call.id, text }),
    });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { text: signal.aborted ? canceledText : `${tool.name} failed: ${message}`, isError: true };
  }
}

/** Lets hooks change a result before anybody sees it, records it and shows it. Answers with what the model will read. */
async function settle(
  turn: Turn,
  known: KnownCall,
  result: ToolResult,
  outcome: Outcome,
  before: readonly Entry[] = [],
): Promise<string> {
  const { desk } = turn;
  const { id } = known.call;
  const { name } = known.call.function;
  const transformed = await desk.hooks.fire("tool.transform_result", {
    ...toolFields(turn, known),
    tool_result: result.text,
    is_error: result.isError,
  });
  // Nobody can deny here but a required hook that failed, and then nobody knows what it would have taken out.
  const isWithheld = transformed.decision === "deny";
  const text = isWithheld ? withheld(transformed.reason) : textOf(transformed.payload.tool_result);
  const isError = result.isError || isWithheld;
  const content = { tool_call_id: id, tool_name: name, text, is_error: isError, outcome };
  await desk.write(...before, { type: "tool_result", content });
  const changes: readonly FileChange[] = isWithheld ? [] : (result.changes ?? []);
  desk.tell({
    kind: "tool_returned",
    tool_call_id: id,
    tool_name: name,
    text,
    is_error: isError,
    outcome,
    changes,
  });
  desk.tally({ tool_calls: 1 });
  return text;
}

function withheld(reason: string | null): string {
  return `The result is withheld, because a hook that must see every result did not: ${reason ?? "it gave no reason."}`;
}

function permissionOf(id: string, approval: Approval) {
  const { decision, source, reason, input, inputChanged } = approval;
  return { tool_call_id: id, decision, source, reason, ...(inputChanged && { tool_input: input }) };
}

function toolFields({ safetyPolicy }: Turn, { call, tool, input }: KnownCall) {
  return {
    tool_call_id: call.id,
    tool_name: call.function.name,
    tool_namespace: tool?.namespace ?? "",
    read_only: tool?.readOnly ?? false,
    tool_category: tool?.category ?? "",
    ...(safetyPolicy !== null && { safety_policy: safetyPolicy }),
    ...(input !== null && { tool_input: input }),
  };
}

function titleOf(call: ChatToolCall, tool: Tool | undefined, input: ToolInput | null): string {
  const { name } = call.function;
  if (tool?.title === undefined || input === null) return name;
  try {
    return tool.title(input);
  } catch {
    return name;
  }
}

/** The arguments as an object; null for everything else, which no tool can be called with. */
function parseInput(text: string): ToolInput | null {
  if (text.trim() === "") return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as ToolInput) : null;
  } catch {
    return null;
  }
}

/** Models read text; what a hook put in its place may be any JSON value. */
function textOf(value: unknown): string {
  return typeof value === "string" ? value : value === undefined || value === null ? "" : JSON.stringify(value);
}
