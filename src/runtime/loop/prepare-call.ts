import { type ChatMessage, readChatMessages } from "../../agent/chat-message.ts";
import { blockedBecause } from "./fan-out.ts";
import type { Turn } from "./turn.ts";

/** Shows hooks what is about to be sent to the model. They may change it, or refuse that it is sent. */
export async function prepareCall(
  { desk, signal }: Turn,
  about: { readonly iteration: number; readonly model_id: string },
  messages: readonly ChatMessage[],
): Promise<readonly ChatMessage[] | { readonly refused: string }> {
  const asked = await desk.hooks.fire(
    "model.pre_call",
    { ...about, messages: messages as unknown as Record<string, unknown>[] },
    { signal },
  );
  if (asked.decision === "deny" || asked.stop) return { refused: blockedBecause("model.pre_call", asked) };
  // Nobody has changed them, and a long conversation takes a while to read.
  if ((asked.payload.messages as unknown) === messages) return messages;
  const prepared = readChatMessages(asked.payload.messages);
  if (!("bad" in prepared)) return prepared;
  return { refused: `A hook on model.pre_call made the conversation unusable: ${prepared.bad}.` };
}
