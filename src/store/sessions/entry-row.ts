import type { TranscriptEntry } from "../../agent/transcript.ts";
import { Problem } from "../../errors/problem.ts";
import { sessionIdProblem } from "../session-id.ts";
import { redactContent } from "./redact-content.ts";

/** An entry of a transcript in the form stores keep. */
export interface StoredEntry {
  readonly sequence: number;
  readonly type: string;
  readonly turn_id: string | null;
  /** Milliseconds since 1970. */
  readonly recorded_at: number;
  /** As JSON text. */
  readonly content: string;
}

/** Checks an entry and turns it into what is kept. Throws a `Problem`. */
export function storedEntry(entry: TranscriptEntry, redact: ((text: string) => string) | undefined): StoredEntry {
  const unsafe = sessionIdProblem(entry.session_id);
  if (unsafe) throw unsafe;
  const { sequence, type, turn_id } = entry;
  if (!Number.isSafeInteger(sequence) || sequence < 1) throw invalid("sequence", sequence, "a whole number from 1");
  if (typeof type !== "string") throw invalid("type", type, "a text");
  if (turn_id !== null && typeof turn_id !== "string") throw invalid("turn_id", turn_id, "a text or null");
  const recorded_at = Date.parse(entry.recorded_at);
  if (Number.isNaN(recorded_at)) throw invalid("recorded_at", entry.recorded_at, "a time in ISO 8601");
  const content = contentText(entry.content);
  return { sequence, type, turn_id, recorded_at, content: redact ? redactContent(content, redact) : content };
}

/** Turns what is kept back into an entry. */
export function readEntry(sessionId: string, row: StoredEntry): TranscriptEntry {
  // What was kept is what was given: `storedEntry` is the only way in.
  return {
    session_id: sessionId,
    sequence: row.sequence,
    turn_id: row.turn_id,
    recorded_at: new Date(row.recorded_at).toISOString(),
    type: row.type,
    content: JSON.parse(row.content) as unknown,
  } as TranscriptEntry;
}

function contentText(content: unknown): string {
  try {
    const text = JSON.stringify(content);
    if (text?.startsWith("{")) return text;
  } catch (error) {
    throw new Problem(
      "TRANSCRIPT_ENTRY_INVALID",
      { field: "content", value: "a value that JSON cannot express", want: "a JSON object" },
      { cause: error },
    );
  }
  throw invalid("content", content, "a JSON object");
}

function invalid(field: string, value: unknown, want: string): Problem {
  return new Problem("TRANSCRIPT_ENTRY_INVALID", { field, value: String(value), want });
}
