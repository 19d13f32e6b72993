import type { TranscriptEntry } from "../../agent/transcript.ts";
import { paint, type Terminal } from "../terminal.ts";
import { renderTranscript } from "../transcript-view.ts";

const turnsShown = 2;

/** The last turns of a session that is taken up again, for whoever has forgotten where it was; empty when nothing was said yet. */
export function earlierTurns(
  terminal: Pick<Terminal, "width" | "color">,
  id: string,
  entries: readonly TranscriptEntry[],
): string {
  const told = entries.filter(({ type }) => type !== "usage" && type !== "thought" && type !== "session_stopped");
  const starts = told.flatMap((entry, at) =>
    entry.type === "user_message" && entry.content.origin === "user" ? [at] : [],
  );
  const from = starts.at(-turnsShown) ?? starts[0];
  if (from === undefined) return "";
  const all = paint(terminal, "dim", `Earlier in this session (hookline sessions show ${id} --full shows all of it):`);
  return `${all}\n${renderTranscript(terminal, told.slice(from), { full: false })}\n\n`;
}
