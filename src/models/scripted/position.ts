import type { ChatMessage } from "../../agent/chat-message.ts";

/** Kept with everything a scripted model says, so that a session that is taken up again goes on where it stopped. */
export interface ScriptMark {
  readonly provider: "scripted";
  readonly agent: string;
  /** The place of the answer in its list; the first one is 0. */
  readonly answer: number;
}

/** Where in the list an agent goes on, going by what is kept with the messages of its conversation. */
export function positionIn(messages: readonly ChatMessage[], agent: string): number {
  const marks = messages.flatMap(marksOf);
  // Marks of other agents say that the messages are theirs; without any mark all that is left is to count.
  if (marks.length === 0) return messages.filter(({ role }) => role === "assistant").length;
  const own = marks.filter((mark) => mark.agent === agent).map(({ answer }) => answer + 1);
  return Math.max(0, ...own);
}

function marksOf(message: ChatMessage): ScriptMark[] {
  if (message.role !== "assistant") return [];
  return [message.provider_data, ...(message.tool_calls ?? []).map((call) => call.provider_data)].filter(isMark);
}

function isMark(value: unknown): value is ScriptMark {
  if (typeof value !== "object" || value === null) return false;
  const { provider, agent, answer } = value as Partial<Record<keyof ScriptMark, unknown>>;
  return provider === "scripted" && typeof agent === "string" && Number.isSafeInteger(answer);
}
