import type { AgentDefinition } from "../../agent/agent-definition.ts";
import type { ChatMessage } from "../../agent/chat-message.ts";
import type { Desk } from "../session/desk.ts";

/** Puts together what the model is sent: the agent's instruction, what hooks want it to know, and the conversation. */
export function assembleMessages(desk: Desk, agent: AgentDefinition, notes: readonly string[]): ChatMessage[] {
  const system = [agent.instruction, ...notes].map((text) => text.trim()).filter((text) => text !== "");
  const said = [...system, ...desk.contexts.forCall()];
  return [...said.map((content): ChatMessage => ({ role: "system", content })), ...desk.messages()];
}
