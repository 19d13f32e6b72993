import type { AgentDefinition } from "../../agent/agent-definition.ts";
import type { ChatToolCall } from "../../agent/chat-message.ts";
import type { ModelFinish } from "../../agent/chat-model.ts";
import type { TurnEndReason } from "../../agent/live-event.ts";
import type { Tool } from "../../agent/tool.ts";
import type { Entry } from "../../agent/transcript.ts";
import { managedNotes } from "../delegation/notes.ts";
import { assembleMessages } from "./assemble.ts";
import { compactNow, compactWhenNeeded, contextLimitOf } from "./compaction.ts";
import { blockedBecause, despiteStore, raiseError, raiseNotice } from "./fan-out.ts";
import { passGate } from "./pass-gate.ts";
import { prepareCall } from "./prepare-call.ts";
import { runBatch } from "./run-batch.ts";
import { freshStopGate } from "./stop-gate.ts";
import { type Answer, streamAnswer } from "./stream-answer.ts";
import { addMessages, takeFollowUp, takeSteering } from "./take-input.ts";
import type { StepOutcome, Turn } from "./turn.ts";

const another: StepOutcome = { next: "step" };
type StepReason =
  | "normal"
  | "continue"
  | "steered"
  | "error"
  | "canceled"
  | "hook_blocked"
  | "loop_detected"
  | "force_handoff";
type Step = readonly [reason: StepReason, outcome: StepOutcome];

/** One model call, the tools it asks for, and the decision how the turn goes on. `step.end` fires on every way out. */
export async function runStep(turn: Turn): Promise<StepOutcome> {
  const { desk, progress } = turn;
  const { iteration } = progress;
  const agent = turn.agent();
  const model = turn.modelsOf(agent)[0] ?? "";
  const facts = desk.world.models.describe(model);
  const isScripted = !("bad" in facts) && facts.isScripted;
  const about = { iteration, model_id: model };
  desk.tell({ kind: "step_started", iteration, agent: agent.name, model, is_scripted: isScripted });
  let reason: StepReason = "error";
  try {
    const started = await desk.hooks.fire("step.start", about, { signal: turn.signal });
    desk.contexts.forStep(desk.contexts.sort(started.contexts));
    // Nobody can deny here but a required hook that failed.
    const [why, outcome] =
      started.decision === "deny"
        ? await blocked(turn, blockedBecause("step.start", started))
        : await takeStep(turn, about);
    reason = why;
    progress.isOver = outcome.next === "end";
    return outcome;
  } finally {
    if (turn.signal.aborted && reason === "error") reason = "canceled";
    progress.steps++;
    desk.tally({ steps: 1 });
    await desk.hooks.fire("step.end", { ...about, reason });
    desk.tell({ kind: "step_ended", iteration, reason });
    await despiteStore(desk, desk.keepTotals);
  }
}

async function takeStep(turn: Turn, about: { readonly iteration: number; readonly model_id: string }): Promise<Step> {
  const { desk, signal } = turn;
  const agent = turn.agent();
  const tools = await toolsOf(turn, agent);
  if (tools === null) return canceled;
  const assembled = assembleMessages(desk, agent, managedNotes(desk.world.team, agent));
  const messages = await prepareCall(turn, about, assembled);
  if ("refused" in messages) return blocked(turn, messages.refused);
  if (signal.aborted) return canceled;

  const answer = await streamAnswer(turn, messages, tools.values());
  if (answer.error !== null) return broken(turn, answer);
  await keep(turn, answer, about);
  if (answer.calls.length === 0) return stopping(turn, answer);
  return afterBatch(turn, answer, tools);
}

/** The agent's tools; null when the user did not want to wait until all of them were there. */
async function toolsOf({ toolbox, signal }: Turn, agent: AgentDefinition): Promise<ReadonlyMap<string, Tool> | null> {
  try {
    return await toolbox.toolsOf(agent, signal);
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  }
}

/** Records what the model said and what it cost. Hooks hear of it first: nothing is stored yet and no tool has run. */
async function keep(turn: Turn, answer: Answer, about: { readonly iteration: number }): Promise<void> {
  const { desk, progress } = turn;
  const { finish, text } = answer;
  if (finish === null) return;
  const { model, usage, cost } = finish;
  await desk.hooks.fire("model.post_call", {
    ...about,
    model_id: model,
    response: text,
    last_user_message: progress.lastUserMessage,
    ...(usage !== null && { usage }),
    ...(cost !== null && { cost }),
  });
  desk.tell({ kind: "model_called", model, usage, cost, context_limit: contextLimitOf(turn) });
  progress.overflowRecoveries = 0;
  desk.contexts.callAnswered();
  desk.tally({ input_tokens: usage?.input_tokens ?? 0, output_tokens: usage?.output_tokens ?? 0, cost });
  await desk.write(...entriesOf(turn, answer, finish));
  progress.answer = text;
  if (finish.reason === "length") {
    await raiseNotice(desk, "warning", "answer_cut_off", `${model} was cut off at its length limit.`);
  }
}

/** What is recorded of an answer. It is all there before the first of its calls is looked at. */
function entriesOf(turn: Turn, answer: Answer, { model, usage, cost, providerData }: ModelFinish): Entry[] {
  const { text, thought, role, calls } = answer;
  const agent = turn.agent().name;
  const message = () => answer.messageId ?? `${turn.id}-message-${++turn.progress.messages}`;
  const data = providerData === undefined ? {} : { provider_data: providerData };
  return [
    { type: "usage", content: { model, usage, cost } },
    ...(thought === "" ? [] : [{ type: "thought", content: { text: thought, agent } } as const]),
    ...(text === "" && providerData === undefined
      ? []
      : [{ type: "agent_message", content: { message_id: message(), role, text, agent, model, ...data } } as const]),
    ...calls.map((call) => ({ type: "tool_call", content: callContent(call, agent) }) as const),
  ];
}

function callContent({ id, function: called, provider_data }: ChatToolCall, agent: string) {
  const data = provider_data === undefined ? {} : { provider_data };
  return { tool_call_id: id, tool_name: called.name, arguments: called.arguments, agent, ...data };
}

/** The model was not asked to the end: the user canceled, the conversation is too long, or nothing answers. */
async function broken(turn: Turn, answer: Answer): Promise<Step> {
  const { desk, progress, signal } = turn;
  const { error, text, messageId, role } = answer;
  if (text !== "") {
    const agent = turn.agent();
    const model = turn.modelsOf(agent)[0] ?? "";
    const message = { message_id: messageId ?? "", role, text, agent: agent.name, model, is_partial: true } as const;
    await desk.write({ type: "agent_message", content: message });
    progress.answer = text;
  }
  if (signal.aborted || error?.code === "canceled") return canceled;
  if (error?.code === "overflow" && progress.overflowRecoveries < 1) {
    progress.overflowRecoveries++;
    if ((await compactNow(turn, "overflow")) === "applied") return ["error", another];
  }
  const message = error?.message ?? "The model could not be asked.";
  await raiseError(desk, turn.inputClass, `model_${error?.code ?? "error"}`, message);
  return ["error", end("error", message)];
}

async function afterBatch(turn: Turn, answer: Answer, tools: ReadonlyMap<string, Tool>): Promise<Step> {
  const { desk, signal } = turn;
  const { stop, isLoop } = await runBatch(turn, answer.calls, tools);
  if (signal.aborted) return canceled;
  if (stop !== null) return blocked(turn, stop);
  if (isLoop) {
    const message = `The agent called the same tools with the same arguments ${turn.detector.threshold} times in a row.`;
    await raiseError(desk, turn.inputClass, "loop_detected", message);
    const goesOn = (await passGate(turn, "loop_detected")) === true;
    return goesOn ? ["continue", another] : ["loop_detected", end("loop_detected", message)];
  }
  const steered = await takeSteering(turn);
  if (typeof steered === "object") return blocked(turn, steered.blocked);
  if (steered === "canceled") return canceled;
  if (steered === "taken") return ["steered", another];
  await compactWhenNeeded(turn, "tool_overflow");
  return signal.aborted ? canceled : ["continue", another];
}

/** The model has nothing more to do: the gate, then whoever else has something to say, then the end. */
async function stopping(turn: Turn, answer: Answer): Promise<Step> {
  const { desk, progress, signal } = turn;
  const reason =
    answer.finish?.reason === "length"
      ? "length_truncation"
      : progress.wasRejected
        ? "tool_rejected"
        : "final_response";
  const before = turn.agent();
  const passage = await passGate(turn, reason);
  if (signal.aborted) return canceled;
  if (passage === "stopped") return ["normal", end("hook_stopped", null)];
  if (passage) return ["continue", another];
  const { forceHandoff } = before;
  if (forceHandoff !== null && !turn.isPinned && turn.agent().name === before.name) {
    await turn.switchTo(forceHandoff, "force_handoff");
    await addMessages(turn, [`Go on from here as ${forceHandoff}. ${before.name} has finished its part.`], "handoff");
    return ["force_handoff", another];
  }
  const steered = await takeSteering(turn);
  if (typeof steered === "object") return blocked(turn, steered.blocked);
  if (steered === "canceled") return canceled;
  if (steered === "taken") return ["steered", another];
  const followUp = await takeFollowUp(turn);
  if (typeof followUp === "object") return blocked(turn, followUp.blocked);
  if (followUp === "canceled") return canceled;
  if (followUp === "taken") {
    progress.gate = freshStopGate;
    return ["continue", another];
  }
  desk.contexts.forStep([]);
  return ["normal", end("normal", null)];
}

const canceled: Step = ["canceled", { next: "end", reason: "canceled", error: null }];

async function blocked(turn: Turn, message: string): Promise<Step> {
  if (turn.signal.aborted) return canceled;
  await raiseError(turn.desk, turn.inputClass, "hook_blocked", message);
  return ["hook_blocked", end("hook_blocked", message)];
}

function end(reason: TurnEndReason, error: string | null): StepOutcome {
  return { next: "end", reason, error };
}
