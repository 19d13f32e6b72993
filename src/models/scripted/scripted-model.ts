import { setTimeout as delay } from "node:timers/promises";
import type { ChatMessage } from "../../agent/chat-message.ts";
import type { ModelEvent, ModelRequest, ModelUsage } from "../../agent/chat-model.ts";
import { canceled, ModelFailure } from "../chat/model-failure.ts";
import { positionIn, type ScriptMark } from "./position.ts";
import type {
  AgentScript,
  ModelScript,
  ScriptCondition,
  ScriptedAnswer,
  ScriptedCall,
  ScriptedError,
} from "./script.ts";

/** Asks a scripted model once. It answers as a real one does, but for the thinking. */
export type AskScript = (model: string, request: ModelRequest) => AsyncGenerator<ModelEvent, void>;

/** How far a conversation has come. */
interface Progress {
  next: number;
  /** How often the next answer has failed. */
  failures: number;
}

const compaction = ":compaction";
/** Whoever is forgotten is found again by what its messages say. */
const mostRemembered = 10_000;

/** Plays a script. Each conversation, known by its session and agent, has its own place in it. */
export function playScript(script: ModelScript): AskScript {
  const conversations = new Map<string, Progress>();

  function progressOf({ conversation, messages }: ModelRequest): Progress {
    const key = JSON.stringify([conversation.sessionId, conversation.agent]);
    const known = conversations.get(key) ?? { next: positionIn(messages, conversation.agent), failures: 0 };
    conversations.set(key, known);
    const [oldest] = conversations.keys();
    if (conversations.size > mostRemembered && oldest !== undefined) conversations.delete(oldest);
    return known;
  }

  return async function* ask(model, request): AsyncGenerator<ModelEvent, void> {
    const { conversation, messages, signal } = request;
    if (conversation.agent.endsWith(compaction)) {
      const agent = agentScript(script, conversation.agent.slice(0, -compaction.length));
      yield* give(model, { text: summaryOf(agent, script, messages) }, request, script, null);
      return;
    }
    const answers = agentScript(script, conversation.agent).answers ?? [];
    const progress = progressOf(request);
    while (isPassedOver(answers[progress.next], messages)) advance(progress);
    const answer = answers[progress.next];
    if (!answer) {
      yield* give(model, { text: exhausted(model, conversation.agent) }, request, script, null);
      return;
    }
    const { error } = answer;
    const isFailing = error !== undefined && progress.failures < (error.times ?? 1);
    if (isFailing) {
      progress.failures++;
      await pause(answer.delay_ms ?? script.delay_ms ?? 0, model, signal);
      if (error.after_text) yield* say(model, answer, request, script);
      throw failure(model, error);
    }
    const mark: ScriptMark = { provider: "scripted", agent: conversation.agent, answer: progress.next };
    advance(progress);
    if (isOnlyError(answer)) yield* ask(model, request);
    else yield* give(model, answer, request, script, mark);
  };
}

function agentScript(script: ModelScript, name: string): AgentScript {
  const own = script.agents && Object.hasOwn(script.agents, name) ? script.agents[name] : undefined;
  return own ?? script;
}

function advance(progress: Progress): void {
  progress.next++;
  progress.failures = 0;
}

function isPassedOver(answer: ScriptedAnswer | undefined, messages: readonly ChatMessage[]): boolean {
  return answer?.when !== undefined && !holds(answer.when, messages.at(-1)?.content ?? "");
}

function holds(
  { last_message_contains: wanted, last_message_lacks: unwanted }: ScriptCondition,
  last: string,
): boolean {
  return (wanted === undefined || last.includes(wanted)) && (unwanted === undefined || !last.includes(unwanted));
}

/** An answer that has failed as often as it should and has nothing else to say. */
function isOnlyError({ error, text, thought, tool_calls: calls, finish }: ScriptedAnswer): boolean {
  return error !== undefined && [text, thought, calls, finish].every((part) => part === undefined);
}

/** Gives a whole answer, from its delay to its end. */
async function* give(
  model: string,
  answer: ScriptedAnswer,
  request: ModelRequest,
  script: ModelScript,
  mark: ScriptMark | null,
): AsyncGenerator<ModelEvent, void> {
  await pause(answer.delay_ms ?? script.delay_ms ?? 0, model, request.signal);
  yield* say(model, answer, request, script);
  const calls = answer.tool_calls ?? [];
  for (const [index, call] of calls.entries()) yield { kind: "tool-call", call: toolCall(call, index, mark) };
  yield {
    kind: "finish",
    model,
    reason: answer.finish ?? (calls.length > 0 ? "tool-calls" : "stop"),
    usage: usageOf(answer, request.messages),
    cost: 0,
    ...(mark && { providerData: mark }),
  };
}

async function* say(
  model: string,
  { thought = "", text = "", chunk, chunk_delay_ms: chunkDelayMs }: ScriptedAnswer,
  { signal }: ModelRequest,
  script: ModelScript,
): AsyncGenerator<ModelEvent, void> {
  const size = chunk ?? script.chunk ?? 0;
  const gapMs = chunkDelayMs ?? script.chunk_delay_ms ?? 0;
  for (const [kind, whole] of [["thought", thought] as const, ["text", text] as const]) {
    for (const piece of inPieces(whole, size)) {
      await pause(gapMs, model, signal);
      yield { kind, text: piece };
    }
  }
}

/** Counts characters as people do not see them cut: by code point. */
function inPieces(text: string, size: number): string[] {
  if (text === "") return [];
  if (size === 0) return [text];
  const characters = Array.from(text);
  return Array.from({ length: Math.ceil(characters.length / size) }, (_, index) =>
    characters.slice(index * size, (index + 1) * size).join(""),
  );
}

function toolCall(call: ScriptedCall, index: number, mark: ScriptMark | null) {
  const { name, arguments: given = {}, id = madeUpId(index, mark) } = call;
  const text = typeof given === "string" ? given : JSON.stringify(given);
  return {
    id,
    type: "function" as const,
    function: { name, arguments: text },
    ...(mark && { provider_data: mark }),
  };
}

/** The same in every run, and another one for each call of a conversation. */
function madeUpId(index: number, mark: ScriptMark | null): string {
  const agent = (mark?.agent ?? "agent").replaceAll(/[^\w-]/g, "_");
  return `call_${agent}_${(mark?.answer ?? 0) + 1}_${index + 1}`;
}

async function pause(ms: number, model: string, signal: AbortSignal): Promise<void> {
  if (ms > 0) await delay(ms, undefined, { signal }).catch(() => undefined);
  if (signal.aborted) throw canceled(model);
}

function failure(model: string, error: ScriptedError): ModelFailure {
  const {
    code,
    message = `The script says that ${model} fails here.`,
    times = 1,
    retry_after_ms: afterMs = 100,
  } = error;
  const isPassing = code === "rate-limited" || code === "unreachable";
  return new ModelFailure(code, model, message, isPassing ? { afterMs, most: Math.max(times, 8) } : null);
}

function usageOf(
  { usage, text = "", thought = "", tool_calls: calls = [] }: ScriptedAnswer,
  messages: readonly ChatMessage[],
): ModelUsage {
  const said = text.length + thought.length + (calls.length === 0 ? 0 : JSON.stringify(calls).length);
  const read = messages.reduce((sum, message) => sum + lengthOf(message), 0);
  return {
    input_tokens: usage?.input_tokens ?? Math.ceil(read / 4),
    output_tokens: usage?.output_tokens ?? Math.ceil(said / 4),
    cached_input_tokens: 0,
    cached_write_tokens: 0,
    reasoning_tokens: 0,
  };
}

function lengthOf(message: ChatMessage): number {
  if (message.role !== "assistant" || !message.tool_calls) return message.content.length;
  const calls = message.tool_calls.map(({ function: { name, arguments: text } }) => name.length + text.length);
  return calls.reduce((sum, length) => sum + length, message.content.length);
}

function summaryOf(agent: AgentScript, script: ModelScript, messages: readonly ChatMessage[]): string {
  const own = agent.compaction_summary ?? script.compaction_summary;
  return own ?? `Summary of the conversation. It had ${messages.length} messages.`;
}

function exhausted(model: string, agent: string): string {
  return `The script of ${model} has no further answer for the agent "${agent}".`;
}
