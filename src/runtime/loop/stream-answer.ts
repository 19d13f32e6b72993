import type { ChatMessage, ChatToolCall } from "../../agent/chat-message.ts";
import { ModelError, type ModelEvent, type ModelFinish } from "../../agent/chat-model.ts";
import type { Tool } from "../../agent/tool.ts";
import { raiseNotice } from "./fan-out.ts";
import type { Turn } from "./turn.ts";

/** What a model said in one call. */
export interface Answer {
  readonly messageId: string | null;
  readonly role: string;
  readonly text: string;
  readonly thought: string;
  readonly calls: readonly ChatToolCall[];
  /** Null when the answer was cut off. */
  readonly finish: ModelFinish | null;
  readonly error: ModelError | null;
}

interface OpenMessage {
  readonly id: string;
  role: string;
  text: string;
  thought: string;
}

/** Asks the model and passes its answer on as it comes. Resolves also when the answer breaks off: what came is not lost. */
export async function streamAnswer(
  turn: Turn,
  messages: readonly ChatMessage[],
  tools: Iterable<Tool>,
): Promise<Answer> {
  const { desk, signal } = turn;
  const agent = turn.agent();
  const models = turn.modelsOf(agent);
  const calls: ChatToolCall[] = [];
  let open: OpenMessage | null = null;
  let finish: ModelFinish | null = null;
  let error: ModelError | null = null;

  const close = async (): Promise<void> => {
    if (open === null) return;
    const { id, role, text } = open;
    desk.tell({ kind: "message_ended", message_id: id, text });
    await desk.hooks.fire("message.end", { message_id: id, role, delta_type: "full", text });
  };
  const take = async (event: Extract<ModelEvent, { kind: "text" | "thought" }>): Promise<void> => {
    let { text } = event;
    if (open === null) {
      const id = `${turn.id}-message-${++turn.progress.messages}`;
      const started = await desk.hooks.fire("message.start", {
        message_id: id,
        role: "assistant",
        delta_type: "full",
        text,
      });
      open = { id, role: started.payload.role || "assistant", text: "", thought: "" };
      text = started.payload.text ?? text;
      desk.tell({ kind: "message_started", message_id: id, agent: agent.name });
    }
    open[event.kind] += text;
    desk.tell({ kind: "message_delta", message_id: open.id, delta: event.kind, text });
    await desk.hooks.fire("message.delta", { message_id: open.id, role: open.role, delta_type: event.kind, text });
  };
  const startOver = async (why: string): Promise<void> => {
    await close();
    open = null;
    calls.length = 0;
    await raiseNotice(desk, "warning", "model_retry", why);
  };

  try {
    const request = {
      models,
      messages,
      tools: [...tools],
      signal,
      conversation: { sessionId: desk.record().id, agent: agent.name },
    };
    for await (const event of desk.world.models.stream(request)) {
      if (event.kind === "text" || event.kind === "thought") await take(event);
      else if (event.kind === "tool-call") calls.push(event.call);
      else if (event.kind === "retry") await startOver(retryText(event));
      else if (event.kind === "fallback") await startOver(`${event.reason} The next model is asked: ${event.to}.`);
      else finish = event;
    }
    if (finish === null) error = new ModelError("unreadable", models[0] ?? "", "The model's answer has no end.");
  } catch (thrown) {
    if (!(thrown instanceof ModelError)) throw thrown;
    error = thrown;
  } finally {
    await close();
  }
  const said = open as OpenMessage | null;
  return {
    messageId: said?.id ?? null,
    role: said?.role ?? "assistant",
    text: said?.text ?? "",
    thought: said?.thought ?? "",
    calls: error === null ? calls : [],
    finish: error === null ? finish : null,
    error,
  };
}

function retryText({ model, afterMs, reason }: Extract<ModelEvent, { kind: "retry" }>): string {
  const wait = afterMs >= 1000 ? `in ${Math.round(afterMs / 1000)} s` : "now";
  return `${reason} ${model} is asked again ${wait}.`;
}
