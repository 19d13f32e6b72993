import type { TranscriptEntry } from "../../agent/transcript.ts";
import { Problem } from "../../errors/problem.ts";
import { sessionIdProblem } from "../session-id.ts";
import { whyDamaged } from "./check-entry.ts";
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

/** Turns what is kept back into an entry. Throws a `Problem` when it is none: other programs can write to the file as well. */
export function readEntry(sessionId: string, row: StoredEntry): TranscriptEntry {
  const { sequence, type, turn_id } = row;
  const content = parsed(row.content);
  const recorded = new Date(row.recorded_at);
  const why = Number.isNaN(recorded.getTime()) ? "nobody can tell when it was recorded" : whyDamaged(type, content);
  if (why !== null) throw new Problem("TRANSCRIPT_DAMAGED", { session: sessionId, sequence, why });
  const facts = { session_id: sessionId, sequence, turn_id, recorded_at: recorded.toISOString() };
  return { ...facts, type, content } as TranscriptEntry;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
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
