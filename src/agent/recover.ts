import type { Entry, TranscriptEntry } from "./transcript.ts";

/**
 * What a transcript lacks whose process was killed: a result for every call that has none, the note that it was taken up
 * again, and the end of the turn. Nothing when all is closed. The entries belong to the turn of `openTurn`.
 */
export function entriesToClose(entries: readonly TranscriptEntry[]): Entry[] {
  const calls = openCalls(entries);
  const isTurnOpen = openTurn(entries) !== null;
  if (calls.length === 0 && !isTurnOpen) return [];
  return [
    ...calls.map(interrupted),
    {
      type: "system",
      content: { kind: "recovered", interrupted_calls: calls.map(({ tool_call_id }) => tool_call_id) },
    },
    ...(isTurnOpen ? [{ type: "done", content: { reason: "interrupted" } } as const] : []),
  ];
}

/** The turn that has begun and not ended, or null. */
export function openTurn(entries: readonly TranscriptEntry[]): string | null {
  const ended = new Set(entries.filter(({ type }) => type === "done").map(({ turn_id }) => turn_id));
  return entries.findLast(({ turn_id }) => turn_id !== null && !ended.has(turn_id))?.turn_id ?? null;
}

/** What is known of a turn that was cut off. */
export interface CutOffTurn {
  readonly message: string;
  readonly inputClass: string;
  /** Model calls that were answered. */
  readonly steps: number;
  readonly answer: string;
}

/** The turn of `openTurn`; null also when it was cut off before it had begun. */
export function cutOffTurn(entries: readonly TranscriptEntry[]): CutOffTurn | null {
  const id = openTurn(entries);
  const own = id === null ? [] : entries.filter(({ turn_id }) => turn_id === id);
  const began = own.find((entry) => entry.type === "user_message");
  if (began === undefined) return null;
  const answers = own.flatMap(({ type, content }) => (type === "agent_message" ? [content.text] : []));
  return {
    message: began.content.typed,
    inputClass: began.content.input_class,
    steps: own.filter(({ type }) => type === "usage").length,
    answer: answers.at(-1) ?? "",
  };
}

/** Numbers entries so that they continue a transcript. */
export function continueTranscript(
  sessionId: string,
  entries: readonly TranscriptEntry[],
  added: readonly Entry[],
  { turnId, now }: { readonly turnId: string | null; readonly now: Date },
): TranscriptEntry[] {
  const last = entries.at(-1)?.sequence ?? 0;
  const facts = { session_id: sessionId, turn_id: turnId, recorded_at: now.toISOString() };
  return added.map((entry, at) => ({ ...entry, ...facts, sequence: last + 1 + at }));
}

type ToolCall = Extract<Entry, { type: "tool_call" }>["content"];

/** Models use the id of a call again in later turns, so calls and results are paired in their order and not by id alone. */
function openCalls(entries: readonly TranscriptEntry[]): ToolCall[] {
  const open: ToolCall[] = [];
  for (const { type, content } of entries) {
    if (type === "tool_call") open.push(content);
    if (type !== "tool_result") continue;
    const at = open.findIndex(({ tool_call_id }) => tool_call_id === content.tool_call_id);
    if (at >= 0) open.splice(at, 1);
  }
  return open;
}

function interrupted({ tool_call_id, tool_name }: ToolCall): Entry {
  return {
    type: "tool_result",
    content: {
      tool_call_id,
      tool_name,
      text: "The process that ran this call ended before its result was known. It may have done some or all of its work. It is not run again.",
      is_error: true,
      outcome: "interrupted",
    },
  };
}
