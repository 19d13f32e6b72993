import { DatabaseSync } from "node:sqlite";
import type { ChatMessage, ChatToolCall } from "../../src/agent/chat-message.ts";
import type { ChatModels, ModelFinish } from "../../src/agent/chat-model.ts";
import type { Tool } from "../../src/agent/tool.ts";

export interface BareWorld {
  readonly models: ChatModels;
  readonly tools: readonly Tool[];
  readonly instruction: string;
  /** The database, which must not exist yet. */
  readonly path: string;
}

export interface BareAgent {
  readonly runTurn: (sessionId: string, prompt: string) => Promise<void>;
  readonly close: () => void;
}

/**
 * An agent without hooks and without approvals, as one would write it by hand: it asks the model, keeps the messages, runs
 * the tools, and keeps in SQLite what is said, called, answered and paid: an answer in one commit, as we do, then each result.
 */
export function openBareAgent({ models, tools, instruction, path }: BareWorld): BareAgent {
  const db = new DatabaseSync(path);
  db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -16384;");
  db.exec("CREATE TABLE sessions (key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE)");
  db.exec(
    `CREATE TABLE transcript (session INTEGER NOT NULL, sequence INTEGER NOT NULL, type TEXT NOT NULL,
     recorded_at INTEGER NOT NULL, content TEXT NOT NULL, UNIQUE (session, sequence)) STRICT`,
  );
  const addSession = db.prepare("INSERT INTO sessions (id) VALUES (?)");
  const addRow = db.prepare("INSERT INTO transcript VALUES (?, ?, ?, ?, ?)");
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const { signal } = new AbortController();

  async function ask(sessionId: string, messages: readonly ChatMessage[]) {
    let text = "";
    let finish: ModelFinish | null = null;
    const calls: ChatToolCall[] = [];
    const conversation = { sessionId, agent: "root" };
    for await (const event of models.stream({ models: ["scripted/bench"], messages, tools, signal, conversation })) {
      if (event.kind === "text") text += event.text;
      else if (event.kind === "tool-call") calls.push(event.call);
      else if (event.kind === "finish") finish = event;
    }
    return { text, calls, finish };
  }

  async function runTurn(sessionId: string, prompt: string): Promise<void> {
    const session = Number(addSession.run(sessionId).lastInsertRowid);
    let sequence = 0;
    const keep = (type: string, content: unknown) =>
      addRow.run(session, ++sequence, type, Date.now(), JSON.stringify(content));
    const messages: ChatMessage[] = [
      { role: "system", content: instruction },
      { role: "user", content: prompt },
    ];
    keep("user_message", { text: prompt });
    for (;;) {
      const { text, calls, finish } = await ask(sessionId, messages);
      db.exec("BEGIN");
      keep("usage", { model: finish?.model, usage: finish?.usage, cost: finish?.cost });
      keep("agent_message", { text, model: finish?.model, provider_data: finish?.providerData });
      for (const { id, function: called, provider_data } of calls) {
        keep("tool_call", { id, tool_name: called.name, arguments: called.arguments, provider_data });
      }
      db.exec("COMMIT");
      messages.push({ role: "assistant", content: text, ...(calls.length > 0 && { tool_calls: calls }) });
      if (calls.length === 0) break;
      for (const { id, function: called } of calls) {
        const input = JSON.parse(called.arguments) as Record<string, unknown>;
        const result = await byName.get(called.name)?.call(input, { callId: id, sessionId, signal, output: () => {} });
        if (result === undefined) throw new Error(`there is no tool ${called.name}`);
        keep("tool_result", { id, tool_name: called.name, text: result.text, is_error: result.isError });
        messages.push({ role: "tool", tool_call_id: id, content: result.text });
      }
    }
    keep("done", { reason: "normal" });
  }

  return { runTurn, close: () => db.close() };
}
